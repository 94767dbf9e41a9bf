use super::super::error::PatternError;
use super::super::node::{Look, Node};
use super::{Flags, MAX_DEPTH, Parser, Read};

impl Parser {
    /// Whether it is a lookaround, after the opening parenthesis.
    pub(super) fn looks(&self) -> bool {
        let next = |count| self.peek_after(count);
        let at = if next(1) == Some('<') { 2 } else { 1 };
        next(0) == Some('?') && matches!(next(at), Some('=' | '!'))
    }

    /// After the opening parenthesis.
    pub(super) fn group(&mut self) -> Read<Node> {
        if self.depth == MAX_DEPTH {
            return Err(PatternError::TooLarge);
        }
        self.depth += 1;
        let outside = self.flags;
        let node = self.any_group()?;
        self.flags = outside;
        self.depth -= 1;
        Ok(node)
    }

    fn any_group(&mut self) -> Read<Node> {
        if !self.eat('?') {
            return self.capture(None);
        }
        match self.next("a kind of group")? {
            ':' => self.rest(),
            '=' => self.look(false, false),
            '!' => self.look(false, true),
            '<' if self.eat('=') => self.look(true, false),
            '<' if self.eat('!') => self.look(true, true),
            '<' => {
                let name = self.group_name()?;
                self.capture(Some(name))
            }
            _ => {
                self.at -= 1;
                self.modifiers()?;
                self.rest()
            }
        }
    }

    fn rest(&mut self) -> Read<Node> {
        let node = self.alternatives()?;
        self.expect(')', "a closing parenthesis")?;
        Ok(node)
    }

    fn capture(&mut self, name: Option<String>) -> Read<Node> {
        let group = self.parsed.groups;
        self.parsed.groups += 1;
        if self.names.are_too_many() {
            return Err(PatternError::TooLarge);
        }
        if let Some(name) = name
            && !self.names.declare(name, group)
        {
            return Err(self.expected("another name"));
        }
        Ok(Node::Group(group, Box::new(self.rest()?)))
    }

    fn look(&mut self, behind: bool, negated: bool) -> Read<Node> {
        let node = self.rest()?;
        Ok(Node::Look(Box::new(Look {
            node,
            behind,
            negated,
        })))
    }

    /// `ims-ims:`, each once and one at least.
    fn modifiers(&mut self) -> Read<()> {
        let start = self.at;
        let Flags {
            mut any_case,
            mut multiline,
            mut dot_all,
        } = self.flags;
        let mut on = true;
        while !self.eat(':') {
            let c = self.next("a colon")?;
            let earlier = &self.chars[start..self.at - 1];
            let flag = match c {
                '-' if on => {
                    on = false;
                    continue;
                }
                'i' => &mut any_case,
                'm' => &mut multiline,
                's' => &mut dot_all,
                _ => return Err(self.expected("a kind of group")),
            };
            if earlier.contains(&c) {
                return Err(self.expected("each flag once"));
            }
            *flag = on;
        }
        if self.at - start == 1 + usize::from(!on) {
            return Err(self.expected("a flag"));
        }
        self.flags = Flags {
            any_case,
            multiline,
            dot_all,
        };
        Ok(())
    }
}
