//! Selectors as they are read from a style sheet.

use cssparser::{Parser, Token};

use super::{Compound, Operator, Relation, Selector, Test};

/// The maximum number of elements that one selector names.
const MAX_COMPOUNDS: usize = 8;
/// The maximum number of selectors in `:not(…)` and the like.
const MAX_AMONG: usize = 8;
/// The maximum depth of nested selectors.
const MAX_NESTED: usize = 2;

/// Reads a list of selectors up to the end of the parser. Selectors that match nothing visible are left out.
pub(in crate::web::html::style) fn read(parser: &mut Parser<'_>, most: usize) -> Vec<Selector> {
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
