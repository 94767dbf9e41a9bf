//! Reading JSON text: strict, bounded, and never a silently different number.

use std::collections::HashSet;

use ag_ui_lit::json::{
    self, ArgumentsError, BigIntegers, Document, Kind, MAX_DEPTH, MAX_LENGTH, Node, PathSegment,
    ReadOptions, SyntaxError, SyntaxErrorKind, canonical,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn read(text: &str) -> Result<Document, SyntaxError> {
    json::read(text, ReadOptions::default())
}

fn read_arguments(text: &str) -> Result<Document, ArgumentsError> {
    json::read_arguments(text, ReadOptions::default())
}

fn canonical_of(text: &str) -> String {
    canonical(read(text).unwrap().tree.root().unwrap())
}

fn message(text: &str) -> String {
    read(text).map_or_else(
        |error| error.to_string(),
        |read| format!("read {}", read.value()),
    )
}

#[test]
fn reads_every_kind_of_value() {
    let text =
        r#" {"a": [1, -0.5, 1e3, true, false, null, "x\n\u00e9\ud83d\ude00"], "b": {}, "c": []} "#;
    let expected = json!({
        "a": [1, -0.5, 1000.0, true, false, null, "x\né😀"],
        "b": {},
        "c": []
    });
    assert_eq!(read(text).unwrap().value(), expected);
}

#[test]
fn an_error_names_the_expected_and_the_found_text_and_its_place() {
    let cases = [
        ("", "expected a value, but the text ends at position 0"),
        ("nul", "expected null, but the text ends at position 3"),
        ("trux", "expected true, found 'x' at position 3"),
        ("[1,]", "expected a value, found ']' at position 3"),
        ("[1 2]", "expected ',' or ']', found '2' at position 3"),
        ("[1}", "expected ',' or ']', found '}' at position 2"),
        (r#"{"a":1]"#, "expected ',' or '}', found ']' at position 6"),
        ("{a: 1}", "expected a key or '}', found 'a' at position 1"),
        (
            r#"{"a" 1}"#,
            "expected ':' after the key, found '1' at position 5",
        ),
        (r#"{"a": 1,}"#, "expected a key, found '}' at position 8"),
        (
            "1 2",
            "expected the end of the text, found '2' at position 2",
        ),
        (
            "01",
            "expected the end of the text, found '1' at position 1",
        ),
        ("-", "expected a digit, but the text ends at position 1"),
        ("1.", "expected a digit, but the text ends at position 2"),
        ("1e+", "expected a digit, but the text ends at position 3"),
        (
            r#""abc"#,
            "expected '\"' at the end of the string, but the text ends at position 4",
        ),
        (r#""\q""#, r"unknown escape \q in a string at position 1"),
        (
            r#""\u12g4""#,
            r"expected four hexadecimal digits after \u at position 3",
        ),
        (
            "\"a\tb\"",
            "control character U+0009 in a string must be written as an escape at position 2",
        ),
        ("\u{0}", "expected a value, found U+0000 at position 0"),
    ];
    for (text, expected) in cases {
        assert_eq!(message(text), expected, "{text:?}");
    }
}

#[test]
fn a_text_may_have_exactly_the_maximum_length() {
    let most = format!("\"{}\"", "a".repeat(MAX_LENGTH - 2));
    assert_eq!(most.len(), MAX_LENGTH);
    assert!(read(&most).is_ok());
    let too_long = |pieces: &[&str]| {
        let mut reader = json::Reader::new(ReadOptions::default());
        pieces.iter().find_map(|piece| reader.push(piece).err())
    };
    let error = Some(SyntaxErrorKind::TooLong(MAX_LENGTH));
    assert_eq!(too_long(&["[", &most]).map(|error| error.kind), error);
    assert_eq!(too_long(&["[[", &most]).map(|error| error.kind), error);
}

#[test]
fn positions_count_utf16_units_as_javascript_does() {
    assert_eq!(
        message("\"😀é\" x"),
        "expected the end of the text, found 'x' at position 6"
    );
}

#[test]
fn an_integer_that_a_double_would_round_is_refused() {
    for exact in [
        "9007199254740991",
        "-9007199254740992",
        "100000000000000000000",
        "0",
        "-0",
    ] {
        assert!(read(exact).is_ok(), "{exact}");
    }
    for inexact in [
        "9007199254740993",
        "-9007199254740993",
        "123456789012345678901",
    ] {
        let error = read(inexact).unwrap_err();
        assert_eq!(
            error.kind,
            SyntaxErrorKind::InexactInteger(inexact.to_owned())
        );
    }
    // A number with a fraction or an exponent was never meant to be exact.
    assert!(read("9007199254740993.0").is_ok());
}

#[test]
fn big_integers_can_be_kept_as_digits_or_rounded() {
    let text = r#"{"a": [1, {"id": -9007199254740993}], "b": 9007199254740992}"#;
    let with = |big_integers| {
        let options = ReadOptions {
            big_integers,
            ..ReadOptions::default()
        };
        json::read(text, options).unwrap()
    };
    let kept = with(BigIntegers::Bigint).big_integers;
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].digits, "-9007199254740993");
    assert_eq!(
        kept[0].path,
        [
            PathSegment::Key("a".into()),
            PathSegment::Index(1),
            PathSegment::Key("id".into())
        ]
    );
    let rounded = with(BigIntegers::Number);
    assert!(rounded.big_integers.is_empty());
    assert_eq!(
        rounded.value()["a"][1]["id"],
        json!(-9_007_199_254_740_992.0)
    );
}

#[test]
fn equivalent_values_have_one_canonical_text() {
    let same = [
        r#"{"b":[1,0,"\u00e9"],"a":{}}"#,
        r#" {"a": { }, "b" : [1.0, -0, "é"]} "#,
        r#"{"b":[10e-1,0.0,"é"],"a":{}}"#,
    ];
    for text in same {
        assert_eq!(
            canonical_of(text),
            r#"{"a":{},"b":[1.0,0.0,"é"]}"#,
            "{text}"
        );
    }
    assert_ne!(canonical_of(r#""1""#), canonical_of("1"));
    assert_ne!(canonical_of(r#"{ "a": null }"#), canonical_of("{}"));
}

#[test]
fn a_number_out_of_range_is_refused() {
    for text in ["1e400", "-1e400", &format!("1{}", "0".repeat(400))] {
        let error = read(text).unwrap_err();
        assert!(
            matches!(error.kind, SyntaxErrorKind::NumberOutOfRange(_)),
            "{error}"
        );
    }
    assert_eq!(read("1e-400").unwrap().value(), json!(0.0));
}

#[test]
fn negative_zero_stays_negative() {
    let value = read("-0").unwrap().value();
    assert!(value.as_f64().unwrap().is_sign_negative());
}

#[test]
fn depth_is_limited_and_endless_nesting_costs_no_stack() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read(&nested(MAX_DEPTH)).is_ok());
    let error = read(&nested(MAX_DEPTH + 1)).unwrap_err();
    assert_eq!(error.kind, SyntaxErrorKind::TooDeep(MAX_DEPTH));
    assert!(read(&"[".repeat(1_000_000)).is_err());
    assert!(read(&r#"{"a":"#.repeat(1_000_000)).is_err());
}

#[test]
fn a_lone_surrogate_is_replaced_and_reported() {
    for (text, value) in [
        (r#""\ud800""#, "\u{FFFD}"),
        (r#""\udc00x""#, "\u{FFFD}x"),
        (r#""\ud800\ud800\udc00""#, "\u{FFFD}\u{10000}"),
        (r#""\ud800\n""#, "\u{FFFD}\n"),
    ] {
        let document = read(text).unwrap();
        assert_eq!(
            (document.value(), document.exact),
            (json!(value), false),
            "{text}"
        );
    }
    assert!(read(r#""\ud83d\ude00""#).unwrap().exact);
}

#[test]
fn a_key_is_the_same_however_it_is_written() {
    for text in [
        r#"{"abcd": 1, "\u0061bcd": 2}"#,
        r#"{"\u0061bcd": 1, "abcd": 2}"#,
    ] {
        assert_eq!(read(text).unwrap().value(), json!({ "abcd": 2 }), "{text}");
        assert_eq!(read(text).unwrap().to_text(), r#"{"abcd":2}"#, "{text}");
    }
}

#[test]
fn the_last_of_duplicate_keys_wins() {
    assert_eq!(
        read(r#"{"a": 1, "a": 2}"#).unwrap().value(),
        json!({ "a": 2 })
    );
}

#[test]
fn arguments_are_an_object_and_blank_text_is_an_empty_one() {
    assert_eq!(read_arguments(" \n").unwrap().value(), json!({}));
    assert_eq!(
        read_arguments(r#"{"__proto__": 1}"#).unwrap().value(),
        json!({ "__proto__": 1 })
    );
    for (text, kind) in [
        ("5", "a number"),
        ("\"x\"", "a string"),
        ("true", "a boolean"),
        ("null", "null"),
    ] {
        let message = read_arguments(text).unwrap_err().to_string();
        assert_eq!(
            message,
            format!("The arguments must be a JSON object, not {kind}.")
        );
    }
}

#[test]
fn the_json_test_suite_has_the_expected_results() {
    for (name, text) in crate::json_corpus::files() {
        match name.as_bytes()[0] {
            b'y' => assert!(read(&text).is_ok(), "{name}: {}", message(&text)),
            b'n' => assert!(read(&text).is_err(), "{name}"),
            _ => drop(read(&text)),
        }
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-9_007_199_254_740_991_i64..9_007_199_254_740_991).prop_map(Value::from),
        any::<f64>()
            .prop_filter("JSON has no NaN", |number| number.is_finite())
            .prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(".*", inner, 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn written_values_are_read_back(value in any_json()) {
        let text = value.to_string();
        // An integer beyond 2^53 is written with a fraction or an exponent, so it is read as a double.
        prop_assert_eq!(read(&text).unwrap().value(), value);
    }

    #[test]
    fn agrees_with_another_strict_reader_on_any_text(text in r#"[\[\]{}:,"\\0-9eE+\-.tfnu a-f]{0,24}"#) {
        let theirs = serde_json::from_str::<Value>(&text);
        match read(&text) {
            Ok(document) if document.exact => prop_assert_eq!(document.value(), theirs.unwrap()),
            Ok(_) => {}
            Err(error) => match error.kind {
                SyntaxErrorKind::InexactInteger(_) | SyntaxErrorKind::NumberOutOfRange(_) => {}
                _ => prop_assert!(theirs.is_err(), "{}", text),
            },
        }
    }

    #[test]
    fn never_panics_and_points_into_the_text(text in any::<String>()) {
        if let Err(error) = read(&text) {
            prop_assert!(error.position <= text.encode_utf16().count());
        }
    }

    #[test]
    fn a_decimal_number_is_read_as_the_nearest_double(text in r"-?(0|[1-9][0-9]{0,16})\.[0-9]{1,17}") {
        let read = read(&format!("[{text}]")).unwrap().value();
        let expected: f64 = text.parse().unwrap();
        prop_assert_eq!(read[0].as_f64().unwrap().to_bits(), expected.to_bits(), "{}", text);
    }

    #[test]
    fn the_last_of_any_duplicate_keys_wins(keys in prop::collection::vec("[ab]{0,2}|[a-z]{9}[ab]", 0..40)) {
        let members: Vec<String> = (0..).zip(&keys).map(|(at, key)| format!("{key:?}:{at}")).collect();
        let text = format!("{{{}}}", members.join(","));
        let document = read(&text).unwrap();
        prop_assert_eq!(document.value(), serde_json::from_str::<Value>(&text).unwrap());
        let Some(Kind::Object(members)) = document.tree.root().map(Node::kind) else { unreachable!() };
        let unique: HashSet<&String> = keys.iter().collect();
        prop_assert_eq!(members.count_all() as usize, unique.len());
    }
}

#[test]
fn the_places_of_big_integers_take_bounded_memory() {
    let options = ReadOptions {
        big_integers: BigIntegers::Bigint,
        ..ReadOptions::default()
    };
    let numbers = |count: usize| vec!["9007199254740993"; count].join(",");
    let long = format!(r#"{{"{}": [{}]}}"#, "k".repeat(1_000_000), numbers(10_000));
    let deep = format!("{}{}{}", "[".repeat(128), numbers(100_000), "]".repeat(128));
    for text in [long, deep] {
        let refused = ag_ui_lit::json::read(&text, options)
            .unwrap_err()
            .to_string();
        assert!(refused.starts_with("too many integers"), "{refused}");
    }
    let many = format!(r#"{{"ids": [{}]}}"#, numbers(100_000));
    assert_eq!(
        ag_ui_lit::json::read(&many, options)
            .unwrap()
            .big_integers
            .len(),
        100_000
    );
}
