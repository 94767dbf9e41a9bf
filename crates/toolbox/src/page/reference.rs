use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// The name of an element that `get_page` has shown: `e12`. It stays the element's as long as that lives, and is never another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Reference(NonZeroU32);

/// As many digits as a reference may have: more elements than a page can hold.
const MOST_DIGITS: usize = 9;

impl Reference {
    /// The reference with a number; there is none with zero.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "e{}", self.0)
    }
}

impl FromStr for Reference {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('e').filter(|digits| {
            digits.len() <= MOST_DIGITS
                && !digits.starts_with('0')
                && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
        digits
            .and_then(|digits| digits.parse().ok())
            .and_then(Self::new)
            .ok_or_else(|| "expected a reference as get_page shows it, such as \"e12\"".to_owned())
    }
}

impl TryFrom<String> for Reference {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Reference> for String {
    fn from(reference: Reference) -> Self {
        reference.to_string()
    }
}

impl JsonSchema for Reference {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Reference".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^e[1-9][0-9]{0,8}$" })
    }
}
