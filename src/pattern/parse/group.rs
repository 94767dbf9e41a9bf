use super::super::error::PatternError;
use super::super::node::{Look, Node};
use super::super::unicode;
use super::{Flags, MAX_DEPTH, Parser, Read};

/// The names of groups. Two may have the same when they stand in different alternatives, so that only one of them can
/// capture anything.
#[derive(Default)]
pub(super) struct Names {
    /// Every name with its group's number less one.
    all: Vec<(String, u32)>,
    /// Of an earlier reading: all of them.
    known: Option<Vec<(String, u32)>>,
    /// Whether one was referred to.
    pub(super) asked: bool,
    open: Vec<Scope>,
}

/// An open `Disjunction`: the names in its current alternative, and in those before.
#[derive(Default)]
struct Scope {
    current: Vec<String>,
    earlier: Vec<String>,
}

impl Names {
    /// What is known for a second reading.
    pub(super) fn declared_only(&mut self) -> Self {
        Self {
            known: Some(std::mem::take(&mut self.all)),
            ..Self::default()
        }
    }

    pub(super) fn enter(&mut self) {
        self.open.push(Scope::default());
    }

    pub(super) fn next_alternative(&mut self) {
        if let Some(scope) = self.open.last_mut() {
            scope.earlier.append(&mut scope.current);
        }
    }

    pub(super) fn leave(&mut self) {
        let inner = self.open.pop().unwrap_or_default();
        if let Some(scope) = self.open.last_mut() {
            scope.current.extend(inner.earlier);
            scope.current.extend(inner.current);
        }
    }

    /// Says whether the name was free.
    fn declare(&mut self, name: String, group: u32) -> bool {
        if self.open.iter().any(|scope| scope.current.contains(&name)) {
            return false;
        }
        if let Some(scope) = self.open.last_mut() {
            scope.current.push(name.clone());
        }
        self.all.push((name, group));
        true
    }
}

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

    /// `\k<name>`, after the k.
    pub(super) fn named_reference(&mut self) -> Read<Node> {
        self.expect('<', "a group's name")?;
        let name = self.group_name()?;
        self.names.asked = true;
        let Some(known) = &self.names.known else {
            return Ok(Node::Empty);
        };
        let named = known.iter().filter(|(other, _)| *other == name);
        let groups: Vec<u32> = named.map(|(_, group)| *group).collect();
        if groups.is_empty() {
            return Err(self.expected("the name of a group"));
        }
        Ok(self.refers_back(groups))
    }

    /// `RegExpIdentifierName`, with the bracket that ends it.
    fn group_name(&mut self) -> Read<String> {
        let mut name = String::new();
        loop {
            let c = match self.next("a group's name")? {
                '>' if !name.is_empty() => return Ok(name),
                '\\' => {
                    self.expect('u', "a letter")?;
                    let code_point = self.unicode_escape()?;
                    char::from_u32(code_point).ok_or_else(|| self.expected("a letter"))?
                }
                c => c,
            };
            if !may_stand_in_name(c, name.is_empty()) {
                return Err(self.expected("a letter"));
            }
            name.push(c);
        }
    }
}

/// `RegExpIdentifierStart`, `RegExpIdentifierPart`
fn may_stand_in_name(c: char, first: bool) -> bool {
    match c {
        '$' | '_' => true,
        '\u{200C}' | '\u{200D}' => !first,
        c if c.is_ascii() => c.is_ascii_alphabetic() || !first && c.is_ascii_digit(),
        c if first => unicode::has("ID_Start", c),
        c => unicode::has("ID_Continue", c),
    }
}
