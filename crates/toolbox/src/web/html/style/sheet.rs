//! Style sheets in a page.

use std::collections::HashSet;
use std::rc::Rc;

use cssparser::{Delimiter, Parser, Token};

use super::selector::{Selector, read};
use super::value::block;
use super::{Declaration, MAX_RULES};

/// The maximum depth of blocks such as `@media`.
const MAX_NESTED: usize = 8;
/// The size of the screen, in pixels.
const WIDTH: f32 = 1280.0;

/// The rules of all of a page's style sheets.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    pub rules: Vec<Rule>,
    pub animations: HashSet<String>,
    pub has_imports: bool,
    pub has_more: bool,
    pub steps: usize,
}

/// A rule, for one of its selectors.
#[derive(Debug)]
pub(super) struct Rule {
    pub selector: Selector,
    pub declarations: Rc<Vec<Declaration>>,
    pub order: usize,
    /// Whether it certainly applies to the elements that it matches. Otherwise it can only show them.
    pub is_certain: bool,
}

/// The condition of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    Perhaps,
    Never,
}

impl Sheets {
    /// Reads a style sheet.
    pub fn read(&mut self, text: &str, media: Option<&str>) {
        let mut when = When::Always;
        if let Some(media) = media {
            when = media_query(&mut Parser::new(media));
        }
        if when != When::Never {
            self.rules(&mut Parser::new(text), when, 0);
        }
    }

    fn rules(&mut self, parser: &mut Parser<'_>, when: When, depth: usize) {
        loop {
            let start = parser.state();
            let Ok(token) = parser.next() else { return };
            self.steps += 1;
            match token {
                Token::AtKeyword(name) => {
                    let name = name.to_ascii_lowercase();
                    self.at_rule(&name, parser, when, depth);
                }
                Token::CDO | Token::CDC | Token::Semicolon | Token::CloseCurlyBracket => {}
                _ => {
                    parser.reset(&start);
                    self.rule(parser, when);
                }
            }
        }
    }

    fn rule(&mut self, parser: &mut Parser<'_>, when: When) {
        let room = MAX_RULES.saturating_sub(self.rules.len());
        let selectors = parser.parse_until_before(Delimiter::CurlyBracketBlock, |parser| {
            let selectors = read(parser, room + 1);
            while parser.next().is_ok() {}
            Ok::<_, cssparser::ParseError<()>>(selectors)
        });
        if parser.next().is_err() {
            return;
        }
        let declarations = parser
            .parse_nested_block(|parser| Ok::<_, cssparser::ParseError<()>>(block(parser)))
            .unwrap_or_default();
        if declarations.is_empty() {
            return;
        }
        let declarations = Rc::new(declarations);
        for selector in selectors.unwrap_or_default() {
            if self.rules.len() >= MAX_RULES {
                self.has_more = true;
                return;
            }
            self.rules.push(Rule {
                is_certain: selector.is_certain && when == When::Always,
                selector,
                declarations: Rc::clone(&declarations),
                order: self.rules.len(),
            });
        }
    }

    fn at_rule(&mut self, name: &str, parser: &mut Parser<'_>, when: When, depth: usize) {
        let until = Delimiter::CurlyBracketBlock | Delimiter::Semicolon;
        let mut inner = When::Never;
        let mut animation = None;
        let _ = parser.parse_until_before(until, |parser| {
            match name {
                "media" => inner = media_query(parser),
                "layer" => inner = When::Always,
                "supports" => inner = supports(parser),
                "container" | "scope" | "starting-style" => inner = When::Perhaps,
                "import" => self.has_imports = true,
                "keyframes" | "-webkit-keyframes" => {
                    animation = parser
                        .expect_ident_or_string()
                        .ok()
                        .map(ToString::to_string);
                }
                _ => {}
            }
            while parser.next().is_ok() {}
            Ok::<_, cssparser::ParseError<()>>(())
        });
        self.animations.extend(animation);
        if inner == When::Always {
            inner = when;
        }
        match parser.next() {
            Ok(Token::CurlyBracketBlock) if inner != When::Never => {
                if depth >= MAX_NESTED {
                    self.has_more = true;
                    return;
                }
                let _ = parser.parse_nested_block(|parser| {
                    self.rules(parser, inner, depth + 1);
                    Ok::<_, cssparser::ParseError<()>>(())
                });
            }
            _ => {}
        }
    }
}

/// Returns true if a screen of usual width matches the query.
fn media_query(parser: &mut Parser<'_>) -> When {
    let mut list = When::Never;
    let mut query = When::Always;
    let mut is_negated = false;
    let mut is_empty = true;
    loop {
        let token = parser.next().ok().cloned();
        match &token {
            None | Some(Token::Comma) => {
                let query = match query {
                    When::Always if is_negated => When::Never,
                    When::Never if is_negated => When::Always,
                    other => other,
                };
                list = match (list, query) {
                    (When::Always, _) | (_, When::Always) => When::Always,
                    (When::Perhaps, _) | (_, When::Perhaps) => When::Perhaps,
                    _ => When::Never,
                };
                if token.is_none() {
                    return if is_empty { When::Always } else { list };
                }
                is_negated = false;
            }
            Some(Token::Ident(name)) => match name.to_ascii_lowercase().as_str() {
                "all" | "screen" | "only" | "and" => {}
                "not" => is_negated = true,
                "print" | "speech" | "tty" | "tv" | "projection" | "handheld" => {
                    query = When::Never;
                }
                _ => query = both(query, When::Perhaps),
            },
            Some(Token::ParenthesisBlock) => {
                let feature = parser.parse_nested_block(|parser| {
                    Ok::<_, cssparser::ParseError<()>>(feature(parser))
                });
                query = both(query, feature.unwrap_or(When::Perhaps));
            }
            Some(_) => query = both(query, When::Perhaps),
        }
        if token == Some(Token::Comma) {
            query = When::Always;
        }
        is_empty = false;
    }
}

fn both(one: When, other: When) -> When {
    match (one, other) {
        (When::Never, _) | (_, When::Never) => When::Never,
        (When::Perhaps, _) | (_, When::Perhaps) => When::Perhaps,
        _ => When::Always,
    }
}

fn feature(parser: &mut Parser<'_>) -> When {
    let name = parser.expect_ident().map(|name| name.to_ascii_lowercase());
    let length = parser
        .expect_colon()
        .ok()
        .and_then(|()| match parser.next() {
            Ok(Token::Dimension { value, unit, .. }) => {
                Some(match unit.to_ascii_lowercase().as_str() {
                    "px" => *value,
                    "em" | "rem" => *value * 16.0,
                    _ => return None,
                })
            }
            Ok(Token::Number { value: 0.0, .. }) => Some(0.0),
            _ => None,
        });
    while parser.next().is_ok() {}
    let holds = match (name.as_deref(), length) {
        (Ok("min-width"), Some(least)) => WIDTH >= least,
        (Ok("max-width"), Some(most)) => WIDTH <= most,
        _ => return When::Perhaps,
    };
    if holds { When::Always } else { When::Never }
}

/// A browser is assumed to support the condition, if that can be determined.
fn supports(parser: &mut Parser<'_>) -> When {
    let mut when = When::Always;
    while let Ok(token) = parser.next() {
        if matches!(token, Token::Ident(name) if name.eq_ignore_ascii_case("not")) {
            when = When::Perhaps;
        }
    }
    when
}
