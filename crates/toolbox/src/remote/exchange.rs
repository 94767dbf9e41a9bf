use std::collections::BTreeMap;
use std::future::Future;

use serde_json::Value;

use crate::web::FetchFault;

/// The means to reach a service.
pub trait Exchange: 'static {
    /// The time, in milliseconds since 1970.
    fn now(&self) -> f64;

    /// Sends a request, without cookies and without following redirects, so that the key only goes to its service. Reads at
    /// most this number of bytes of the answer. Dropping the future cancels the request.
    fn send(
        &self,
        request: Request,
        max_bytes: usize,
    ) -> impl Future<Output = Result<Received, FetchFault>>;
}

/// A request. It contains a key, so it has no `Debug`.
#[derive(Clone)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The address.
    pub url: String,
    /// The headers, by their names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Option<String>,
}

/// The method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// GET.
    Get,
    /// POST.
    Post,
}

/// The headers that are read. A browser only shows one from another origin if that exposes it.
pub const READ_HEADERS: [&str; 2] = ["retry-after", "ratelimit-reset"];

/// The answer to a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Received {
    /// The HTTP status; 0 for a redirect that a browser hides.
    pub status: u16,
    /// Those of [`READ_HEADERS`] that are present.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: Vec<u8>,
    /// Whether the body was longer than the limit.
    pub is_cut: bool,
}

impl Received {
    /// The body as JSON.
    ///
    /// # Errors
    ///
    /// The place of the fault if it is not JSON, without quoting it.
    pub fn json(&self) -> Result<Value, String> {
        let text = std::str::from_utf8(&self.body)
            .map_err(|error| format!("not UTF-8 at byte {}", error.valid_up_to()))?;
        serde_json::from_str(text)
            .map_err(|error| format!("line {}, column {}", error.line(), error.column()))
    }

    /// Returns true for a redirect.
    #[must_use]
    pub fn is_redirect(&self) -> bool {
        self.status == 0 || (300..400).contains(&self.status)
    }
}
