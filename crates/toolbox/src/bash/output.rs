use std::collections::VecDeque;

/// The beginning and the end of a text of any length.
#[derive(Debug, Clone)]
pub struct BoundedOutput {
    head: String,
    head_room: usize,
    tail: VecDeque<char>,
    tail_room: usize,
    left_out: usize,
}

impl BoundedOutput {
    /// Keeps this many characters: a third from the beginning, the rest from the end, where errors are.
    #[must_use]
    pub fn new(max_characters: usize) -> Self {
        let head_room = max_characters / 3;
        Self {
            head: String::new(),
            head_room,
            tail: VecDeque::new(),
            tail_room: max_characters - head_room,
            left_out: 0,
        }
    }

    /// Adds a piece of the text.
    pub fn push(&mut self, text: &str) {
        let mut letters = text.chars();
        while self.head_room > 0 {
            let Some(letter) = letters.next() else { return };
            self.head.push(letter);
            self.head_room -= 1;
        }
        for letter in letters {
            if self.tail.len() == self.tail_room {
                self.tail.pop_front();
                self.left_out += 1;
            }
            if self.tail_room > 0 {
                self.tail.push_back(letter);
            }
        }
    }

    /// The number of characters that are left out in the middle.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The kept text, with a mark at the gap.
    #[must_use]
    pub fn text(&self) -> String {
        let tail: String = self.tail.iter().collect();
        match self.left_out {
            0 => format!("{}{tail}", self.head),
            count => format!("{}\n[… {count} characters left out …]\n{tail}", self.head),
        }
    }
}
