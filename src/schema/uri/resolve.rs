use super::Parts;

/// What `reference` means where `base` is the base URI (RFC 3986, section 5.2, strict). Where there is no base, the
/// empty text, it is the reference as it is written.
///
/// Any text is a base: one without a scheme resolves as the same steps say, to a reference without one.
pub(crate) fn resolve(base: &str, reference: &str) -> String {
    if base.is_empty() {
        return reference.to_owned();
    }
    let base = Parts::of(base);
    let mut target = Parts::of(reference);
    // The path's text has to outlive the parts that borrow it.
    let path;
    if target.scheme.is_some() || target.authority.is_some() || target.path.starts_with('/') {
        path = without_dot_segments(target.path);
    } else if target.path.is_empty() {
        path = base.path.to_owned();
        target.query = target.query.or(base.query);
    } else {
        path = without_dot_segments(&merged(&base, target.path));
    }
    if target.scheme.is_none() {
        target.scheme = base.scheme;
        // A target that has an authority of its own keeps it.
        target.authority = target.authority.or(base.authority);
    }
    target.path = &path;
    target.to_text()
}

/// The reference's path in place of the base's last segment (section 5.2.3).
fn merged(base: &Parts<'_>, path: &str) -> String {
    let kept = if base.authority.is_some() && base.path.is_empty() {
        "/"
    } else {
        &base.path[..base.path.rfind('/').map_or(0, |slash| slash + 1)]
    };
    [kept, path].concat()
}

/// The path after its `.` and `..` have been followed (section 5.2.4). A `..` that leads out of the root stays there.
fn without_dot_segments(path: &str) -> String {
    let mut output = String::with_capacity(path.len());
    let mut input = path;
    while !input.is_empty() {
        // Only the first segment of a relative path has no slash before it.
        let slash = usize::from(input.starts_with('/'));
        let end = input[slash..]
            .find('/')
            .map_or(input.len(), |found| slash + found);
        let (segment, rest) = input.split_at(end);
        let dots = &segment[slash..];
        if !matches!(dots, "." | "..") {
            output.push_str(segment);
            input = rest;
        } else if slash == 0 {
            input = rest.strip_prefix('/').unwrap_or(rest);
        } else {
            if dots == ".." {
                output.truncate(output.rfind('/').unwrap_or(0));
            }
            input = if rest.is_empty() { "/" } else { rest };
        }
    }
    output
}

#[cfg(test)]
mod tests {
    use super::resolve;

    fn resolves(base: &str, examples: &[(&str, &str)]) {
        for (reference, expected) in examples {
            assert_eq!(resolve(base, reference), *expected, "{reference} in {base}");
        }
    }

    /// Section 5.4.1
    #[test]
    fn the_normal_examples_of_the_rfc() {
        resolves(
            "http://a/b/c/d;p?q",
            &[
                ("g:h", "g:h"),
                ("g", "http://a/b/c/g"),
                ("./g", "http://a/b/c/g"),
                ("g/", "http://a/b/c/g/"),
                ("/g", "http://a/g"),
                ("//g", "http://g"),
                ("?y", "http://a/b/c/d;p?y"),
                ("g?y", "http://a/b/c/g?y"),
                ("#s", "http://a/b/c/d;p?q#s"),
                ("g#s", "http://a/b/c/g#s"),
                ("g?y#s", "http://a/b/c/g?y#s"),
                (";x", "http://a/b/c/;x"),
                ("g;x", "http://a/b/c/g;x"),
                ("g;x?y#s", "http://a/b/c/g;x?y#s"),
                ("", "http://a/b/c/d;p?q"),
                (".", "http://a/b/c/"),
                ("./", "http://a/b/c/"),
                ("..", "http://a/b/"),
                ("../", "http://a/b/"),
                ("../g", "http://a/b/g"),
                ("../..", "http://a/"),
                ("../../", "http://a/"),
                ("../../g", "http://a/g"),
            ],
        );
    }

    /// Section 5.4.2
    #[test]
    fn the_abnormal_examples_of_the_rfc() {
        resolves(
            "http://a/b/c/d;p?q",
            &[
                ("../../../g", "http://a/g"),
                ("../../../../g", "http://a/g"),
                ("/./g", "http://a/g"),
                ("/../g", "http://a/g"),
                ("g.", "http://a/b/c/g."),
                (".g", "http://a/b/c/.g"),
                ("g..", "http://a/b/c/g.."),
                ("..g", "http://a/b/c/..g"),
                ("./../g", "http://a/b/g"),
                ("./g/.", "http://a/b/c/g/"),
                ("g/./h", "http://a/b/c/g/h"),
                ("g/../h", "http://a/b/c/h"),
                ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
                ("g;x=1/../y", "http://a/b/c/y"),
                ("g?y/./x", "http://a/b/c/g?y/./x"),
                ("g?y/../x", "http://a/b/c/g?y/../x"),
                ("g#s/./x", "http://a/b/c/g#s/./x"),
                ("g#s/../x", "http://a/b/c/g#s/../x"),
                ("http:g", "http:g"),
            ],
        );
    }

    #[test]
    fn bases_of_other_shapes() {
        let uuid = "urn:uuid:deadbeef-1234-ffff-ffff-4321feebdaed";
        assert_eq!(resolve(uuid, "#/$defs/bar"), format!("{uuid}#/$defs/bar"));
        assert_eq!(
            resolve(&format!("{uuid}#old"), "#new"),
            format!("{uuid}#new")
        );
        resolves(
            "tag:example.com,2024:a",
            &[("#x", "tag:example.com,2024:a#x")],
        );
        resolves("urn:a:b", &[("urn:c:d#e", "urn:c:d#e"), ("c", "urn:c")]);
        resolves("file:///a/b.json", &[("c.json#x", "file:///a/c.json#x")]);
        resolves("file:///", &[("a", "file:///a"), ("../a", "file:///a")]);
        resolves(
            "http://host",
            &[("a", "http://host/a"), ("?q", "http://host?q")],
        );
        resolves("a/b.json", &[("c.json", "a/c.json"), ("#x", "a/b.json#x")]);
        resolves("", &[("./a/../b#x", "./a/../b#x"), ("", "")]);
    }

    #[test]
    fn a_path_never_turns_into_an_authority() {
        resolves("a:/b", &[("/.//c", "a:/.//c"), (".//c", "a:/.//c")]);
    }

    #[test]
    fn a_long_path_is_resolved_in_linear_time() {
        let reference = format!("{}{}", "a/".repeat(500_000), "../".repeat(500_000));
        assert_eq!(resolve("http://host/", &reference), "http://host/");
    }
}
