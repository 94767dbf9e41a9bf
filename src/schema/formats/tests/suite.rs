use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{DIALECTS, format_of, ours};
use crate::schema::Dialect;

/// The files of formats that are not ours.
const OTHERS: [&str; 5] = [
    "ecmascript-regex.json",
    "idn-email.json",
    "idn-hostname.json",
    "regex.json",
    "unknown.json",
];

#[test]
fn every_format_test_of_the_official_suite_passes() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/json-schema-test-suite/tests");
    if !root.is_dir() {
        eprintln!("skipped: there is no {}", root.display());
        return;
    }
    let mut failures = Vec::new();
    let mut tests = 0;
    for (dialect, draft) in DIALECTS {
        for file in fs::read_dir(root.join(draft).join("optional/format")).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if !OTHERS.contains(&name) {
                let text = fs::read_to_string(&path).unwrap();
                let groups: Vec<Value> = serde_json::from_str(&text).unwrap();
                tests += run(dialect, &groups, &mut failures);
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(tests > 1_000, "{tests}");
}

/// Runs a file's tests and says how many texts there were.
fn run(dialect: Dialect, groups: &[Value], failures: &mut Vec<String>) -> usize {
    let mut count = 0;
    for group in groups {
        let name = group["schema"]["format"].as_str().unwrap();
        assert!(format_of(name, dialect).is_some(), "{name}, {dialect:?}");
        for test in group["tests"].as_array().unwrap() {
            let Some(text) = test["data"].as_str() else {
                continue;
            };
            count += 1;
            if ours(name, dialect, text) != test["valid"].as_bool().unwrap() {
                failures.push(format!(
                    "{dialect:?} {name} {text:?}: {}",
                    test["description"]
                ));
            }
        }
    }
    count
}
