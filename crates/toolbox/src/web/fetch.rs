use std::future::Future;

use super::address::Address;

/// What `web_fetch` needs of the web.
pub trait Fetch: 'static {
    /// What a request gives.
    type Answer: Answer;

    /// Reads an address, against `base` where it is relative.
    fn parse(&self, text: &str, base: Option<&str>) -> Option<Address>;

    /// Milliseconds until an HTTP date; `None` for what is none.
    fn until(&self, date: &str) -> Option<f64>;

    /// Waits until timers and aborts had their turn.
    fn pause(&self) -> impl Future<Output = ()>;

    /// Asks with GET, and follows no redirect.
    fn get(&self, address: &Address) -> impl Future<Output = Result<Self::Answer, FetchFault>>;

    /// Asks again where the means hides what a redirect leads to, and follows it to `sources` of a
    /// Content-Security-Policy only: nothing else gets a request.
    fn follow(
        &self,
        address: &Address,
        sources: &[String],
    ) -> impl Future<Output = Result<Followed<Self::Answer>, FetchFault>>;
}

/// What came of following redirects.
pub enum Followed<A> {
    /// An answer, from the address it names.
    Answer(A),
    /// It leads to where `sources` does not allow, and went no further.
    LeftAllowed,
    /// There is no means here that keeps to `sources`; nothing was asked. Why not.
    Impossible(String),
}

/// The answer to a request. Dropping it cancels what is still to come.
pub trait Answer {
    /// Its status; 0 for a redirect that the means hides.
    fn status(&self) -> u16;

    /// Where it came from; empty where that is hidden.
    fn url(&self) -> String;

    /// A header, where the means shows it.
    fn header(&self, name: &str) -> Option<String>;

    /// The next bytes, decompressed; `None` at the end.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, FetchFault>>;

    /// Whether it is a redirect whose target the means hides.
    fn is_hidden_redirect(&self) -> bool;
}

/// A request that got no answer, in the means' own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchFault {
    /// What was said.
    pub message: String,
    /// Whether the page's rules for other origins may be why, which browsers don't tell.
    pub may_be_cors: bool,
}
