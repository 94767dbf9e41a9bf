use std::ops::Range;

use regex::{Regex, RegexBuilder};

/// The longest expression, in characters.
const MAX_CHARACTERS: usize = 1000;
/// How large an expression may become, in bytes: what `{100}{100}` unfolds into.
const MAX_SIZE: usize = 128 * 1024;
/// How large the smallest is.
const MIN_SIZE: usize = 4 * 1024;
/// The size of an expression times the length of a line: searching takes time as they do, and nothing can stop it within a line. At
/// the worst it is about a tenth of a second natively, and several times that in a page.
const MAX_WORK: usize = 1 << 27;
/// How much memory searching may use, in bytes.
const MAX_CACHE: usize = 1024 * 1024;

/// An expression that is looked for in single lines.
#[derive(Debug, Clone)]
pub struct LinePattern {
    regex: Regex,
    longest: usize,
}

impl LinePattern {
    /// Reads an expression of the `regex` crate, or a text that is taken as it is. Searching takes time in proportion to the text.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as the end of a sentence.
    pub fn new(text: &str, is_literal: bool, ignores_case: bool) -> Result<Self, String> {
        if text.is_empty() {
            return Err("is empty, and would be in every line".to_owned());
        }
        if text.chars().count() > MAX_CHARACTERS {
            return Err(format!("is longer than {MAX_CHARACTERS} characters"));
        }
        if text.contains('\n') {
            return Err("has a line feed in it, but is looked for in single lines".to_owned());
        }
        let source = if is_literal {
            regex::escape(text)
        } else {
            text.to_owned()
        };
        let mut size = MIN_SIZE;
        loop {
            let built = RegexBuilder::new(&source)
                .case_insensitive(ignores_case)
                .size_limit(size)
                .dfa_size_limit(MAX_CACHE)
                .nest_limit(50)
                .build();
            match built {
                Ok(regex) => {
                    let longest = MAX_WORK / size;
                    return Ok(Self { regex, longest });
                }
                Err(regex::Error::CompiledTooBig(_)) if size < MAX_SIZE => size *= 2,
                Err(error) => return Err(fault(&error)),
            }
        }
    }

    /// How much of a line can be searched, in bytes: the larger the expression, the less.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Its first place in a line.
    #[must_use]
    pub fn find(&self, line: &str) -> Option<Range<usize>> {
        self.regex.find(line).map(|found| found.range())
    }
}

fn fault(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(_) => "unfolds into too much. Use smaller counts in braces, or \\w instead of all letters of all \
                                            scripts such as \\p{L}"
            .to_owned(),
        error => {
            let text = error.to_string();
            let said = text.lines().last().unwrap_or_default();
            format!(
                "is no expression: {}. Look-around and back references do not exist here; with literal: true the pattern is taken as it is",
                said.trim_start_matches("error: ").trim_end_matches('.')
            )
        }
    }
}
