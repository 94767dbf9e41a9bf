//! Generated files of the page's half. The tests of other crates include this file.

use std::fs;
use std::path::Path;

/// Fails if a file of `pkg-template/src` differs from `made`. With `UPDATE_CONSTANTS` it is written instead.
pub fn same_as_file(name: &str, made: &str, update: &str) {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = folders
        .find(|folder| folder.join("pkg-template").is_dir())
        .expect("the folder of the repository");
    let path = root.join("pkg-template/src").join(name);
    if std::env::var_os("UPDATE_CONSTANTS").is_some() {
        fs::write(&path, made).unwrap();
    }
    let file = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        file == made,
        "pkg-template/src/{name} differs from the Rust code. `{update}` generates it:\n\n{made}"
    );
}
