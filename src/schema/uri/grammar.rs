use super::Parts;
use super::authority::is_authority;
use super::characters::{Beyond, consists_of};

/// Whether `text` is a URI: it has a scheme, and the grammar of RFC 3986, appendix A.
pub(crate) fn is_uri(text: &str) -> bool {
    let parts = Parts::of(text);
    parts.scheme.is_some() && is_valid(&parts, Beyond::Nothing, Beyond::Nothing)
}

/// Whether `text` is a URI or a relative reference (RFC 3986, section 4.1).
pub(crate) fn is_uri_reference(text: &str) -> bool {
    is_valid(&Parts::of(text), Beyond::Nothing, Beyond::Nothing)
}

/// Whether `text` is an IRI: it has a scheme, and the grammar of RFC 3987, section 2.2.
pub(crate) fn is_iri(text: &str) -> bool {
    let parts = Parts::of(text);
    parts.scheme.is_some() && is_valid(&parts, Beyond::Ucschar, Beyond::UcscharAndPrivate)
}

/// Whether `text` is an IRI or a relative reference.
pub(crate) fn is_iri_reference(text: &str) -> bool {
    let parts = Parts::of(text);
    is_valid(&parts, Beyond::Ucschar, Beyond::UcscharAndPrivate)
}

fn is_valid(parts: &Parts<'_>, beyond: Beyond, beyond_in_query: Beyond) -> bool {
    let authority = parts.authority;
    let query = parts.query;
    let fragment = parts.fragment;
    authority.is_none_or(|text| is_authority(text, beyond))
        && consists_of(parts.path, b":@/", beyond)
        && (parts.scheme.is_some() || authority.is_some() || !seems_to_have_a_scheme(parts.path))
        && query.is_none_or(|text| consists_of(text, b":@/?", beyond_in_query))
        && fragment.is_none_or(|text| consists_of(text, b":@/?", beyond))
}

/// Whether the first segment has a colon, which a relative reference's may not (RFC 3986, section 4.2).
fn seems_to_have_a_scheme(path: &str) -> bool {
    let delimiter = path.bytes().find(|byte| matches!(byte, b':' | b'/'));
    delimiter == Some(b':')
}

#[cfg(test)]
mod tests {
    use super::{is_iri, is_iri_reference, is_uri, is_uri_reference};

    #[test]
    fn a_uri_has_a_scheme_and_a_reference_need_not() {
        for text in [
            "urn:a",
            "a:",
            "http://",
            "file:///a",
            "http://u:p@[::1]:80/?#",
        ] {
            assert!(is_uri(text) && is_uri_reference(text), "{text}");
        }
        for text in ["", "a", "//host", "./a:b", "a/b:c", "?a:b", "#"] {
            assert!(!is_uri(text) && is_uri_reference(text), "{text}");
        }
        for text in [
            "1:b", ":", "%", "a b", "//[::1", "//[::1]a", "//a:1b", "//a@b@c", "#a#b", "//[v.a]",
        ] {
            assert!(!is_uri_reference(text), "{text}");
        }
    }

    #[test]
    fn an_iri_holds_what_its_components_may() {
        assert!(is_iri("http://é@ü:80/ø?\u{e000}#ß"));
        for text in [
            "\u{e000}",
            "#\u{e000}",
            "\u{80}",
            "?\u{ffff}",
            "\u{e0001}",
            "é:a",
        ] {
            assert!(!is_iri_reference(text), "{text}");
        }
        assert!(!is_uri_reference("é"));
    }
}
