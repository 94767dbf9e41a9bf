use std::collections::VecDeque;
use std::fmt::Write as _;

use super::excerpt::excerpt;
use super::pattern::LinePattern;
use crate::files::Line;

/// The matches of one file as text: each line with its number, `:` after matching ones and `-` after those around them.
pub struct Matches<'a> {
    pattern: &'a LinePattern,
    context: usize,
    most: usize,
    /// The lines before a possible match.
    before: VecDeque<(u64, String)>,
    /// The number of lines still to be shown after a match.
    after: usize,
    last_shown: u64,
    number: u64,
    /// The shown text.
    pub text: String,
    /// The number of matching lines.
    pub count: usize,
    /// Whether there are more than may be shown.
    pub is_cut: bool,
    /// The number of lines that were only searched in part.
    pub cut_lines: usize,
}

impl<'a> Matches<'a> {
    /// An empty collection of up to `most` lines, each with `context` lines before and after it.
    pub fn new(pattern: &'a LinePattern, context: usize, most: usize) -> Self {
        Self {
            pattern,
            context,
            most,
            before: VecDeque::new(),
            after: 0,
            last_shown: 0,
            number: 0,
            text: String::new(),
            count: 0,
            is_cut: false,
            cut_lines: 0,
        }
    }

    /// The length of a line that can be searched, in bytes.
    pub fn longest(&self) -> usize {
        self.pattern.longest()
    }

    /// Reads the next line. Returns true if another one is needed.
    pub fn line(&mut self, line: &Line) -> bool {
        self.number += 1;
        self.cut_lines += usize::from(line.missing > 0);
        let line = line.text.as_str();
        if let Some(found) = self.pattern.find(line) {
            if self.count == self.most {
                self.is_cut = true;
                return false;
            }
            self.count += 1;
            for (number, text) in std::mem::take(&mut self.before) {
                self.show(number, '-', &text);
            }
            self.show(self.number, ':', &excerpt(line, Some(found)));
            self.after = self.context;
        } else if self.after > 0 {
            self.after -= 1;
            self.show(self.number, '-', &excerpt(line, None));
        } else if self.context > 0 {
            if self.before.len() == self.context {
                self.before.pop_front();
            }
            self.before.push_back((self.number, excerpt(line, None)));
        }
        true
    }

    fn show(&mut self, number: u64, mark: char, line: &str) {
        if self.context > 0 && self.last_shown > 0 && number > self.last_shown + 1 {
            self.text.push_str("--\n");
        }
        self.last_shown = number;
        let _written = writeln!(self.text, "{number}{mark}{line}");
    }
}
