//! The letters of a word, inside quotes and outside.

use super::lexer::{Lexer, Read};

impl Lexer {
    pub fn single(&mut self) -> Read {
        self.quote();
        let start = self.at;
        loop {
            self.at += 1;
            match self.peek(0) {
                Some('\'') => break,
                Some('\n') => return self.outside("a line ends within quotes"),
                Some(letter) => self.push(letter),
                None => {
                    self.at = start;
                    return self.outside("a quote is not closed that begins");
                }
            }
        }
        self.at += 1;
        Ok(())
    }

    pub fn double(&mut self) -> Read {
        self.quote();
        let start = self.at;
        loop {
            self.at += 1;
            match (self.peek(0), self.peek(1)) {
                (Some('"'), _) => break,
                (Some('\n'), _) | (Some('\\'), Some('\n')) => {
                    return self.outside("a line ends within quotes");
                }
                (Some('\\'), Some(letter @ ('"' | '\\' | '$' | '`'))) => {
                    self.push(letter);
                    self.at += 1;
                }
                // No name follows.
                (Some('$'), Some('"' | ' ' | '|' | ')')) => self.push('$'),
                (Some('$'), _) => return self.outside("$ has a special meaning"),
                (Some('`'), _) => return self.outside("` has a special meaning"),
                (Some(letter), _) => self.push(letter),
                (None, _) => {
                    self.at = start;
                    return self.outside("a quote is not closed that begins");
                }
            }
        }
        self.at += 1;
        Ok(())
    }

    pub fn backslash(&mut self) -> Read {
        self.quote();
        match self.peek(1) {
            None | Some('\n') => self.outside("a line goes on after a backslash"),
            Some(letter) => {
                self.push(letter);
                self.at += 2;
                Ok(())
            }
        }
    }

    pub fn bare(&mut self, letter: char) -> Read {
        let ends = |letter: Option<char>| letter.is_none_or(|letter| " \n;|&<>".contains(letter));
        let begins = self.word.is_none();
        let before = self.word.as_ref().and_then(|word| word.text.chars().last());
        let is_plain = match letter {
            '{' | '}' => {
                self.has_brace = true;
                true
            }
            '[' => begins && ends(self.peek(1)),
            '!' if begins => match self.peek(1) {
                Some('=') => ends(self.peek(2)),
                next => ends(next),
            },
            '#' => !begins,
            '~' => before.is_some_and(|before| before.is_alphanumeric() || "_^".contains(before)),
            '!' | '_' | '.' | '/' | ':' | ',' | '+' | '@' | '%' | '=' | '-' | '^' | ']' => true,
            _ => letter.is_ascii_alphanumeric() || !letter.is_ascii(),
        };
        if !is_plain {
            return self.outside(&format!("{letter} has a special meaning"));
        }
        self.push(letter);
        self.at += 1;
        Ok(())
    }
}
