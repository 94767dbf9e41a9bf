/// Longer runs of backticks begin no code within a line. A run that nothing closes costs another look at what follows it, so
/// there is a bound on how many lengths count.
pub(super) const LONGEST_RUN: usize = 8;

/// The number of marks of a fence (`CommonMark` 0.31, section 4.5).
const FENCE: usize = 3;

/// Follows a text as Markdown, as far as it takes to know where code is (`CommonMark` 0.31, sections 4.5 and 6.1). A fence may
/// stand in a quotation or a list, however deep. Code within a line may go on until its paragraph ends, which it does with a
/// blank line or a fence. Text that is indented is no code here: models indent what belongs to a list.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Code {
    line: Line,
    fence: Option<Fence>,
    /// Length of the run of backticks that would begin code, if another one of the same length follows; 0 if there is none.
    open: usize,
    /// Length of the run that is being read.
    run: usize,
    /// A bit for each length that no other run in this paragraph has.
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
    /// At most what a quotation or an item of a list begins with.
    #[default]
    Start,
    /// Marks that may make a fence.
    Marks(char, usize),
    /// Behind backticks that begin a fence, unless another one stands in the same line.
    Info(usize),
    /// Behind marks that end a fence, unless anything else stands in the same line.
    AfterMarks(usize),
    Body,
}

/// The kind of text at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Ordinary text.
    Text,
    /// Code.
    Code,
    /// Code if a run of backticks is closed.
    Undecided,
}

/// The decision that a character brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decided {
    Nothing,
    /// The undecided text is code.
    Code,
    /// The undecided text is ordinary text: its paragraph has ended.
    Text,
}

impl Code {
    /// The next characters of the text.
    pub(super) fn read(&mut self, text: &str) {
        for character in text.chars() {
            self.next(character);
        }
    }

    /// The next character of the text.
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

    /// The kind of text here, if neither a backtick nor a tilde comes next.
    pub(super) fn standing(&mut self) -> Standing {
        if self.fence.is_none() {
            self.end_marks();
            self.end_run();
        }
        if self.fence.is_some() || matches!(self.line, Line::Info(_)) {
            Standing::Code
        } else if self.open > 0 {
            Standing::Undecided
        } else {
            Standing::Text
        }
    }

    /// A marker stands here, which is not text.
    pub(super) fn step_over(&mut self) {
        self.line = Line::Body;
    }

    /// The run that would have begun code is not closed.
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
                // The marks were an ordinary run, and another one begins.
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

    /// The marks at the beginning of a line have ended, and the line goes on.
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

    /// A run of backticks has ended.
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

/// Characters that may stand before a fence: space, `>`, and the number or bullet of an item.
fn is_prefix(character: char) -> bool {
    character.is_whitespace()
        || character.is_ascii_digit()
        || matches!(character, '>' | '-' | '*' | '+' | '.' | ')')
}
