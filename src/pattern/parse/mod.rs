//! Reads a pattern: the production `Pattern[+UnicodeMode, +NamedCaptureGroups]` of ECMA-262 (2025, with `(?ims-ims:…)`).
//! One thing is allowed beyond it, because schemas are full of it and it can mean nothing else: a backslash before any
//! character that is neither a letter nor a digit, such as `\-`.

mod class;
mod cursor;
mod escape;
mod group;
mod names;
mod quantifier;

use super::class::Class;
use super::error::PatternError;
use super::node::{Assert, Back, ClassId, Node, Parsed, Repeat};
use super::ranges::LINE_ENDS;
use super::size::MAX_LENGTH;
use crate::fast_map::FastMap;
use names::Names;

/// How many groups deep a pattern may be: a wasm module has one stack of a megabyte, and reading takes some of it for
/// each group.
pub const MAX_DEPTH: usize = 200;

/// Reads a pattern.
pub(super) fn parse(source: &str) -> Result<Parsed, PatternError> {
    if source.len() > MAX_LENGTH {
        return Err(PatternError::TooLarge);
    }
    let mut first = Parser::new(source, Names::default());
    let parsed = first.pattern()?;
    if !first.names.asked {
        return Ok(parsed);
    }
    // A name may be asked for before its group stands there: once all are known, it is read again.
    let names = first.names.declared_only();
    Parser::new(source, names).pattern()
}

/// What `(?ims:` turns on.
#[derive(Debug, Default, Clone, Copy)]
struct Flags {
    any_case: bool,
    multiline: bool,
    dot_all: bool,
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    flags: Flags,
    depth: usize,
    names: Names,
    largest_reference: u32,
    known: FastMap<Class, ClassId>,
    parsed: Parsed,
}

type Read<T> = Result<T, PatternError>;

impl Parser {
    fn new(source: &str, names: Names) -> Self {
        Self {
            chars: source.chars().collect(),
            at: 0,
            flags: Flags::default(),
            depth: 0,
            names,
            largest_reference: 0,
            known: FastMap::default(),
            parsed: Parsed::default(),
        }
    }

    fn pattern(&mut self) -> Read<Parsed> {
        let root = self.alternatives()?;
        if self.at < self.chars.len() {
            return Err(self.expected("the end"));
        }
        if self.largest_reference > self.parsed.groups {
            return Err(self.expected("a group for each reference"));
        }
        let mut parsed = std::mem::take(&mut self.parsed);
        parsed.root = root;
        Ok(parsed)
    }

    /// `Disjunction`, up to a closing parenthesis or the end.
    fn alternatives(&mut self) -> Read<Node> {
        self.names.enter();
        let mut all = vec![self.sequence()?];
        while self.eat('|') {
            self.names.next_alternative();
            all.push(self.sequence()?);
        }
        self.names.leave();
        Ok(match all.pop() {
            Some(only) if all.is_empty() => only,
            last => {
                all.extend(last);
                Node::Alternatives(all)
            }
        })
    }

    fn sequence(&mut self) -> Read<Node> {
        let mut terms = Vec::new();
        while let Some(c) = self.peek() {
            if matches!(c, '|' | ')') {
                break;
            }
            let term = self.term(c)?;
            terms.push(term);
        }
        Ok(if terms.len() == 1 {
            terms.pop().unwrap_or_default()
        } else {
            Node::Sequence(terms)
        })
    }

    fn term(&mut self, c: char) -> Read<Node> {
        self.at += 1;
        let before = self.parsed.groups;
        let can_repeat = match c {
            '^' | '$' => false,
            '\\' => !matches!(self.peek(), Some('b' | 'B')),
            '(' => !self.looks(),
            _ => true,
        };
        let atom = match c {
            '^' if self.flags.multiline => Node::Assert(Assert::LineStart),
            '^' => Node::Assert(Assert::Start),
            '$' if self.flags.multiline => Node::Assert(Assert::LineEnd),
            '$' => Node::Assert(Assert::End),
            '(' => self.group()?,
            '[' => self.class()?,
            '\\' => self.atom_escape()?,
            '.' => self.dot(),
            '*' | '+' | '?' | '{' | '}' | ']' => {
                self.at -= 1;
                return Err(self.expected("something to repeat, or a backslash"));
            }
            c => self.one(c as u32),
        };
        if !can_repeat {
            return Ok(atom);
        }
        let Some((least, most, lazy)) = self.quantifier()? else {
            return Ok(atom);
        };
        Ok(Node::Repeat(Box::new(Repeat {
            node: atom,
            least,
            most,
            lazy,
            groups: (before, self.parsed.groups),
        })))
    }

    fn dot(&mut self) -> Node {
        let mut class = Class::of(if self.flags.dot_all { &[] } else { &LINE_ENDS });
        class.negated = true;
        self.known(class)
    }

    /// One character.
    fn one(&mut self, code_point: u32) -> Node {
        self.known(Class {
            any_case: self.flags.any_case,
            ..Class::of(&[(code_point, code_point)])
        })
    }

    /// A set, by its number.
    fn known(&mut self, class: Class) -> Node {
        let classes = &mut self.parsed.classes;
        let id = self.known.entry(class).or_insert_with_key(|class| {
            classes.push(class.clone());
            u32::try_from(classes.len() - 1).unwrap_or(u32::MAX)
        });
        Node::Class(*id)
    }

    fn refers_back(&mut self, groups: Vec<u32>) -> Node {
        self.parsed.refers_back = true;
        Node::Back(Back {
            groups,
            any_case: self.flags.any_case,
        })
    }
}
