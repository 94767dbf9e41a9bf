use super::{DIALECTS, FORMATS, format_of};

/// In bytes
const LENGTH: usize = 100_000;

/// Long enough that a quadratic or a recursive reader would not come back.
#[test]
fn long_texts_are_judged_in_linear_time() {
    let (dialect, _) = DIALECTS[4];
    for piece in [
        "1", "9", ":", "::", ".", "a.", "1:", "-", "/", "~0", "~1/", "%41", "{", "{a}", "{a,",
        "a,", "@", "\"", "\\\"", "é", "[", "]", "?", "#", "P1Y", "1D", "xn--", "xn--a-9.",
        "1.1.1.1.", "http://", "\u{0}",
    ] {
        for (before, after) in [
            ("", ""),
            ("http://a/", "}"),
            ("\"", "\"@a"),
            ("{", "}"),
            ("0", "Z"),
        ] {
            let text = [before, &piece.repeat(LENGTH / piece.len()), after].concat();
            for name in FORMATS {
                if let Some(format) = format_of(name, dialect) {
                    format.matches(&text);
                }
            }
        }
    }
}
