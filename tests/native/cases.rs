//! The number of random cases. The tests of other crates include this file.

use proptest::prelude::ProptestConfig;

/// The number of random cases of a test: few by default, or the value of `PROPTEST_CASES`.
pub fn cases() -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default()
    } else {
        ProptestConfig::with_cases(32)
    }
}
