use super::super::class::Class;
use super::super::node::Node;
use super::{Parser, Read};

impl Parser {
    /// `CharacterClass`, after the bracket.
    pub(super) fn class(&mut self) -> Read<Node> {
        let mut class = Class {
            negated: self.eat('^'),
            any_case: self.flags.any_case,
            ..Class::default()
        };
        while !self.eat(']') {
            let first = self.class_atom(&mut class)?;
            // A dash before the end is itself.
            let is_range = self.peek() == Some('-') && self.peek_after(1) != Some(']');
            if !is_range {
                class
                    .ranges
                    .extend(first.map(|code_point| (code_point, code_point)));
                continue;
            }
            self.at += 1;
            match (first, self.class_atom(&mut class)?) {
                (Some(first), Some(last)) if first <= last => class.ranges.push((first, last)),
                _ => return Err(self.expected("a range of two characters in ascending order")),
            }
        }
        Ok(self.known(class))
    }

    /// `ClassAtom`: a code point, or a set that was added.
    fn class_atom(&mut self, class: &mut Class) -> Read<Option<u32>> {
        let c = self.next("a closing bracket")?;
        if c != '\\' {
            return Ok(Some(c as u32));
        }
        if self.class_escape(class)? {
            return Ok(None);
        }
        Ok(Some(if self.eat('b') {
            0x08
        } else {
            self.character_escape()?
        }))
    }
}
