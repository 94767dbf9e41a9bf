//! Cases in the form of the official JSON-Schema-Test-Suite, and how they are read.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]
#![allow(dead_code, reason = "each test uses some of it")]

use std::fs;
use std::path::{Path, PathBuf};

use ag_ui_lit::json::{self, ReadOptions, Reader};
use ag_ui_lit::schema::{Progress, Schema, Verdict};
use serde_json::Value;

/// The suite's folders, and what their schemas are written in.
pub const DRAFTS: [(&str, &str); 5] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    (
        "draft2019-09",
        "https://json-schema.org/draft/2019-09/schema",
    ),
    (
        "draft2020-12",
        "https://json-schema.org/draft/2020-12/schema",
    ),
];

/// The folder of a draft's cases: our own sample. The official suite runs through the built package (`schemas`).
pub fn folder(draft: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sample = root.join("tests/schema-suite/sample").join(draft);
    sample.is_dir().then_some(sample)
}

/// The suite leaves `$schema` out where the folder says it all.
pub fn in_dialect(schema: &Value, dialect: &str) -> Value {
    let mut schema = schema.clone();
    if let Some(members) = schema.as_object_mut() {
        members.entry("$schema").or_insert_with(|| dialect.into());
    }
    schema
}

pub fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap()
}

pub fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(json_files(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}

pub fn read(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

pub fn compile(schema: &Value) -> Schema {
    Schema::read(&schema.to_string()).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

pub fn check(schema: &Schema, text: &str) -> Verdict {
    let document = json::read(text, ReadOptions::default()).unwrap();
    schema.check(document.tree.root().unwrap())
}

/// What is known after each piece of a text, the last one being the end.
pub fn verdicts(schema: &Schema, pieces: &[&str]) -> Vec<Verdict> {
    let mut reader = Reader::new(ReadOptions::default());
    let mut progress = Progress::default();
    let mut verdicts: Vec<Verdict> = pieces
        .iter()
        .map(|piece| {
            reader.push(piece).unwrap();
            progress.advance(schema, reader.tree())
        })
        .collect();
    reader.finish().unwrap();
    verdicts.push(progress.advance(schema, reader.tree()));
    verdicts
}
