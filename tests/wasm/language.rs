//! Numbers, as the module reads them.

use ag_ui_lit::json::{ReadOptions, read};
use wasm_bindgen_test::wasm_bindgen_test;

fn number(text: &str) -> Result<f64, String> {
    let document = read(text, ReadOptions::default()).map_err(|error| error.to_string())?;
    Ok(document.tree.root().unwrap().as_f64().unwrap())
}

#[wasm_bindgen_test]
fn numbers_of_any_length_are_the_nearest_doubles() {
    for (text, expected) in [
        ("0.1234567890123456789", 0.123_456_789_012_345_68),
        ("123456789012345e-30", 1.234_567_890_123_45e-16),
        ("1.7976931348623158e308", f64::MAX),
        ("9007199254740992", 9_007_199_254_740_992.0),
        ("2.4703282292062328e-324", 5e-324),
    ] {
        assert_eq!(
            number(text).map(f64::to_bits),
            Ok(expected.to_bits()),
            "{text}"
        );
    }
}

#[wasm_bindgen_test]
fn numbers_that_no_double_holds_are_refused() {
    for (text, expected) in [
        ("1e400", "1e400"),
        ("9007199254740993", "9007199254740993"),
        (&"9".repeat(400), "9999"),
    ] {
        let refused = number(text).unwrap_err();
        assert!(refused.contains(expected), "{refused}");
    }
}
