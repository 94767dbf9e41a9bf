//! Rules that categorize one thrown value by its name, code, status or message.

use super::{ThrownFacts, ToolErrorCategory as Category};

/// The category of one thrown value by its own facts, without its cause. The first matching rule decides.
pub(super) fn own_category(facts: &ThrownFacts) -> Option<Category> {
    let name = facts.name.as_deref().unwrap_or_default();
    let code = facts.code.as_deref().unwrap_or_default();
    let message = facts.message.as_deref().unwrap_or_default();
    if ABORT_NAMES.contains(&name) || ABORT_CODES.contains(&code) {
        return Some(Category::Cancelled);
    }
    if name == "TimeoutError" || is_timeout_code(code) || is_timed_out_fetch(name, message) {
        return Some(Category::Timeout);
    }
    if facts.issues.is_some() {
        return Some(Category::Validation);
    }
    let of_status = facts.status.and_then(category_of_status);
    if of_status.is_some() {
        return of_status;
    }
    if name == "NetworkError" || NETWORK_CODES.contains(&code) || is_failed_fetch(name, message) {
        return Some(Category::Transient);
    }
    REFUSALS.contains(&name).then_some(Category::Permanent)
}

/// The names in the DOM and in axios.
const ABORT_NAMES: [&str; 2] = ["AbortError", "CanceledError"];

/// The codes of Node and of axios.
const ABORT_CODES: [&str; 2] = ["ABORT_ERR", "ERR_CANCELED"];

/// `ETIMEDOUT`, `ESOCKETTIMEDOUT`, undici's `UND_ERR_CONNECT_TIMEOUT` and its siblings.
fn is_timeout_code(code: &str) -> bool {
    code.ends_with("TIMEDOUT") || code.ends_with("_TIMEOUT")
}

/// Names of `DOMException`s by which the browser or the user refuses. The same request would be refused again.
const REFUSALS: [&str; 4] = [
    "SecurityError",
    "NotAllowedError",
    "NotSupportedError",
    "QuotaExceededError",
];

/// Codes for a connection that failed or broke: libuv's, undici's, and axios'.
const NETWORK_CODES: [&str; 14] = [
    "ECONNREFUSED",
    "ECONNRESET",
    "ECONNABORTED",
    "EPIPE",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ENETDOWN",
    "ENETUNREACH",
    "ENETRESET",
    "EHOSTDOWN",
    "EHOSTUNREACH",
    "UND_ERR_SOCKET",
    "UND_ERR_CLOSED",
    "ERR_NETWORK",
];

/// RFC 9110, section 15; 425 is RFC 8470, 429 is RFC 6585.
fn category_of_status(status: u16) -> Option<Category> {
    match status {
        408 | 425 | 429 | 500..=599 => Some(Category::Transient),
        400..=499 => Some(Category::Permanent),
        _ => None,
    }
}

/// A failed `fetch` rejects with a `TypeError`, which differs from a programming error only by its message
/// (<https://github.com/whatwg/fetch/issues/526>). Chromium may add the host, Firefox ends with a full stop.
fn is_failed_fetch(name: &str, message: &str) -> bool {
    const BEGINNINGS: [&str; 10] = [
        "Failed to fetch",                                         // Chromium
        "NetworkError when attempting to fetch resource",          // Firefox
        "Error in input stream",           // Firefox, while the body arrives
        "Load failed",                     // Safari
        "The network connection was lost", // Safari
        "The Internet connection appears to be offline", // Safari
        "A server with the specified hostname could not be found", // Safari
        "Could not connect to the server", // Safari
        "Network request failed",          // cross-fetch, React Native
        "fetch failed",                    // undici: Node
    ];
    // While the body arrives: Chromium, undici.
    const WHOLE: [&str; 2] = ["network error", "terminated"];
    name == "TypeError"
        && (BEGINNINGS.iter().any(|known| message.starts_with(known)) || WHOLE.contains(&message))
}

/// Safari reports a timeout of the network as another failed fetch.
fn is_timed_out_fetch(name: &str, message: &str) -> bool {
    name == "TypeError" && message.starts_with("The request timed out")
}
