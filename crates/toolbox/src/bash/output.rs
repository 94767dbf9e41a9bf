use std::collections::VecDeque;

/// The beginning and the end of a text that may be longer than anybody can keep.
#[derive(Debug, Clone)]
pub struct BoundedOutput {
    head: String,
    head_room: usize,
    tail: VecDeque<char>,
    tail_room: usize,
    left_out: usize,
}

impl BoundedOutput {
    /// Keeps that many characters: a third from the beginning, the rest from the end, where errors stand.
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

    /// Adds what comes next.
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

    /// How many characters are missing in the middle.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// What is kept, with a mark where something is missing.
    #[must_use]
    pub fn text(&self) -> String {
        let tail: String = self.tail.iter().collect();
        match self.left_out {
            0 => format!("{}{tail}", self.head),
            count => format!("{}\n[… {count} characters left out …]\n{tail}", self.head),
        }
    }
}
