/// A URI reference in its five components (RFC 3986, section 3), each as it is written and without its delimiter.
///
/// Any text has them: whether they hold what they may is the grammar's question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Parts<'a> {
    /// `http` of `http://host/path?query#fragment`
    pub(crate) scheme: Option<&'a str>,
    /// `user@host:80` of `http://user@host:80/`; empty in `file:///`
    pub(crate) authority: Option<&'a str>,
    /// The path, which may be empty and is never absent
    pub(crate) path: &'a str,
    /// What stands between `?` and `#`
    pub(crate) query: Option<&'a str>,
    /// What follows `#`
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> Parts<'a> {
    /// The components of `reference`. What stands before a colon is a scheme only when it is written like one
    /// (section 3.1); the expression of appendix B, which takes more, is meant for texts known to be valid.
    pub(crate) fn of(reference: &'a str) -> Self {
        let (rest, fragment) = cut(reference, '#');
        let (rest, query) = cut(rest, '?');
        let (scheme, rest) = match scheme_length(rest) {
            Some(length) => (Some(&rest[..length]), &rest[length + 1..]),
            None => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Self {
            scheme,
            authority,
            path,
            query,
            fragment,
        }
    }

    /// The reference that has these components (section 5.3).
    pub(crate) fn to_text(self) -> String {
        let mut text = String::new();
        if let Some(scheme) = self.scheme {
            text.push_str(scheme);
            text.push(':');
        }
        if let Some(authority) = self.authority {
            text.push_str("//");
            text.push_str(authority);
        } else if self.path.starts_with("//") {
            // Or the path would read as an authority.
            text.push_str("/.");
        }
        text.push_str(self.path);
        for (delimiter, part) in [('?', self.query), ('#', self.fragment)] {
            if let Some(part) = part {
                text.push(delimiter);
                text.push_str(part);
            }
        }
        text
    }
}

fn cut(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// The length of the scheme that `text` begins with: `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) ":"`.
fn scheme_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let length = bytes
        .iter()
        .position(|&byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')))?;
    (bytes[length] == b':' && bytes[0].is_ascii_alphabetic()).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::Parts;

    fn parts_of(reference: &str) -> [Option<&str>; 5] {
        let parts = Parts::of(reference);
        assert_eq!(parts.to_text(), reference);
        [
            parts.scheme,
            parts.authority,
            Some(parts.path),
            parts.query,
            parts.fragment,
        ]
    }

    #[test]
    fn a_reference_is_split_into_its_components() {
        assert_eq!(
            parts_of("foo://example.com:8042/over/there?name=ferret#nose"),
            [
                Some("foo"),
                Some("example.com:8042"),
                Some("/over/there"),
                Some("name=ferret"),
                Some("nose")
            ]
        );
        assert_eq!(
            parts_of("urn:example:animal:ferret:nose"),
            [
                Some("urn"),
                None,
                Some("example:animal:ferret:nose"),
                None,
                None
            ]
        );
        assert_eq!(
            parts_of("file:///a"),
            [Some("file"), Some(""), Some("/a"), None, None]
        );
        assert_eq!(
            parts_of("?#?#"),
            [None, None, Some(""), Some(""), Some("?#")]
        );
        assert_eq!(parts_of(""), [None, None, Some(""), None, None]);
    }

    #[test]
    fn what_is_not_written_like_a_scheme_belongs_to_the_path() {
        for path in ["1a:b", ":b", "a_b:c", "./a:b", "é:a", "a/b:c"] {
            assert_eq!(parts_of(path), [None, None, Some(path), None, None]);
        }
    }
}
