//! How much random tests try. The tests of other crates include this file.

use proptest::prelude::ProptestConfig;

/// The number of random cases that a test tries: few by default, or what `PROPTEST_CASES` says.
pub fn cases() -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default()
    } else {
        ProptestConfig::with_cases(32)
    }
}
