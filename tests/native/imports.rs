//! The core does not use JavaScript: only the driver names a crate that leads to it. `tests/browser/page-globals.spec.ts`
//! checks the imports of the built module.

use std::fs;
use std::path::{Path, PathBuf};

const BINDINGS: [&str; 8] = [
    "wasm_bindgen",
    "js_sys",
    "web_sys",
    "gloo",
    "JsValue",
    "serde_wasm_bindgen",
    "std::time",
    "futures",
];

#[test]
fn only_the_driver_names_javascript_and_time() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let found: Vec<_> = files_under(&source)
        .into_iter()
        .filter(|path| !path.starts_with(source.join("wasm")))
        .flat_map(|path| lines_that_name(&path, &BINDINGS))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A borrow in a variable may be alive when JavaScript runs. In the driver every borrow ends with its statement, except in
/// functions that call nothing.
#[test]
fn the_driver_holds_no_borrow_while_it_calls_javascript() {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wasm");
    for path in files_under(&driver) {
        let text = fs::read_to_string(&path).unwrap();
        for function in text
            .split("fn ")
            .filter(|function| keeps_a_borrow(function))
        {
            let calls = [
                "into_ts(",
                "to_rust(",
                "into_js(",
                ".call",
                "go_on(",
                "waiting.begin(",
            ];
            let called = calls.iter().find(|call| function.contains(**call));
            assert!(called.is_none(), "{}: fn {function}", path.display());
        }
    }
}

fn keeps_a_borrow(function: &str) -> bool {
    function.lines().any(|line| {
        let line = line.trim();
        line.starts_with("let ")
            && (line.ends_with(".borrow();") || line.ends_with(".borrow_mut();"))
    })
}

fn lines_that_name(path: &Path, names: &[&str]) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("//") && names.iter().any(|name| line.contains(name))
    });
    lines
        .map(|line| format!("{}: {line}", path.display()))
        .collect()
}

fn files_under(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                files_under(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
