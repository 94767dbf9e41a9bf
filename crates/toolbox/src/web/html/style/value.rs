//! The values of declarations.

use cssparser::{Delimiter, Parser, Token};

use super::Declaration;
use super::property::property;

/// A part of a value. Lengths are in pixels, angles in degrees, all words in lower case.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Word(String),
    Number(f32),
    Length(f32),
    /// A multiple of the text size.
    Times(f32),
    Percent(f32),
    Angle(f32),
    Hash(String),
    Function(String, Vec<Part>),
    Comma,
    Slash,
    Other,
}

/// The maximum depth of functions.
const MAX_NESTED: usize = 4;
/// The maximum number of parts of a value.
const MAX_PARTS: usize = 200;

/// The declarations of a style attribute.
pub(super) fn declarations(text: &str) -> Vec<Declaration> {
    block(&mut Parser::new(text))
}

/// The declarations of a block, up to its end.
pub(super) fn block(parser: &mut Parser<'_>) -> Vec<Declaration> {
    let mut out = Vec::new();
    while !parser.is_exhausted() {
        let _ = parser.parse_until_after(Delimiter::Semicolon, |parser| {
            let name = parser.expect_ident()?.to_ascii_lowercase();
            parser.expect_colon()?;
            let (parts, is_important) = parts(parser, 0);
            let mut properties = Vec::new();
            property(&name, &parts, &mut properties);
            out.extend(
                properties
                    .into_iter()
                    .map(|property| (property, is_important)),
            );
            Ok::<_, cssparser::ParseError<()>>(())
        });
    }
    out
}

fn parts(parser: &mut Parser<'_>, depth: usize) -> (Vec<Part>, bool) {
    let mut parts = Vec::new();
    let mut is_important = false;
    while let Ok(token) = parser.next() {
        let part = match token {
            Token::Ident(word) => {
                let word = word.to_ascii_lowercase();
                if word == "important" && parts.last() == Some(&Part::Other) {
                    parts.pop();
                    is_important = true;
                    continue;
                }
                Part::Word(word)
            }
            Token::Number { value, .. } => Part::Number(*value),
            Token::Percentage { unit_value, .. } => Part::Percent(unit_value * 100.0),
            Token::Dimension { value, unit, .. } => dimension(*value, &unit.to_ascii_lowercase()),
            Token::Hash(hash) | Token::IDHash(hash) => Part::Hash(hash.to_string()),
            Token::Function(name) => {
                let name = name.to_ascii_lowercase();
                let inner = parser.parse_nested_block(|parser| {
                    let inner = if depth < MAX_NESTED {
                        self::parts(parser, depth + 1).0
                    } else {
                        Vec::new()
                    };
                    while parser.next().is_ok() {}
                    Ok::<_, cssparser::ParseError<()>>(inner)
                });
                Part::Function(name, inner.unwrap_or_default())
            }
            Token::Comma => Part::Comma,
            Token::Delim('/') => Part::Slash,
            _ => Part::Other,
        };
        if parts.len() < MAX_PARTS {
            parts.push(part);
        }
    }
    (parts, is_important)
}

fn dimension(value: f32, unit: &str) -> Part {
    match unit {
        "px" => Part::Length(value),
        "pt" => Part::Length(value * 4.0 / 3.0),
        "pc" | "rem" => Part::Length(value * 16.0),
        "in" => Part::Length(value * 96.0),
        "cm" => Part::Length(value * 37.8),
        "mm" => Part::Length(value * 3.78),
        "em" => Part::Times(value),
        "ex" | "ch" => Part::Times(value / 2.0),
        "vw" | "vmax" | "svw" | "dvw" => Part::Length(value * 12.8),
        "vh" | "vmin" | "svh" | "dvh" => Part::Length(value * 8.0),
        "deg" => Part::Angle(value),
        "turn" => Part::Angle(value * 360.0),
        "rad" => Part::Angle(value.to_degrees()),
        _ => Part::Other,
    }
}

/// A length in pixels, if it is known. A percentage is relative to the page's width.
pub(super) fn length(part: &Part) -> Option<f32> {
    match part {
        Part::Number(number) if number.abs() < f32::EPSILON => Some(0.0),
        Part::Length(pixels) => Some(*pixels),
        Part::Times(times) => Some(times * 16.0),
        Part::Percent(percent) => Some(percent * 12.8),
        _ => None,
    }
}

/// A share from 0 to 1, if it is known.
pub(super) fn share(part: &Part) -> Option<f32> {
    match part {
        Part::Number(number) => Some(*number),
        Part::Percent(percent) => Some(percent / 100.0),
        Part::Word(word) if word == "initial" => Some(1.0),
        _ => None,
    }
}
