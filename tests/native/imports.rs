//! No JavaScript runs while the core's state is borrowed: there is none that the driver could call. The globals of a page
//! (`Number`, `BigInt`, `RegExp`, `Date`, `console`) are the page's code. `tests/browser/page-globals.spec.ts` looks at what
//! the built module imports; this says which line it was.

use std::fs;
use std::path::Path;

/// What calls JavaScript, or holds a value of it that can be called.
const CALLS: [&str; 9] = [
    "extern \"C\"",
    "js_sys",
    "web_sys",
    "gloo",
    "JsValue",
    "JsCast",
    "Closure",
    "wasm_bindgen_futures",
    "serde_wasm_bindgen",
];

#[test]
fn the_driver_calls_no_javascript() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wasm");
    let mut found = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let source = fs::read_to_string(&path).unwrap();
        for (line, text) in source.lines().enumerate() {
            let code = text.trim_start();
            if !code.starts_with("//") && CALLS.iter().any(|call| code.contains(call)) {
                found.push(format!("{}:{}: {code}", path.display(), line + 1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "A page's polyfill may throw there, or call back. Leave it to the TypeScript half, which holds no borrow; or call it \
         with `catch` and no borrow alive, test that in page-globals.spec.ts, and name it here:\n{}",
        found.join("\n")
    );
}
