//! Text within a block: runs of words with their marks, as one line of Markdown.

use std::rc::Rc;

use super::escape::{address, escape, fence};

/// A mark of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mark {
    Strong,
    Emphasis,
    Struck,
    Raised,
    Lowered,
    Link(Rc<str>),
}

impl Mark {
    fn opening(&self) -> &'static str {
        match self {
            Self::Strong => "**",
            Self::Emphasis => "*",
            Self::Struck => "~~",
            Self::Raised => "<sup>",
            Self::Lowered => "<sub>",
            Self::Link(_) => "[",
        }
    }

    fn close(&self, out: &mut String) {
        match self {
            Self::Strong | Self::Emphasis | Self::Struck => out.push_str(self.opening()),
            Self::Raised => out.push_str("</sup>"),
            Self::Lowered => out.push_str("</sub>"),
            Self::Link(to) => {
                out.push_str("](");
                address(to, out);
                out.push(')');
            }
        }
    }
}

/// The marks of some words, the outermost first, each once.
pub(super) type Marks = Rc<[Mark]>;

/// The marks with one more.
pub(super) fn marked(marks: &Marks, mark: Mark) -> Marks {
    let is_known = |known: &Mark| match (known, &mark) {
        (Mark::Link(_), Mark::Link(_)) => true,
        _ => *known == mark,
    };
    if marks.iter().any(is_known) {
        return Rc::clone(marks);
    }
    marks.iter().cloned().chain([mark]).collect()
}

#[derive(Debug)]
enum Run {
    Text(String, Marks),
    Code(String, Marks),
    /// Finished Markdown, such as an image.
    Made(String, Marks),
    Break,
}

/// The treatment of blanks in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Blanks {
    /// Any number of blanks becomes one.
    #[default]
    Collapse,
    /// Line breaks stay, other blanks collapse.
    Lines,
    /// All blanks stay.
    Keep,
}

/// The text of a block.
#[derive(Debug, Default)]
pub(super) struct Inline {
    runs: Vec<Run>,
}

/// The kind of place of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Paragraph,
    /// A heading consists of one line.
    Heading,
}

impl Inline {
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Adds words of the page.
    pub fn text(&mut self, text: &str, blanks: Blanks, marks: &Marks) {
        if blanks == Blanks::Collapse {
            self.collapsed(text, marks);
            return;
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.line_break();
            }
            match blanks {
                Blanks::Keep => self.push(line.trim_end_matches('\r'), marks),
                Blanks::Lines | Blanks::Collapse => self.collapsed(line, marks),
            }
        }
    }

    fn collapsed(&mut self, text: &str, marks: &Marks) {
        let mut out = String::with_capacity(text.len());
        let mut is_blank = self.ends_blank();
        for letter in text.chars() {
            let is_next = is_blank_letter(letter);
            if !is_next {
                out.push(letter);
            } else if !is_blank {
                out.push(' ');
            }
            is_blank = is_next;
        }
        self.push(&out, marks);
    }

    fn push(&mut self, text: &str, marks: &Marks) {
        if text.is_empty() {
            return;
        }
        match self.runs.last_mut() {
            Some(Run::Text(known, of)) if of == marks => known.push_str(text),
            _ => self.runs.push(Run::Text(text.to_owned(), Rc::clone(marks))),
        }
    }

    fn ends_blank(&self) -> bool {
        match self.runs.last() {
            None | Some(Run::Break) => true,
            Some(Run::Text(text, _)) => text.ends_with(' '),
            Some(Run::Code(..) | Run::Made(..)) => false,
        }
    }

    /// Adds code, unchanged.
    pub fn code(&mut self, text: &str, marks: &Marks) {
        match self.runs.last_mut() {
            Some(Run::Code(known, of)) if of == marks => known.push_str(text),
            _ => self.runs.push(Run::Code(text.to_owned(), Rc::clone(marks))),
        }
    }

    /// Adds finished Markdown.
    pub fn made(&mut self, text: String, marks: &Marks) {
        self.runs.push(Run::Made(text, Rc::clone(marks)));
    }

    pub fn line_break(&mut self) {
        self.runs.push(Run::Break);
    }

    /// Adds a blank, unless there is one.
    pub fn space(&mut self) {
        if !self.ends_blank() {
            self.push(" ", &Marks::default());
        }
    }

    /// Takes the text as Markdown. Its lines are those of Markdown, with a break at their end.
    pub fn take(&mut self, place: Place) -> String {
        let mut line = Line {
            place,
            ..Line::default()
        };
        for run in self.runs.drain(..) {
            match run {
                Run::Break => line.line_break(),
                Run::Text(text, marks) => line.text(&text, &marks),
                Run::Code(text, marks) => line.code(&text, &marks),
                Run::Made(text, marks) => line.piece(&text, &marks),
            }
        }
        line.finish()
    }
}

/// A line of Markdown that grows run by run.
struct Line {
    out: String,
    open: Vec<Mark>,
    is_spaced: bool,
    breaks: usize,
    place: Place,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            out: String::new(),
            open: Vec::new(),
            is_spaced: false,
            breaks: 0,
            place: Place::Paragraph,
        }
    }
}

impl Line {
    /// Adds marked text. Blanks at its ends go outside the marks, which would have no effect otherwise.
    fn text(&mut self, text: &str, marks: &Marks) {
        let core = text.trim_matches(' ');
        self.is_spaced |= text.starts_with(' ');
        if core.is_empty() {
            // The blank between two marked words is not marked itself.
            self.close(self.common(marks));
            return;
        }
        self.begin(marks);
        let in_link = marks.iter().any(|mark| matches!(mark, Mark::Link(_)));
        escape(core, in_link, &mut self.out);
        self.is_spaced = text.ends_with(' ');
    }

    fn code(&mut self, text: &str, marks: &Marks) {
        if text.trim().is_empty() {
            self.is_spaced |= !text.is_empty();
            return;
        }
        let ticks = fence(text, 1);
        let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
            " "
        } else {
            ""
        };
        self.piece(&format!("{ticks}{pad}{text}{pad}{ticks}"), marks);
    }

    fn piece(&mut self, text: &str, marks: &Marks) {
        self.begin(marks);
        self.out.push_str(text);
    }

    fn begin(&mut self, marks: &Marks) {
        // In a heading or a cell, a mark that is open across a line break would not be read as one.
        self.close(if self.breaks > 0 {
            0
        } else {
            self.common(marks)
        });
        if self.out.is_empty() {
            self.breaks = 0;
        } else if self.breaks > 0 && self.place == Place::Paragraph {
            self.out.push_str("  \n");
        } else if self.is_spaced || self.breaks > 0 {
            self.out.push(' ');
        }
        (self.is_spaced, self.breaks) = (false, 0);
        for mark in marks.iter().skip(self.open.len()) {
            self.out.push_str(mark.opening());
            self.open.push(mark.clone());
        }
    }

    fn line_break(&mut self) {
        self.breaks += 1;
    }

    /// The number of open marks that continue.
    fn common(&self, marks: &Marks) -> usize {
        let pairs = self.open.iter().zip(marks.iter());
        pairs.take_while(|(open, mark)| open == mark).count()
    }

    fn close(&mut self, kept: usize) {
        while self.open.len() > kept {
            if let Some(mark) = self.open.pop() {
                mark.close(&mut self.out);
            }
        }
    }

    fn finish(mut self) -> String {
        self.close(0);
        self.out
    }
}

/// Returns true for a blank of HTML, and for the no-break space, which readers also see as a blank.
fn is_blank_letter(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0c' | '\u{a0}')
}
