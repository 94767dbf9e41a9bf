//! The official JSON-Schema-Test-Suite, natively. `tests/schema-suite/` runs it through the built package.
//!
//! The suite is not part of this repository: it is read from `../shared/data/json-schema-test-suite` beside it, or
//! from where `JSON_SCHEMA_TEST_SUITE` says. Without it only our own sample runs.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]
#![allow(clippy::print_stdout, reason = "the score is what the suite is for")]

use std::collections::BTreeMap;
use std::path::Path;

use ag_ui_lit::schema::{Schema, SchemaOptions};
use serde_json::Value;
use suite::{DRAFTS, in_dialect, json_files, read, text};

mod suite;

#[derive(Default)]
struct Score {
    passed: usize,
    known: usize,
    refused: usize,
    /// By name, with what happened.
    failed: BTreeMap<String, String>,
}

#[test]
fn every_test_of_the_suite_passes_or_is_a_known_failure() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known = read(&root.join("tests/schema-suite/known-failures.json"));
    let known = known["everywhere"].as_object().unwrap();
    let suite = suite::official();
    let mut wrong = Vec::new();
    let mut failures = BTreeMap::new();
    for (draft, dialect) in DRAFTS {
        for folder in suite::folders(draft) {
            let score = run_folder(&folder, draft, dialect, known);
            println!(
                "{draft}: {} passed, {} known failures, {} refused by rule, {} failed",
                score.passed,
                score.known,
                score.refused,
                score.failed.len() - score.known
            );
            failures.extend(score.failed);
        }
    }
    for (name, what) in &failures {
        if !is_known(known, name) {
            wrong.push(format!("{name}: {what}"));
        }
    }
    if suite.is_dir() {
        let failed = |listed: &str| failures.keys().any(|name| name.starts_with(listed));
        let mended = known.keys().filter(|listed| !failed(listed));
        wrong.extend(mended.map(|name| format!("{name}: is listed as a failure, but passes")));
    } else {
        println!(
            "{} is missing: clone it to run the official suite",
            suite.display()
        );
    }
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong",
        wrong.join("\n"),
        wrong.len()
    );
}

fn run_folder(
    folder: &Path,
    draft: &str,
    dialect: &str,
    known: &serde_json::Map<String, Value>,
) -> Score {
    let mut score = Score::default();
    for file in json_files(folder) {
        let part = file.strip_prefix(folder).unwrap().display().to_string();
        // `format` is an annotation unless asked for: the required part says so, the optional part asks.
        let formats = part.starts_with("optional");
        for case in read(&file).as_array().unwrap() {
            let name = format!("{draft}/{part} › {}", text(case, "description"));
            let schema = in_dialect(&case["schema"], dialect);
            let compiled = Schema::read_with(
                &schema.to_string(),
                SchemaOptions {
                    formats,
                    ..SchemaOptions::default()
                },
            );
            for test in case["tests"].as_array().unwrap() {
                let name = format!("{name} › {}", text(test, "description"));
                let verdict = match &compiled {
                    Ok(schema) => Ok(schema.validate(&test["data"].to_string()).is_empty()),
                    Err(_) if looks_outside(&schema) => {
                        score.refused += 1;
                        continue;
                    }
                    Err(error) => Err(format!("refused: {error}")),
                };
                if verdict.as_ref().ok() == test["valid"].as_bool().as_ref() {
                    score.passed += 1;
                } else {
                    score.known += usize::from(is_known(known, &name));
                    score.failed.insert(name, format!("{verdict:?}"));
                }
            }
        }
    }
    score
}

/// A listed name is that of a file, a case or a test, and stands for all in it that fails.
fn is_known(known: &serde_json::Map<String, Value>, name: &str) -> bool {
    known.keys().any(|listed| name.starts_with(listed.as_str()))
}

/// The rule for what is refused: documents outside the schema, also the dialects' own, are never looked up.
fn looks_outside(schema: &Value) -> bool {
    schema.to_string().contains("//localhost:1234") || refers_to_a_dialect(schema)
}

fn refers_to_a_dialect(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.iter().any(|(key, value)| {
            let address = value.as_str().unwrap_or_default();
            key == "$ref" && address.contains("//json-schema.org/") || refers_to_a_dialect(value)
        }),
        Value::Array(items) => items.iter().any(refers_to_a_dialect),
        _ => false,
    }
}
