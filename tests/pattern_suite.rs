//! Regular expressions: what the official JSON-Schema-Test-Suite says of them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::pattern::{Match, Pattern};
use serde_json::Value;
use suite::{DRAFTS, json_files, read};

#[allow(dead_code, reason = "other suites use the rest")]
mod suite;

#[test]
fn the_official_suite_agrees() {
    if !suite::official().is_dir() {
        return;
    }
    let mut matched = 0;
    for (draft, _) in DRAFTS {
        for file in suite::folders(draft)
            .iter()
            .flat_map(|folder| json_files(folder))
        {
            // Elsewhere a format is an annotation.
            let is_format = file.components().any(|part| part.as_os_str() == "format");
            for group in read(&file).as_array().unwrap() {
                for case in group["tests"].as_array().unwrap() {
                    matched += usize::from(agrees(group, case, is_format));
                }
            }
        }
    }
    assert!(matched > 100, "only {matched} tests of patterns");
}

/// Compares a test that is about nothing but a pattern; says whether it was one.
fn agrees(group: &Value, case: &Value, is_format: bool) -> bool {
    let (Value::Object(schema), Some(text)) = (&group["schema"], case["data"].as_str()) else {
        return false;
    };
    let mut keywords = schema.iter().filter(|(key, _)| *key != "$schema");
    let (Some((keyword, value)), None) = (keywords.next(), keywords.next()) else {
        return false;
    };
    let found = match (keyword.as_str(), value.as_str().unwrap_or_default()) {
        ("pattern", pattern) => {
            Pattern::new(pattern).unwrap().is_match(text, text.len()) == Match::Yes
        }
        ("format", "regex") if is_format => Pattern::new(text).is_ok(),
        _ => return false,
    };
    assert_eq!(
        case["valid"], found,
        "{}: {}",
        group["description"], case["description"]
    );
    true
}
