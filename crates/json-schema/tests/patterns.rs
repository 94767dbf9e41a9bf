//! Patterns: no argument makes one run away, and they follow ECMA-262.

use std::rc::Rc;

use ag_ui_lit_json_schema::Schema;
use serde_json::{Value, json};

use crate::judged;

fn with_pattern(pattern: &str) -> Schema {
    Schema::read(&json!({ "properties": { "a": { "pattern": pattern } } }).to_string()).unwrap()
}

fn matches(pattern: &str, text: &str) -> bool {
    with_pattern(pattern)
        .validate(&json!({ "a": text }).to_string(), 128)
        .is_empty()
}

/// Each of these takes an exponential or cubic number of steps in a backtracking engine.
#[test]
fn a_pattern_built_to_run_away_ends_with_a_verdict() {
    let letters = format!("{}!", "a".repeat(100_000));
    let digits = format!("{}!", "1".repeat(100_000));
    for (pattern, text) in [
        (r"^(a+)+$", &letters),
        (r"^(a|aa)+$", &letters),
        (r"^(a*)*$", &letters),
        (r"^([a-z]+)*\d$", &letters),
        (r"^(a?){50}a{50}$", &letters),
        (r"(\d+)*x$", &digits),
        (r"^(\d{0,50}){0,50}$", &digits),
        (r"^(\d{0,20}x?){0,40}$", &digits),
    ] {
        assert!(!matches(pattern, text), "{pattern}");
    }
}

#[test]
fn a_backtracking_pattern_that_gives_up_is_reported() {
    let text = format!("{}!", "a".repeat(100_000));
    for pattern in [
        r"^(?=(a+)+$)a",
        r"^(?!b)(a+)+$",
        r"^(a+)+\1$",
        r"(?<=a)(a+)+$",
        r"(a*)*(?=b)c",
        r"(?:(?!b).)*c",
    ] {
        let found = with_pattern(pattern).validate(&json!({ "a": text }).to_string(), 128);
        assert_eq!(found.len(), 1, "{pattern}");
        assert_eq!(found[0].path, ["a"], "{pattern}");
        let undecided = found[0].message.contains("took too many steps");
        assert!(
            undecided || found[0].message.contains("matching the pattern"),
            "{pattern}"
        );
    }
}

/// In linear time, which is minutes for a pattern with thousands of states.
#[test]
fn a_large_pattern_and_a_long_text_are_refused_together() {
    let schema = with_pattern("(a|b)*a(a|b){3000}c");
    let short = json!({ "a": "ab" }).to_string();
    assert!(
        schema.validate(&short, 128)[0]
            .message
            .contains("matching the pattern")
    );
    let long = json!({ "a": "ab".repeat(50_000) }).to_string();
    let found = schema.validate(&long, 128);
    assert!(
        found[0].message.contains("together are too large"),
        "{found:?}"
    );
    let schema = Rc::new(schema);
    let pieces: Vec<&str> = long
        .as_bytes()
        .chunks(999)
        .map(|piece| std::str::from_utf8(piece).unwrap())
        .collect();
    assert_eq!(judged(&schema, &pieces).1, found);
}

#[test]
fn patterns_follow_ecma_262() {
    for (pattern, text, expected) in [
        // A pattern is searched for; it is not anchored.
        ("es", "tests", true),
        ("^es", "tests", false),
        // `$` is the end of the text, not of a line, and not before a last newline.
        ("^a$", "a\n", false),
        ("^a$", "b\na", false),
        // `\d` and `\w` are ASCII, `\s` is not.
        (r"^\d$", "1", true),
        (r"^\d$", "٣", false),
        (r"^\w$", "é", false),
        (r"^\W$", "é", true),
        (r"^\s$", "\u{a0}", true),
        (r"^\s$", "\u{feff}", true),
        (r"^\S$", "\u{3000}", false),
        // A character is a code point, as with the flag `u`.
        ("^.$", "😀", true),
        ("^.$", "\u{2028}", false),
        ("^[😀]$", "😀", true),
        (r"^\p{Letter}+$", "né", true),
        (r"^\p{Script=Greek}$", "α", true),
        (r"^\u00e9$", "é", true),
        (r"^\cJ$", "\n", true),
        (r"^(\w)\1$", "aa", true),
        (r"^(\w)\1$", "ab", false),
        (r"^(?=.*\d)(?=.*[a-z]).{4,}$", "abc1", true),
        (r"^(?=.*\d)(?=.*[a-z]).{4,}$", "abcd", false),
        (r"^(?!.*--)[a-z-]+$", "a-b", true),
        (r"^(?!.*--)[a-z-]+$", "a--b", false),
        (r"(?<!\$)\b\d+", "$42", false),
        (r"^\/a$", "/a", true),
        (r"^[\w.-]+@[\w-]+\.\w{2,}$", "a.b@c.de", true),
    ] {
        assert_eq!(matches(pattern, text), expected, "{pattern} on {text:?}");
    }
}

#[test]
fn a_pattern_that_can_not_be_compiled_is_a_fault_with_its_path() {
    for pattern in ["(", "[", "a**", "((a{1000}){1000}){1000}"] {
        for (keyword, at) in [
            (json!({ "pattern": pattern }), "pattern"),
            (
                json!({ "patternProperties": { pattern: {} } }),
                "patternProperties",
            ),
        ] {
            let schema: Value = json!({ "properties": { "a": keyword } });
            let error = Schema::read(&schema.to_string()).err();
            let error = error.unwrap_or_else(|| panic!("{pattern} was accepted"));
            let path = error.issues[0].path.join(".");
            assert!(
                path.starts_with(&format!("properties.a.{at}")),
                "{pattern}: {error} at {path}"
            );
            assert!(
                error
                    .to_string()
                    .contains("not a pattern that can be matched"),
                "{error}"
            );
        }
    }
}
