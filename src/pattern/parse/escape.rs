use super::super::class::{Class, Property};
use super::super::error::PatternError;
use super::super::node::{Assert, Node};
use super::super::ranges::{DIGITS, SPACE, WORD, WORD_ANY_CASE};
use super::super::unicode;
use super::{Parser, Read};

impl Parser {
    /// `AtomEscape`, `\b` and `\B`, after the backslash.
    pub(super) fn atom_escape(&mut self) -> Read<Node> {
        match self.peek() {
            Some(c @ ('b' | 'B')) => {
                self.at += 1;
                Ok(Node::Assert(Assert::Boundary {
                    negated: c == 'B',
                    any_case: self.flags.any_case,
                }))
            }
            Some('k') => {
                self.at += 1;
                self.named_reference()
            }
            Some('1'..='9') => {
                let number = self.number()?;
                self.largest_reference = self.largest_reference.max(number);
                Ok(self.refers_back(vec![number - 1]))
            }
            _ => {
                let mut class = Class {
                    any_case: self.flags.any_case,
                    ..Class::default()
                };
                if !self.class_escape(&mut class)? {
                    let code_point = self.character_escape()?;
                    class.add(vec![(code_point, code_point)], false);
                }
                Ok(self.known(class))
            }
        }
    }

    /// `CharacterClassEscape`, if it is one: adds what it stands for.
    pub(super) fn class_escape(&mut self, class: &mut Class) -> Read<bool> {
        let Some(c) = self.peek() else {
            return Ok(false);
        };
        let mut ranges = match c.to_ascii_lowercase() {
            'd' => DIGITS.to_vec(),
            's' => SPACE.to_vec(),
            'w' => WORD.to_vec(),
            'p' => Vec::new(),
            _ => return Ok(false),
        };
        self.at += 1;
        let negated = c.is_ascii_uppercase();
        if ranges.is_empty() {
            let property = self.property(negated)?;
            class.properties.push(property);
            return Ok(true);
        }
        if self.flags.any_case && c.eq_ignore_ascii_case(&'w') {
            ranges.extend(WORD_ANY_CASE);
        }
        class.add(ranges, negated);
        Ok(true)
    }

    /// `{Name}`, `{Name=Value}`
    fn property(&mut self, negated: bool) -> Read<Property> {
        self.expect('{', "the name of a property in braces")?;
        let start = self.at;
        while self
            .peek()
            .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '='))
        {
            self.at += 1;
        }
        let name: String = self.chars[start..self.at].iter().collect();
        self.expect('}', "the name of a property in braces")?;
        if unicode::is_property(&name) {
            return Ok(Property { name, negated });
        }
        Err(PatternError::UnknownProperty(name))
    }

    /// `CharacterEscape`: its code point, which may be half of a surrogate pair.
    pub(super) fn character_escape(&mut self) -> Read<u32> {
        Ok(match self.next("an escape")? {
            't' => 0x09,
            'n' => 0x0A,
            'v' => 0x0B,
            'f' => 0x0C,
            'r' => 0x0D,
            'c' => {
                let letter = self.next("a letter")?;
                if !letter.is_ascii_alphabetic() {
                    return Err(self.expected("a letter"));
                }
                letter as u32 % 32
            }
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => 0,
            'x' => self.hex_digits(2)?,
            'u' => self.unicode_escape()?,
            c if !(c.is_ascii_alphanumeric()
                || !c.is_ascii() && unicode::has("ID_Continue", c)) =>
            {
                c as u32
            }
            _ => return Err(self.expected("an escape that ECMA-262 has")),
        })
    }

    /// `RegExpUnicodeEscapeSequence`, after the u. Two halves of a pair are one character.
    pub(super) fn unicode_escape(&mut self) -> Read<u32> {
        if self.eat('{') {
            let mut code_point = self.hex_digits(1)?;
            while !self.eat('}') {
                code_point = (code_point * 16) | self.hex_digits(1)?;
                if code_point > 0x10_FFFF {
                    return Err(self.expected("a code point"));
                }
            }
            return Ok(code_point);
        }
        let first = self.hex_digits(4)?;
        let may_go_on = self.peek() == Some('\\') && self.peek_after(1) == Some('u');
        if !(0xD800..0xDC00).contains(&first) || !may_go_on {
            return Ok(first);
        }
        let at = self.at;
        self.at += 2;
        if let Ok(second @ 0xDC00..0xE000) = self.hex_digits(4) {
            return Ok(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00));
        }
        self.at = at;
        Ok(first)
    }

    fn hex_digits(&mut self, count: usize) -> Read<u32> {
        let mut number = 0;
        for _ in 0..count {
            let digit = self.peek().and_then(|c| c.to_digit(16));
            number = number * 16 + digit.ok_or_else(|| self.expected("a hexadecimal digit"))?;
            self.at += 1;
        }
        Ok(number)
    }
}
