/// The names of the tags around a model's thoughts, in any case.
const NAMES: [&str; 4] = ["think", "thinking", "thought", "reasoning"];

/// A possible beginning of a thought: `<`, and letters of a name.
#[derive(Debug, Default)]
pub(super) struct Tag(String);

impl Tag {
    /// The tag for text so far, if a name starts with these letters.
    pub(super) fn begun(text: &str) -> Option<Self> {
        is_beginning(text.get(1..)?).then(|| Self(text.to_owned()))
    }

    /// Adds the next character and returns true, if a name continues with it.
    pub(super) fn goes_on(&mut self, next: char) -> bool {
        self.0.push(next);
        let goes_on = next.is_ascii() && is_beginning(&self.0[1..]);
        if !goes_on {
            self.0.pop();
        }
        goes_on
    }

    /// The thought that starts, if the next character completes the tag.
    pub(super) fn opened(&self, next: char) -> Option<Thinking> {
        let name = self.0[1..].to_ascii_lowercase();
        let is_tag = NAMES.contains(&name.as_str()) && ends_name(next);
        is_tag.then(|| Thinking {
            name,
            depth: 1,
            tag: String::new(),
        })
    }

    /// The text of the tag, unchanged.
    pub(super) fn into_text(self) -> String {
        self.0
    }
}

/// An open thought. It ends with a closing tag of the same name, otherwise with the text.
#[derive(Debug)]
pub(super) struct Thinking {
    name: String,
    /// The number of open thoughts, nested in each other.
    depth: usize,
    /// A possible tag: `<` or `</`, and letters of the name.
    tag: String,
}

impl Thinking {
    /// Reads a piece of the text. Returns the number of bytes that belong to the thought, and whether it has ended.
    pub(super) fn read(&mut self, text: &str) -> (usize, bool) {
        for (at, character) in text.char_indices() {
            if character == '<' {
                "<".clone_into(&mut self.tag);
                continue;
            }
            if self.tag.is_empty() {
                continue;
            }
            let inside = self.tag.trim_start_matches(['<', '/']);
            if inside == self.name && ends_name(character) {
                if self.tag.starts_with("</") {
                    self.depth -= 1;
                } else {
                    self.depth += 1;
                }
                self.tag.clear();
                if self.depth == 0 {
                    return (at + character.len_utf8(), true);
                }
                continue;
            }
            let is_slash = character == '/' && self.tag == "<";
            let next = inside.len();
            let is_letter = self.name.get(next..=next).is_some_and(|letter| {
                letter.eq_ignore_ascii_case(character.encode_utf8(&mut [0; 4]))
            });
            if is_slash || is_letter {
                self.tag.push(character.to_ascii_lowercase());
            } else {
                self.tag.clear();
            }
        }
        (text.len(), false)
    }
}

fn is_beginning(letters: &str) -> bool {
    NAMES.iter().any(|name| {
        name.get(..letters.len())
            .is_some_and(|beginning| beginning.eq_ignore_ascii_case(letters))
    })
}

fn ends_name(next: char) -> bool {
    next == '>' || next.is_whitespace()
}
