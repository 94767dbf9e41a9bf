use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

/// The maximum length of a path, in characters.
const MAX_CHARACTERS: usize = 4096;
/// The maximum depth of a path, in names.
pub const MAX_DEPTH: usize = 64;

/// A path that stays within the root: names, from the root downwards. Without names it is the root.
///
/// # Examples
///
/// ```
/// use ag_ui_lit_toolbox::files::FilePath;
///
/// assert_eq!(FilePath::parse("/notes/today.txt").unwrap().to_string(), "notes/today.txt");
/// assert!(FilePath::parse("../secret").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct FilePath(Vec<String>);

impl FilePath {
    /// The root.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Reads a path. A leading `/` means the root.
    ///
    /// # Errors
    ///
    /// The fault, and the allowed paths.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.chars().count() > MAX_CHARACTERS {
            return Err(format!(
                "is longer than {MAX_CHARACTERS} characters. {ALLOWED}"
            ));
        }
        let names = text.strip_prefix('/').unwrap_or(text);
        if names.is_empty() {
            return Ok(Self::root());
        }
        let names: Vec<_> = names.split('/').map(str::to_owned).collect();
        if names.len() > MAX_DEPTH {
            return Err(format!("is deeper than {MAX_DEPTH} names. {ALLOWED}"));
        }
        match names.iter().find_map(|name| fault(name)) {
            Some(fault) => Err(format!("{fault}. {ALLOWED}")),
            None => Ok(Self(names)),
        }
    }

    /// The names, from the root downwards.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Returns true for the root.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The folder of the path, and its last name; `None` for the root.
    #[must_use]
    pub fn split(&self) -> Option<(Self, &str)> {
        let (name, folder) = self.0.split_last()?;
        Some((Self(folder.to_vec()), name))
    }

    /// A path in this folder; `None` if the name could not be written in a path.
    #[must_use]
    pub fn join(&self, name: &str) -> Option<Self> {
        if self.0.len() >= MAX_DEPTH || name.contains('/') || fault(name).is_some() {
            return None;
        }
        let mut names = self.0.clone();
        names.push(name.to_owned());
        Some(Self(names))
    }
}

const ALLOWED: &str = "Write the names from the root downwards with / between them, such as notes/today.txt; nothing outside of the root \
                       can be reached";

/// The fault of a name.
fn fault(name: &str) -> Option<String> {
    let fault = match name {
        "" => "has an empty name in it".to_owned(),
        "." | ".." => format!("has the name \"{name}\" in it"),
        _ if name.contains('\\') => "has a backslash in it".to_owned(),
        _ if name.chars().any(char::is_control) => "has a control character in it".to_owned(),
        _ => return None,
    };
    Some(fault)
}

impl TryFrom<String> for FilePath {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_root() {
            return formatter.write_str("/");
        }
        formatter.write_str(&self.0.join("/"))
    }
}

/// Text in the model's schema.
impl JsonSchema for FilePath {
    fn schema_name() -> Cow<'static, str> {
        "FilePath".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}
