use globset::{GlobBuilder, GlobMatcher};

/// The maximum length of a pattern, in characters.
const MAX_CHARACTERS: usize = 500;
/// The maximum number of alternatives, multiplied over all braces of a pattern such as `{a,b}{c,d}`.
const MAX_ALTERNATIVES: usize = 1000;

/// A pattern of paths: `*` within a name, `**` across folders, `?`, `[a-z]`, `{a,b}`. Without a `/` it matches names, in any
/// folder.
///
/// # Examples
///
/// ```
/// use ag_ui_lit_toolbox::search::PathPattern;
///
/// let pattern = PathPattern::new("*.{js,ts}").unwrap();
/// assert!(pattern.fits("src/deep/main.ts"));
/// ```
#[derive(Debug, Clone)]
pub struct PathPattern(GlobMatcher);

impl PathPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// The fault, as the end of a sentence.
    pub fn new(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("is empty. `**` stands for every file".to_owned());
        }
        if text.chars().count() > MAX_CHARACTERS {
            return Err(format!(
                "is longer than {MAX_CHARACTERS} characters. Use several calls"
            ));
        }
        if alternatives(text) > MAX_ALTERNATIVES {
            return Err(format!(
                "stands for more than {MAX_ALTERNATIVES} alternatives in braces. Use fewer, or `*`"
            ));
        }
        let names = text.strip_prefix('/').unwrap_or(text);
        let everywhere;
        let pattern = if text.contains('/') {
            names
        } else {
            everywhere = format!("**/{names}");
            &everywhere
        };
        let glob = GlobBuilder::new(pattern)
            .literal_separator(true)
            .backslash_escape(true)
            .empty_alternates(true)
            .build()
            .map_err(|error| {
                format!(
                    "is not a pattern: {}. Allowed are * ** ? [a-z] {{a,b}}",
                    error.kind()
                )
            })?;
        Ok(Self(glob.compile_matcher()))
    }

    /// Returns true if the pattern matches a path.
    #[must_use]
    pub fn fits(&self, path: &str) -> bool {
        self.0.is_match(path)
    }
}

/// The maximum number of alternatives of a pattern's braces, with nested ones multiplied as well.
fn alternatives(text: &str) -> usize {
    let mut product = 1_usize;
    let mut open = Vec::new();
    for character in text.chars() {
        match character {
            '{' => open.push(1_usize),
            ',' => {
                if let Some(count) = open.last_mut() {
                    *count += 1;
                }
            }
            '}' => product = product.saturating_mul(open.pop().unwrap_or(1)),
            _ => {}
        }
    }
    product
}
