//! Regular expressions, where there is little stack.

use ag_ui_lit::pattern::{MAX_DEPTH, Match, Pattern};
use wasm_bindgen_test::wasm_bindgen_test;

/// The stack of a wasm module is one mebibyte.
#[wasm_bindgen_test]
fn the_deepest_patterns_are_read_and_matched() {
    for (open, close) in [
        ("(", ")"),
        ("(?:b|", ")?"),
        (r"(?=\1|(b)|", ")"),
        ("(?:", "){1,}"),
    ] {
        let pattern = format!("{}a{}", open.repeat(MAX_DEPTH), close.repeat(MAX_DEPTH));
        if let Ok(pattern) = Pattern::new(&pattern) {
            assert_ne!(pattern.is_match("ba", 2), Match::No);
        }
    }
    assert!(Pattern::new(&"(".repeat(1_000_000)).is_err());
}

#[wasm_bindgen_test]
fn properties_and_cases_are_known_without_asking_the_page() {
    for (pattern, text) in [(r"^\p{L}\p{Script=Greek}$", "éα"), ("(?i:^ſ$)", "S")] {
        assert_eq!(
            Pattern::new(pattern).unwrap().is_match(text, 10),
            Match::Yes
        );
    }
}
