use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters that need no escape anywhere in an address (<https://www.rfc-editor.org/rfc/rfc3986#section-2.3>).
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A text as one segment of a path, or one value of a query.
///
/// # Examples
///
/// ```
/// use ag_ui_lit_toolbox::remote::encode;
///
/// assert_eq!(encode("a/b c@d?#"), "a%2Fb%20c%40d%3F%23");
/// ```
#[must_use]
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, UNRESERVED).to_string()
}
