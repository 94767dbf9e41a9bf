//! The stack of a wasm module is one mebibyte. Input of the maximum depth must not overflow it.

use ag_ui_lit::json::{ReadOptions, canonical, read};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn endless_nesting_is_refused_without_recursion() {
    assert!(read(&"[".repeat(1_000_000), ReadOptions::default()).is_err());
}

#[wasm_bindgen_test]
fn arguments_of_the_maximum_depth_can_be_written() {
    let deepest = 512;
    let text = format!("{}{}", "[".repeat(deepest), "]".repeat(deepest));
    let options = ReadOptions {
        max_depth: deepest,
        ..ReadOptions::default()
    };
    let document = read(&text, options).unwrap();
    assert_eq!(document.to_text(), text);
    assert_eq!(canonical(document.tree.root().unwrap()), text);
}
