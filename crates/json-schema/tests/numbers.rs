//! Integers that a double can't hold: compared to the last digit, or refused with a reason.

use serde_json::{Value, json};

use crate::{compile, judged};

/// The fault of a number, which is the same while it arrives.
fn wrong(rule: &Value, number: &str) -> Vec<String> {
    let schema = compile(&json!({ "properties": { "n": rule } }));
    let text = format!(r#"{{"n":{number}}}"#);
    let found = schema.validate(&text, 128);
    assert_eq!(judged(&schema, &[&text[..6], &text[6..]]).1, found);
    found.into_iter().map(|issue| issue.message).collect()
}

#[test]
fn up_to_64_bits_every_digit_counts() {
    for (rule, right, others) in [
        (
            json!({ "maximum": 9_007_199_254_740_992_i64 }),
            "9007199254740992",
            "9007199254740993",
        ),
        (
            json!({ "exclusiveMinimum": 9_007_199_254_740_992_i64 }),
            "9007199254740993",
            "9007199254740992",
        ),
        (
            json!({ "multipleOf": 2 }),
            "9007199254740994",
            "9007199254740993",
        ),
        (
            json!({ "const": 9_007_199_254_740_992_i64 }),
            "9007199254740992",
            "9007199254740993",
        ),
        (
            json!({ "enum": [-9_007_199_254_740_992_i64] }),
            "-9007199254740992",
            "-9007199254740993",
        ),
    ] {
        assert_eq!(wrong(&rule, right), [""; 0], "{rule}");
        let message = wrong(&rule, others).join("");
        assert!(
            message.ends_with(&format!("received {others}")),
            "{message}"
        );
    }
    let list = json!({ "uniqueItems": true });
    assert_eq!(wrong(&list, "[9007199254740992,9007199254740993]"), [""; 0]);
    assert_eq!(wrong(&list, "[9007199254740993,9007199254740993]").len(), 1);
}

#[test]
fn beyond_64_bits_numbers_that_can_not_be_compared_are_refused() {
    let long = "18446744073709551617";
    for rule in [
        json!({ "type": "integer" }),
        json!({ "minimum": 0, "maximum": 1e30 }),
        json!({ "enum": [1, "a"] }),
    ] {
        // The last two are compared with numbers far from it.
        let found = wrong(&rule, long);
        assert!(
            !found
                .iter()
                .any(|message| message.contains("more than 64 bits"))
                || rule["maximum"] == json!(1e30),
            "{found:?}"
        );
    }
    assert_eq!(
        wrong(&json!({ "type": "integer", "minimum": 0 }), long),
        [""; 0]
    );
    for rule in [
        json!({ "multipleOf": 2 }),
        json!({ "const": 18_446_744_073_709_551_615_u64 }),
        json!({ "uniqueItems": true }),
    ] {
        let found = wrong(&rule, long);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("more than 64 bits"), "{found:?}");
    }
}

#[test]
fn a_number_with_a_zero_fraction_is_an_integer_except_in_draft_4() {
    assert_eq!(wrong(&json!({ "type": "integer" }), "1.0"), [""; 0]);
    assert_eq!(
        wrong(&json!({ "type": "integer" }), "1.5"),
        ["expected an integer, received 1.5"]
    );
    assert_eq!(
        wrong(&json!({ "type": "string" }), "5.0"),
        ["expected a string, received 5"]
    );
}
