use std::ops::Range;

use regex::{Regex, RegexBuilder};
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;

/// The maximum length of an expression, in characters.
const MAX_CHARACTERS: usize = 1000;
/// The maximum size of a compiled expression, in bytes: `{100}{100}` unfolds. `\w{50}` takes 0.9 MB, for the letters of all scripts.
const MAX_SIZE: usize = 4 * 1024 * 1024;
/// The maximum product of an expression's states and a line's length, which determines the time of a search that can't be
/// interrupted within a line. In the worst case it takes about a twentieth of a second natively, and several times that in a
/// page.
const MAX_STEPS: usize = 1 << 22;
/// The maximum length of a line that is searched, in bytes.
const LONGEST_LINE: usize = 128 * 1024;
/// The maximum depth of nested groups.
const MAX_DEPTH: u32 = 50;
/// The maximum memory of a search, in bytes.
const MAX_CACHE: usize = 1024 * 1024;

/// An expression for searching single lines.
#[derive(Debug, Clone)]
pub struct LinePattern {
    regex: Regex,
    longest: usize,
}

impl LinePattern {
    /// Reads an expression of the `regex` crate, or a literal text. Searching takes time in proportion to the text.
    ///
    /// # Errors
    ///
    /// The fault, as the end of a sentence.
    pub fn new(text: &str, is_literal: bool, ignores_case: bool) -> Result<Self, String> {
        if text.is_empty() {
            return Err("is empty, and would match every line".to_owned());
        }
        if text.chars().count() > MAX_CHARACTERS {
            return Err(format!("is longer than {MAX_CHARACTERS} characters"));
        }
        if text.contains('\n') {
            return Err("contains a line feed, but is matched against single lines".to_owned());
        }
        let source = if is_literal {
            regex::escape(text)
        } else {
            text.to_owned()
        };
        let regex = RegexBuilder::new(&source)
            .case_insensitive(ignores_case)
            .size_limit(MAX_SIZE)
            .dfa_size_limit(MAX_CACHE)
            .nest_limit(MAX_DEPTH)
            .build()
            .map_err(|error| fault(&error))?;
        let longest = (MAX_STEPS / states(&source, ignores_case)).min(LONGEST_LINE);
        Ok(Self { regex, longest })
    }

    /// The length of a line that can be searched, in bytes: the larger the expression, the shorter.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The first match in a line.
    #[must_use]
    pub fn find(&self, line: &str) -> Option<Range<usize>> {
        self.regex.find(line).map(|found| found.range())
    }
}

/// The number of states that a search may be in at once. A class such as `\w` counts as one, regardless of the bytes of its
/// characters. So the count is for ASCII alone, unless the expression is invalid then.
fn states(source: &str, ignores_case: bool) -> usize {
    let count = |is_unicode| {
        let syntax = syntax::Config::new()
            .case_insensitive(ignores_case)
            .nest_limit(MAX_DEPTH)
            .unicode(is_unicode)
            .utf8(is_unicode);
        let size = thompson::Config::new().nfa_size_limit(Some(MAX_SIZE));
        let automaton = thompson::Compiler::new()
            .syntax(syntax)
            .configure(size)
            .build(source);
        automaton.ok().map(|automaton| automaton.states().len())
    };
    count(false)
        .or_else(|| count(true))
        .unwrap_or(MAX_STEPS)
        .max(1)
}

fn fault(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(_) => "unfolds into too much. Use smaller counts in braces, or \\w instead of all letters of all \
                                            scripts such as \\p{L}"
            .to_owned(),
        error => {
            let text = error.to_string();
            let fault = text.lines().last().unwrap_or_default();
            format!(
                "is not a valid expression: {}. Look-around and back references are not supported; with literal: true the pattern is literal text",
                fault.trim_start_matches("error: ").trim_end_matches('.')
            )
        }
    }
}
