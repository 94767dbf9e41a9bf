//! Selectors: conditions on an element, on those around it and on those before it.

use cssparser::{Parser, Token};

use crate::web::html::tree::{Element, Id, Tree};

/// The maximum number of elements that one selector names.
const MAX_COMPOUNDS: usize = 8;
/// The maximum number of selectors in `:not(…)` and the like.
const MAX_AMONG: usize = 8;
/// The maximum depth of nested selectors.
const MAX_NESTED: usize = 2;

/// A selector.
#[derive(Debug)]
pub(super) struct Selector {
    /// The conditions from the element itself outwards.
    compounds: Vec<Compound>,
    pub specificity: u32,
    /// Whether all of it is understood.
    pub is_certain: bool,
}

/// The key by which a rule is found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Id(String),
    Class(String),
    Tag(String),
    Any,
}

#[derive(Debug, Default)]
struct Compound {
    tests: Vec<Test>,
    /// Its relation to the part on its left.
    relation: Option<Relation>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Within,
    Child,
    Next,
    After,
}

#[derive(Debug)]
enum Test {
    Tag(String),
    Id(String),
    Class(String),
    Attribute(String, Option<(Operator, String)>),
    Root,
    First,
    Link,
    /// One of these selectors, or none of them.
    Among(Vec<Selector>, bool),
}

#[derive(Debug, Clone, Copy)]
enum Operator {
    Is,
    Word,
    Dash,
    Begins,
    Ends,
    Has,
}

impl Selector {
    pub fn key(&self) -> Key {
        let tests = self
            .compounds
            .first()
            .map_or(&[][..], |compound| &compound.tests);
        let mut key = Key::Any;
        for test in tests {
            match test {
                Test::Id(id) => return Key::Id(id.clone()),
                Test::Class(class) => key = Key::Class(class.clone()),
                Test::Tag(tag) if key == Key::Any => key = Key::Tag(tag.clone()),
                _ => {}
            }
        }
        key
    }

    pub fn matches(&self, tree: &Tree, id: Id, steps: &mut usize) -> bool {
        self.from(0, tree, id, steps)
    }

    fn from(&self, index: usize, tree: &Tree, id: Id, steps: &mut usize) -> bool {
        *steps += 1;
        let compound = &self.compounds[index];
        let Some(element) = tree.element(id) else {
            return false;
        };
        if !compound
            .tests
            .iter()
            .all(|test| test.holds(tree, id, element))
        {
            return false;
        }
        let parent = |id| {
            tree.parent(id)
                .filter(|parent| tree.element(*parent).is_some())
        };
        match compound.relation {
            None => true,
            Some(Relation::Child) => {
                parent(id).is_some_and(|parent| self.from(index + 1, tree, parent, steps))
            }
            Some(Relation::Next) => {
                let before = tree.previous_element(id);
                before.is_some_and(|before| self.from(index + 1, tree, before, steps))
            }
            Some(relation) => {
                let step = |id| match relation {
                    Relation::Within => parent(id),
                    _ => tree.previous_element(id),
                };
                let mut at = step(id);
                while let Some(other) = at {
                    if *steps > super::MAX_STEPS {
                        return false;
                    }
                    if self.from(index + 1, tree, other, steps) {
                        return true;
                    }
                    at = step(other);
                }
                false
            }
        }
    }
}

impl Test {
    fn holds(&self, tree: &Tree, id: Id, element: &Element) -> bool {
        match self {
            Self::Tag(tag) => element.tag().eq_ignore_ascii_case(tag),
            Self::Id(name) => element.attribute("id") == Some(name),
            Self::Class(name) => element
                .attribute("class")
                .is_some_and(|classes| classes.split_ascii_whitespace().any(|class| class == name)),
            Self::Attribute(name, test) => element.attribute(name).is_some_and(|value| {
                test.as_ref()
                    .is_none_or(|(operator, text)| operator.holds(value, text))
            }),
            Self::Root => element.tag() == "html",
            Self::First => tree.previous_element(id).is_none(),
            Self::Link => element.tag() == "a" && element.attribute("href").is_some(),
            Self::Among(selectors, is) => {
                let holds = |selector: &Selector| {
                    let [compound] = &selector.compounds[..] else {
                        return false;
                    };
                    compound
                        .tests
                        .iter()
                        .all(|test| test.holds(tree, id, element))
                };
                selectors.iter().any(holds) == *is
            }
        }
    }
}

impl Operator {
    fn holds(self, value: &str, text: &str) -> bool {
        match self {
            Self::Is => value == text,
            Self::Word => value.split_ascii_whitespace().any(|word| word == text),
            Self::Dash => {
                let rest = value.strip_prefix(text);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            }
            Self::Begins => !text.is_empty() && value.starts_with(text),
            Self::Ends => !text.is_empty() && value.ends_with(text),
            Self::Has => !text.is_empty() && value.contains(text),
        }
    }
}

/// Reads a list of selectors up to the end of the parser. Selectors that match nothing visible are left out.
pub(super) fn read(parser: &mut Parser<'_>, most: usize) -> Vec<Selector> {
    read_at(parser, most, 0)
}

fn read_at(parser: &mut Parser<'_>, most: usize, depth: usize) -> Vec<Selector> {
    let mut selectors = Vec::new();
    let new = || Reader {
        depth,
        ..Reader::default()
    };
    let mut reader = new();
    while let Ok(token) = parser.next_including_whitespace() {
        let token = token.clone();
        if token == Token::Comma {
            selectors.extend(std::mem::replace(&mut reader, new()).finish());
            if selectors.len() >= most {
                return selectors;
            }
        } else {
            reader.token(&token, parser);
        }
    }
    selectors.extend(reader.finish());
    selectors
}

#[derive(Default)]
struct Reader {
    done: Vec<Compound>,
    now: Compound,
    has_now: bool,
    relation: Option<Relation>,
    specificity: u32,
    is_unsure: bool,
    is_never: bool,
    /// The depth in other selectors.
    depth: usize,
}

impl Reader {
    fn token(&mut self, token: &Token<'_>, parser: &mut Parser<'_>) {
        match token {
            Token::WhiteSpace(_) => self.relate(Relation::Within),
            Token::Delim('>') => self.relate(Relation::Child),
            Token::Delim('+') => self.relate(Relation::Next),
            Token::Delim('~') => self.relate(Relation::After),
            Token::Delim('*') => self.begin(),
            Token::Delim('.') => match parser.next_including_whitespace() {
                Ok(Token::Ident(class)) => {
                    let class = class.to_string();
                    self.test(Test::Class(class), 0x100);
                }
                _ => self.is_never = true,
            },
            Token::IDHash(id) => self.test(Test::Id(id.to_string()), 0x1_0000),
            Token::Ident(tag) => self.test(Test::Tag(tag.to_string()), 1),
            Token::SquareBracketBlock => match attribute(parser) {
                Some(test) => self.test(test, 0x100),
                None => self.unsure(),
            },
            Token::Colon => self.pseudo(parser),
            _ => self.is_never = true,
        }
    }

    fn pseudo(&mut self, parser: &mut Parser<'_>) {
        match parser.next_including_whitespace() {
            Ok(Token::Ident(name)) => match name.to_ascii_lowercase().as_str() {
                "root" => self.test(Test::Root, 0x100),
                "first-child" => self.test(Test::First, 0x100),
                "link" | "any-link" => self.test(Test::Link, 0x100),
                // The state of a page without interaction.
                "hover" | "active" | "focus" | "focus-within" | "focus-visible" | "visited"
                | "target" | "before" | "after" | "first-line" | "first-letter"
                | "popover-open" | "modal" | "fullscreen" => self.is_never = true,
                _ => self.unsure(),
            },
            Ok(Token::Function(name)) => {
                let name = name.to_ascii_lowercase();
                match among(parser, self.depth) {
                    Some(among) if name == "not" => self.test(Test::Among(among, false), 0x100),
                    Some(among) if name == "is" => self.test(Test::Among(among, true), 0x100),
                    Some(among) if name == "where" => self.test(Test::Among(among, true), 0),
                    _ => self.unsure(),
                }
            }
            // Generated content of an element.
            _ => self.is_never = true,
        }
    }

    fn unsure(&mut self) {
        self.begin();
        self.is_unsure = true;
        self.specificity += 0x100;
    }

    fn test(&mut self, test: Test, weight: u32) {
        self.begin();
        self.now.tests.push(test);
        self.specificity = self.specificity.saturating_add(weight);
    }

    fn begin(&mut self) {
        if let Some(relation) = self.relation.take() {
            let next = Compound {
                relation: Some(relation),
                ..Compound::default()
            };
            self.done.push(std::mem::replace(&mut self.now, next));
        }
        self.has_now = true;
    }

    fn relate(&mut self, relation: Relation) {
        if self.has_now && (relation != Relation::Within || self.relation.is_none()) {
            self.relation = Some(relation);
        }
    }

    fn finish(mut self) -> Option<Selector> {
        let is_complete = matches!(self.relation, None | Some(Relation::Within));
        self.done.push(self.now);
        let is_selector = self.has_now && is_complete && !self.is_never;
        if !is_selector || self.done.len() > MAX_COMPOUNDS {
            return None;
        }
        self.done.reverse();
        Some(Selector {
            compounds: self.done,
            specificity: self.specificity,
            is_certain: !self.is_unsure,
        })
    }
}

/// The selectors in `:not(…)`, each of one element and fully understood.
fn among(parser: &mut Parser<'_>, depth: usize) -> Option<Vec<Selector>> {
    let read = parser.parse_nested_block(|parser| {
        let selectors = if depth < MAX_NESTED {
            read_at(parser, MAX_AMONG + 1, depth + 1)
        } else {
            Vec::new()
        };
        while parser.next().is_ok() {}
        Ok::<_, cssparser::ParseError<()>>(selectors)
    });
    let selectors = read.ok()?;
    let is_simple = |selector: &Selector| selector.is_certain && selector.compounds.len() == 1;
    let is_understood = !selectors.is_empty() && selectors.iter().all(is_simple);
    (is_understood && selectors.len() <= MAX_AMONG).then_some(selectors)
}

/// `[name operator value]`.
fn attribute(parser: &mut Parser<'_>) -> Option<Test> {
    let read = parser.parse_nested_block(|parser| {
        let name = parser.expect_ident()?.to_ascii_lowercase();
        let operator = match parser.next() {
            Err(_) => return Ok(Some(Test::Attribute(name, None))),
            Ok(Token::Delim('=')) => Operator::Is,
            Ok(Token::IncludeMatch) => Operator::Word,
            Ok(Token::DashMatch) => Operator::Dash,
            Ok(Token::PrefixMatch) => Operator::Begins,
            Ok(Token::SuffixMatch) => Operator::Ends,
            Ok(Token::SubstringMatch) => Operator::Has,
            Ok(_) => return Ok(None),
        };
        let value = parser.expect_ident_or_string()?.to_string();
        // A flag such as `i` changes the test.
        let test = parser
            .is_exhausted()
            .then_some(Test::Attribute(name, Some((operator, value))));
        while parser.next().is_ok() {}
        Ok::<_, cssparser::ParseError<()>>(test)
    });
    read.ok().flatten()
}
