/// The maximum length of a run of backticks that starts code within a line. A run without an end costs another look at the
/// text after it, so the number of lengths that count is bounded.
pub(super) const LONGEST_RUN: usize = 8;

/// The minimum number of marks of a fence (`CommonMark` 0.31, section 4.5).
const FENCE: usize = 3;

/// A reader of Markdown that finds code (`CommonMark` 0.31, sections 4.5 and 6.1). A fence may be in a quotation or a list,
/// at any depth. Code within a line may continue to the end of its paragraph, which is a blank line or a fence. Indented
/// text is not code here: models indent the content of lists.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Code {
    line: Line,
    fence: Option<Fence>,
    /// The length of the run of backticks that starts code if another run of the same length follows; 0 if there is none.
    open: usize,
    /// The length of the current run.
    run: usize,
    /// A bit for each length that no other run of this paragraph has.
    alone: u16,
}

#[derive(Debug, Clone, Copy)]
struct Fence {
    mark: char,
    length: usize,
}

/// The state of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Line {
    /// Only the prefix of a quotation or list item so far.
    #[default]
    Start,
    /// Marks that may form a fence.
    Marks(char, usize),
    /// After backticks that start a fence, unless the line has another one.
    Info(usize),
    /// After marks that end a fence, unless the line has anything else.
    AfterMarks(usize),
    Body,
}

/// The kind of text at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// Ordinary text.
    Text,
    /// Code.
    Code,
    /// Code if a run of backticks is closed.
    Undecided,
}

/// The decision that a character makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decided {
    Nothing,
    /// The held text is code.
    Code,
    /// The held text is ordinary text: its paragraph has ended.
    Text,
}

impl Code {
    /// Reads a piece of the text.
    pub(super) fn read(&mut self, text: &str) {
        for character in text.chars() {
            self.next(character);
        }
    }

    /// Reads a character of the text.
    pub(super) fn next(&mut self, character: char) -> Decided {
        match (self.fence, character) {
            (_, '\n') => self.end_line(),
            (Some(fence), _) => {
                self.in_fence(fence, character);
                Decided::Nothing
            }
            (None, _) => self.in_text(character),
        }
    }

    /// The kind of text at this place, if neither a backtick nor a tilde follows.
    pub(super) fn kind(&mut self) -> TextKind {
        if self.fence.is_none() {
            self.end_marks();
            self.end_run();
        }
        if self.fence.is_some() || matches!(self.line, Line::Info(_)) {
            TextKind::Code
        } else if self.open > 0 {
            TextKind::Undecided
        } else {
            TextKind::Text
        }
    }

    /// Skips a marker, which is not text.
    pub(super) fn step_over(&mut self) {
        self.line = Line::Body;
    }

    /// Treats the open run of backticks as text, since no run closes it.
    pub(super) fn give_up_run(&mut self) {
        self.alone |= 1 << self.open;
        self.open = 0;
    }

    fn in_fence(&mut self, fence: Fence, character: char) {
        self.line = match self.line {
            Line::Start if character.is_whitespace() || character == '>' => Line::Start,
            Line::Start if character == fence.mark => Line::Marks(fence.mark, 1),
            Line::Marks(mark, count) if character == mark => Line::Marks(mark, count + 1),
            Line::Marks(_, count) | Line::AfterMarks(count) if character.is_whitespace() => {
                Line::AfterMarks(count)
            }
            _ => Line::Body,
        };
    }

    fn in_text(&mut self, character: char) -> Decided {
        match self.line {
            Line::Start if is_prefix(character) => Decided::Nothing,
            Line::Start if matches!(character, '`' | '~') => {
                self.line = Line::Marks(character, 1);
                Decided::Nothing
            }
            Line::Marks(mark, count) if character == mark => {
                self.line = Line::Marks(mark, count + 1);
                Decided::Nothing
            }
            Line::Marks(..) => {
                let decided = self.end_marks();
                if self.fence.is_some() || matches!(self.line, Line::Info(_)) {
                    return decided;
                }
                self.in_line(character)
            }
            Line::Info(length) if character == '`' => {
                // The marks were an ordinary run, and another run starts.
                self.line = Line::Body;
                self.run = length;
                let decided = self.end_run();
                self.run = 1;
                decided
            }
            Line::Info(_) => Decided::Nothing,
            Line::Start | Line::Body | Line::AfterMarks(_) => {
                self.line = Line::Body;
                self.in_line(character)
            }
        }
    }

    fn in_line(&mut self, character: char) -> Decided {
        if character == '`' {
            self.run += 1;
            return Decided::Nothing;
        }
        self.end_run()
    }

    /// Ends the marks at the beginning of a line that continues.
    fn end_marks(&mut self) -> Decided {
        match self.line {
            Line::Marks('`', count) if count >= FENCE => self.line = Line::Info(count),
            Line::Marks('`', count) => {
                self.line = Line::Body;
                self.run = count;
            }
            Line::Marks(mark, length) if length >= FENCE => {
                self.line = Line::Body;
                return self.begin_fence(Fence { mark, length });
            }
            Line::Marks(..) => self.line = Line::Body,
            _ => {}
        }
        Decided::Nothing
    }

    /// Ends a run of backticks.
    fn end_run(&mut self) -> Decided {
        let length = std::mem::take(&mut self.run);
        if length == 0 {
            return Decided::Nothing;
        }
        if self.open == length {
            self.open = 0;
            return Decided::Code;
        }
        if self.open == 0 && length <= LONGEST_RUN && self.alone & (1 << length) == 0 {
            self.open = length;
        }
        Decided::Nothing
    }

    fn end_line(&mut self) -> Decided {
        let line = std::mem::take(&mut self.line);
        if let Some(fence) = self.fence {
            if let Line::Marks(_, count) | Line::AfterMarks(count) = line
                && count >= fence.length
            {
                self.fence = None;
            }
            return Decided::Nothing;
        }
        match line {
            Line::Start => self.end_paragraph(),
            Line::Marks(mark, length) if length >= FENCE => {
                self.begin_fence(Fence { mark, length })
            }
            Line::Info(length) => self.begin_fence(Fence { mark: '`', length }),
            Line::Marks('`', count) => {
                self.run = count;
                self.end_run()
            }
            _ => self.end_run(),
        }
    }

    fn begin_fence(&mut self, fence: Fence) -> Decided {
        self.fence = Some(fence);
        self.end_paragraph()
    }

    fn end_paragraph(&mut self) -> Decided {
        self.alone = 0;
        self.run = 0;
        match std::mem::take(&mut self.open) {
            0 => Decided::Nothing,
            _ => Decided::Text,
        }
    }
}

/// Returns true for characters that may precede a fence: space, `>`, and the number or bullet of an item.
fn is_prefix(character: char) -> bool {
    character.is_whitespace()
        || character.is_ascii_digit()
        || matches!(character, '>' | '-' | '*' | '+' | '.' | ')')
}
