//! Numbers and their digits, as JavaScript reads and writes them.

use ag_ui_lit::json::{ReadOptions, canonical, read};
use ag_ui_lit::schema::Schema;
use wasm_bindgen_test::wasm_bindgen_test;

fn canonical_of(text: &str) -> Result<String, String> {
    let document = read(text, ReadOptions::default()).map_err(|error| error.to_string())?;
    Ok(canonical(document.tree.root().unwrap()))
}

#[wasm_bindgen_test]
fn numbers_of_any_length_are_the_nearest_doubles() {
    for (text, expected) in [
        ("0.1234567890123456789", "0.12345678901234568"),
        ("-0.0", "0"),
        ("123456789012345e-30", "1.23456789012345e-16"),
        ("1.7976931348623158e308", "1.7976931348623157e+308"),
        ("9007199254740992", "9007199254740992"),
        ("1e21", "1e+21"),
        ("2.4703282292062328e-324", "5e-324"),
    ] {
        assert_eq!(canonical_of(text).as_deref(), Ok(expected), "{text}");
    }
}

#[wasm_bindgen_test]
fn numbers_that_no_double_holds_are_refused() {
    for (text, expected) in [
        ("1e400", "1e400"),
        ("9007199254740993", "9007199254740993"),
        (&"9".repeat(400), "9999"),
    ] {
        let refused = canonical_of(text).unwrap_err();
        assert!(refused.contains(expected), "{refused}");
    }
}

#[wasm_bindgen_test]
fn decimals_are_divided_and_told_as_they_were_written() {
    let schema = Schema::read(r#"{ "multipleOf": 0.01, "maximum": 1e21 }"#).unwrap();
    assert!(schema.validate("19.99").is_empty());
    assert_eq!(
        schema.validate("0.005")[0].message,
        "expected a multiple of 0.01, received 0.005"
    );
    assert_eq!(
        schema.validate("1.5e22")[0].message,
        "expected a number of at most 1e+21, received 1.5e+22"
    );
}
