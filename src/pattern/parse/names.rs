use super::super::node::Node;
use super::super::size::MAX_NAMES;
use super::super::unicode;
use super::{Parser, Read};

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

    pub(super) fn are_too_many(&self) -> bool {
        self.all.len() > MAX_NAMES
    }

    /// Says whether the name was free.
    pub(super) fn declare(&mut self, name: String, group: u32) -> bool {
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
    pub(super) fn group_name(&mut self) -> Read<String> {
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
