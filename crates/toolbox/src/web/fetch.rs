use std::future::Future;

use super::address::Address;

/// The web as `web_fetch` uses it.
pub trait Fetch: 'static {
    /// The answer to a request.
    type Answer: Answer;

    /// Parses an address, relative to `base` if there is one.
    fn parse(&self, text: &str, base: Option<&str>) -> Option<Address>;

    /// Milliseconds until an HTTP date; `None` if it is invalid.
    fn until(&self, date: &str) -> Option<f64>;

    /// Waits until pending timers and aborts have run.
    fn pause(&self) -> impl Future<Output = ()>;

    /// Sends a GET request, and follows no redirect.
    fn get(&self, address: &Address) -> impl Future<Output = Result<Self::Answer, FetchFault>>;

    /// Repeats the request if the target of a redirect is hidden, and follows it only to `sources` of a
    /// Content-Security-Policy: no other host gets a request.
    fn follow(
        &self,
        address: &Address,
        sources: &[String],
    ) -> impl Future<Output = Result<Followed<Self::Answer>, FetchFault>>;
}

/// The outcome of following redirects.
pub enum Followed<A> {
    /// An answer, with the address that it comes from.
    Answer(A),
    /// A redirect to a host that `sources` does not allow, which was not followed.
    LeftAllowed,
    /// No request was sent, since `sources` can't be enforced here. Contains the reason.
    Impossible(String),
}

/// The answer to a request. Dropping it cancels the rest of it.
pub trait Answer {
    /// The status; 0 for a hidden redirect.
    fn status(&self) -> u16;

    /// The address that it comes from; empty if that is hidden.
    fn url(&self) -> String;

    /// A header, if it is visible.
    fn header(&self, name: &str) -> Option<String>;

    /// The next bytes, decompressed; `None` at the end.
    fn chunk(&mut self) -> impl Future<Output = Result<Option<Vec<u8>>, FetchFault>>;

    /// Returns true for a redirect whose target is hidden.
    fn is_hidden_redirect(&self) -> bool;
}

/// A request without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchFault {
    /// The original message.
    pub message: String,
    /// Whether the page's cross-origin rules may be the reason, which browsers do not report.
    pub may_be_cors: bool,
}
