//! What the name, the code, the status or the message of one thrown value says about its category.

use super::{ThrownFacts, ToolErrorCategory as Category};

/// What one thrown value says of itself, without its cause. The first rule that fits decides.
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

/// The DOM's name, and axios'.
const ABORT_NAMES: [&str; 2] = ["AbortError", "CanceledError"];

/// Node's code, and axios'.
const ABORT_CODES: [&str; 2] = ["ABORT_ERR", "ERR_CANCELED"];

/// `ETIMEDOUT`, `ESOCKETTIMEDOUT`, undici's `UND_ERR_CONNECT_TIMEOUT` and its siblings.
fn is_timeout_code(code: &str) -> bool {
    code.ends_with("TIMEDOUT") || code.ends_with("_TIMEOUT")
}

/// `DOMException`s by which the browser or the user refuses: asking the same again gets the same answer.
const REFUSALS: [&str; 4] = [
    "SecurityError",
    "NotAllowedError",
    "NotSupportedError",
    "QuotaExceededError",
];

/// A connection that could not be made or broke: libuv's codes, undici's, and axios'.
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

/// `fetch` rejects with a `TypeError` whose text is the only thing that tells it from a programming error
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

/// Safari words a timeout of the network itself as another failed fetch.
fn is_timed_out_fetch(name: &str, message: &str) -> bool {
    name == "TypeError" && message.starts_with("The request timed out")
}
