use std::collections::BTreeMap;
use std::future::Future;

use serde_json::Value;

use crate::web::FetchFault;

/// How a service is reached.
pub trait Exchange: 'static {
    /// What time it is, in milliseconds since 1970.
    fn now(&self) -> f64;

    /// Sends a request, without cookies, and follows no redirect: the key goes where it was meant to go, or nowhere. Reads of the
    /// answer at most so many bytes. Dropping the future cancels the request.
    fn send(
        &self,
        request: Request,
        max_bytes: usize,
    ) -> impl Future<Output = Result<Received, FetchFault>>;
}

/// A request. It holds a key, so it has no `Debug`.
#[derive(Clone)]
pub struct Request {
    /// How.
    pub method: Method,
    /// Where to.
    pub url: String,
    /// Headers, by their names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// What is sent.
    pub body: Option<String>,
}

/// How a request asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Sends something.
    Post,
}

/// The headers of an answer that are looked at. A browser shows one of another origin only where that exposes it.
pub const READ_HEADERS: [&str; 2] = ["retry-after", "ratelimit-reset"];

/// What came back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Received {
    /// The HTTP status; 0 for a redirect that a browser hides.
    pub status: u16,
    /// Those of [`READ_HEADERS`] that were there.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
    /// Whether there was more than may be read.
    pub is_cut: bool,
}

impl Received {
    /// The body as JSON.
    ///
    /// # Errors
    ///
    /// Where it is none, without quoting it.
    pub fn json(&self) -> Result<Value, String> {
        let text = std::str::from_utf8(&self.body)
            .map_err(|error| format!("no UTF-8 at byte {}", error.valid_up_to()))?;
        serde_json::from_str(text)
            .map_err(|error| format!("line {}, column {}", error.line(), error.column()))
    }

    /// Whether it leads elsewhere.
    #[must_use]
    pub fn is_redirect(&self) -> bool {
        self.status == 0 || (300..400).contains(&self.status)
    }
}
