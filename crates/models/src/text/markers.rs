use super::code::{Code, Decided, TextKind};
use super::event::Event;
use super::marker::{BEGINNING, END, Fault, Marker, Read};
use super::thinking::{Tag, Thinking};
use ag_ui_lit::json::BigIntegers;

/// Finds the calls in a text that arrives in pieces, cut anywhere.
///
/// - Text is passed on at once, except for a possible beginning of a marker, and a marker that may be in code.
/// - A marker in code, fenced or within a line, is text. So is a marker in a model's thoughts, between `<think>` and
///   `</think>`; see [`with_thoughts`](Self::with_thoughts).
/// - A broken marker is text, followed by its fault. A marker inside the arguments of a broken one, up to `</tool_call>`, is
///   text too: it may be part of the arguments.
/// - A marker without an end is text when the text ends.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::BigIntegers;
/// use ag_ui_lit_models::text::{Event, ToolCallMarkers};
///
/// let mut markers = ToolCallMarkers::new(BigIntegers::Error);
/// assert_eq!(markers.push("Let me see. <tool_"), [Event::Text("Let me see. ".to_owned())]);
///
/// let events = markers.push(r#"call name="clock" args={"zone": "UTC"}></tool_call>"#);
/// assert!(matches!(&events[..], [Event::Call(call)] if call.name == "clock" && call.arguments == r#"{"zone": "UTC"}"#));
/// assert_eq!(markers.end(), []);
/// ```
#[derive(Debug)]
pub struct ToolCallMarkers {
    big_integers: BigIntegers,
    reads_thoughts: bool,
    code: Code,
    state: State,
    events: Vec<Event>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Text,
    /// After this number of bytes of [`BEGINNING`].
    Beginning(usize),
    /// A possible beginning of a thought.
    Tag(Tag),
    /// Within a thought.
    Thinking(Thinking),
    Marker(Box<Marker>),
    /// A marker may start here, or be in code. Holds the text since then, and the state before it.
    Held {
        before: Code,
        text: String,
    },
    /// After a fault in arguments: the number of bytes of [`END`] that have arrived, and the fault.
    Skipping {
        letters: usize,
        fault: String,
    },
}

impl ToolCallMarkers {
    /// An empty reader. `big_integers` determines the treatment of integers that a double can't hold.
    #[must_use]
    pub fn new(big_integers: BigIntegers) -> Self {
        Self {
            big_integers,
            reads_thoughts: false,
            code: Code::default(),
            state: State::Text,
            events: Vec::new(),
        }
    }

    /// The same reader, except that calls in a model's thoughts count.
    #[must_use]
    pub fn with_thoughts(mut self) -> Self {
        self.reads_thoughts = true;
        self
    }

    /// Reads the next piece of the text, and returns its events.
    pub fn push(&mut self, delta: &str) -> Vec<Event> {
        self.read(delta);
        std::mem::take(&mut self.events)
    }

    /// Ends the text, and returns its last events. Later pieces belong to a new text.
    pub fn end(&mut self) -> Vec<Event> {
        // Text that is read again may be held again after the next run of backticks. It gets shorter each time.
        while let State::Held { before, text } = &mut self.state {
            let (before, text) = (*before, std::mem::take(text));
            if self.code.next('\n') == Decided::Code {
                self.state = State::Text;
                self.pass_on(&text);
            } else {
                self.read_again(before, &text);
            }
        }
        match std::mem::take(&mut self.state) {
            State::Text | State::Held { .. } | State::Thinking(_) => {}
            State::Tag(tag) => self.text(&tag.into_text()),
            State::Beginning(letters) if letters < BEGINNING.len() => {
                self.text(&BEGINNING[..letters]);
            }
            State::Beginning(_) => self.end_marker(Marker::new(self.big_integers)),
            State::Marker(marker) => self.end_marker(*marker),
            State::Skipping { fault, .. } => self.events.push(Event::Broken(fault)),
        }
        self.code = Code::default();
        std::mem::take(&mut self.events)
    }

    fn end_marker(&mut self, mut marker: Marker) {
        let fault = marker.fault_at_end();
        self.text(&marker.into_text());
        self.events.push(Event::Broken(fault.message));
    }

    fn read(&mut self, mut text: &str) {
        while !text.is_empty() {
            let read = match &mut self.state {
                State::Text => self.read_text(text),
                State::Beginning(letters) => {
                    let letters = *letters;
                    self.read_beginning(text, letters)
                }
                State::Tag(_) => self.read_tag(text),
                State::Thinking(thinking) => {
                    let (read, has_ended) = thinking.read(text);
                    if has_ended {
                        // Thoughts are not part of the answer's Markdown.
                        (self.state, self.code) = (State::Text, Code::default());
                    }
                    self.pass_on(&text[..read]);
                    read
                }
                State::Marker(_) => self.read_marker(text),
                State::Held { .. } => self.read_held(text),
                State::Skipping { .. } => self.skip(text),
            };
            text = &text[read..];
        }
    }

    fn read_text(&mut self, text: &str) -> usize {
        let end = text.find('<').unwrap_or(text.len());
        self.text(&text[..end]);
        if end == text.len() {
            return end;
        }
        if self.code.kind() == TextKind::Code {
            self.text("<");
        } else {
            self.state = State::Beginning(1);
        }
        end + 1
    }

    fn read_beginning(&mut self, text: &str, letters: usize) -> usize {
        let Some(next) = BEGINNING[letters..].chars().next() else {
            return self.read_behind_beginning(text);
        };
        if text.starts_with(next) {
            self.state = State::Beginning(letters + 1);
            return 1;
        }
        if let (false, Some(tag)) = (self.reads_thoughts, Tag::begun(&BEGINNING[..letters])) {
            self.state = State::Tag(tag);
            return 0;
        }
        self.state = State::Text;
        self.text(&BEGINNING[..letters]);
        0
    }

    fn read_tag(&mut self, text: &str) -> usize {
        let (State::Tag(tag), Some(next)) = (&mut self.state, text.chars().next()) else {
            return 0;
        };
        if tag.goes_on(next) {
            return next.len_utf8();
        }
        let opened = tag.opened(next);
        let written = std::mem::take(tag).into_text();
        self.state = State::Text;
        match opened {
            None => self.text(&written),
            Some(_) if self.code.kind() == TextKind::Undecided => {
                let before = self.code;
                self.code.read(&written);
                self.state = State::Held {
                    before,
                    text: written,
                };
            }
            Some(thinking) => {
                self.pass_on(&written);
                self.state = State::Thinking(thinking);
            }
        }
        0
    }

    /// Decides what starts here, without reading a character.
    fn read_behind_beginning(&mut self, text: &str) -> usize {
        let is_longer_name =
            text.starts_with(|next: char| next.is_alphanumeric() || "_-.:".contains(next));
        self.state = if is_longer_name {
            State::Text
        } else if self.code.kind() == TextKind::Undecided {
            let before = self.code;
            self.code.read(BEGINNING);
            State::Held {
                before,
                text: BEGINNING.to_owned(),
            }
        } else {
            State::Marker(Box::new(Marker::new(self.big_integers)))
        };
        if is_longer_name {
            self.text(BEGINNING);
        }
        0
    }

    fn read_marker(&mut self, text: &str) -> usize {
        let State::Marker(marker) = &mut self.state else {
            return 0;
        };
        match marker.read(text) {
            Read::All => text.len(),
            Read::Call(read, call) => {
                self.state = State::Text;
                self.code.step_over();
                self.events.push(Event::Call(call));
                read
            }
            Read::Broken(read, fault) => {
                if let State::Marker(marker) = std::mem::take(&mut self.state) {
                    self.broken(&marker.into_text(), fault);
                }
                read
            }
        }
    }

    fn broken(&mut self, text: &str, fault: Fault) {
        if fault.in_arguments {
            self.text(text);
            self.state = State::Skipping {
                letters: 0,
                fault: fault.message,
            };
            return;
        }
        // Another marker may start where the end of this one was expected.
        let before = text.strip_suffix('<');
        self.text(before.unwrap_or(text));
        self.events.push(Event::Broken(fault.message));
        if before.is_some() {
            self.read("<");
        }
    }

    fn read_held(&mut self, piece: &str) -> usize {
        let State::Held { before, text } = &mut self.state else {
            return 0;
        };
        for (at, character) in piece.char_indices() {
            let decided = self.code.next(character);
            if decided == Decided::Nothing {
                continue;
            }
            let end = at + character.len_utf8();
            text.push_str(&piece[..end]);
            let (before, text) = (*before, std::mem::take(text));
            if decided == Decided::Code {
                self.state = State::Text;
                self.pass_on(&text);
            } else {
                self.read_again(before, &text);
            }
            return end;
        }
        text.push_str(piece);
        piece.len()
    }

    /// Reads held text again, now that the run of backticks before it is known not to start code.
    fn read_again(&mut self, mut before: Code, text: &str) {
        before.give_up_run();
        self.code = before;
        self.state = State::Text;
        self.read(text);
    }

    fn skip(&mut self, text: &str) -> usize {
        let State::Skipping { letters, fault } = &mut self.state else {
            return 0;
        };
        for (at, byte) in text.bytes().enumerate() {
            let expected = END.as_bytes().get(*letters);
            *letters = match byte {
                _ if expected == Some(&byte) => *letters + 1,
                // Only the first letter occurs twice in the end.
                b'<' => 1,
                _ => 0,
            };
            if *letters == END.len() {
                let fault = std::mem::take(fault);
                self.state = State::Text;
                self.text(&text[..=at]);
                self.events.push(Event::Broken(fault));
                return at + 1;
            }
        }
        self.text(text);
        text.len()
    }

    /// Passes on text outside markers.
    fn text(&mut self, text: &str) {
        self.code.read(text);
        self.pass_on(text);
    }

    fn pass_on(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.events.last_mut() {
            Some(Event::Text(last)) => last.push_str(text),
            _ => self.events.push(Event::Text(text.to_owned())),
        }
    }
}
