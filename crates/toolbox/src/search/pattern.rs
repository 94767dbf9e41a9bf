use std::ops::Range;

use regex::{Regex, RegexBuilder};
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;

/// The longest expression, in characters.
const MAX_CHARACTERS: usize = 1000;
/// The maximum size of a compiled expression, in bytes: `{100}{100}` unfolds. `\w{50}` takes 0.9 MB, for the letters of all scripts.
const MAX_SIZE: usize = 4 * 1024 * 1024;
/// The states of an expression times the length of a line: searching takes time as they do, and nothing can stop it within a line. At
/// the worst it is about a twentieth of a second natively, and several times that in a page.
const MAX_STEPS: usize = 1 << 22;
/// The maximum length of a line that is searched, in bytes.
const LONGEST_LINE: usize = 128 * 1024;
/// The maximum depth of nested groups.
const MAX_DEPTH: u32 = 50;
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

/// The states that a search may be in at once. Of a class such as `\w` that is one, however many bytes its characters have: so it is
/// counted as if there were ASCII alone, but for an expression that means nothing then.
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
            let said = text.lines().last().unwrap_or_default();
            format!(
                "is no expression: {}. Look-around and back references do not exist here; with literal: true the pattern is taken as it is",
                said.trim_start_matches("error: ").trim_end_matches('.')
            )
        }
    }
}
