//! The properties that affect the visibility of words.

use super::colour::{Colour, Paint, is_near};
use super::declared::{Position, Property, Side, Size};
use super::look::Display;
use super::value::{Part, length, share};
use crate::web::html::inline::Blanks;

/// The effects of a declaration on the visibility of words.
#[allow(clippy::too_many_lines, reason = "a table of properties")]
pub(super) fn property(name: &str, parts: &[Part], out: &mut Vec<Property>) {
    let Some(first) = parts.first() else { return };
    let word = match first {
        Part::Word(word) => word.as_str(),
        _ => "",
    };
    let words = || {
        parts.iter().filter_map(|part| match part {
            Part::Word(word) => Some(word.as_str()),
            _ => None,
        })
    };
    match name {
        "display" => out.extend(display(word).map(Property::Display)),
        "visibility" => match word {
            "hidden" | "collapse" => out.push(Property::Visible(false)),
            "visible" | "initial" => out.push(Property::Visible(true)),
            _ => {}
        },
        "content-visibility" => out.push(Property::Skipped(word == "hidden")),
        "opacity" => out.extend(share(first).map(Property::Opacity)),
        "filter" => out.push(Property::Faded(parts.iter().any(is_clear))),
        "font-size" => out.extend(size(first).map(Property::Size)),
        "font" => {
            let size = parts.iter().find_map(|part| match part {
                Part::Word(_) => size(part),
                Part::Number(number) if *number >= 100.0 => None,
                part => size(part),
            });
            out.extend(size.map(Property::Size));
        }
        "color" => out.extend(Paint::read(first).map(Property::Colour)),
        "-webkit-text-fill-color" => out.extend(Paint::read(first).map(Property::Fill)),
        "background-color" => out.extend(Paint::read(first).map(Property::Background)),
        "background-image" => out.push(Property::Image(image(parts))),
        "background" => {
            let paint = parts.iter().rev().find_map(Paint::read);
            out.push(Property::Background(
                paint.unwrap_or(Paint::Colour(Colour::CLEAR)),
            ));
            out.push(Property::Image(image(parts)));
            out.push(Property::ClipsToText(words().any(|word| word == "text")));
        }
        "background-clip" | "-webkit-background-clip" => {
            out.push(Property::ClipsToText(words().any(|word| word == "text")));
        }
        "width" | "inline-size" => out.push(Property::Width(length(first))),
        "max-width" | "max-inline-size" => out.push(Property::MostWidth(length(first))),
        "height" | "block-size" => out.push(Property::Height(length(first))),
        "max-height" | "max-block-size" => out.push(Property::MostHeight(length(first))),
        "line-height" => out.push(Property::LineHeight(match first {
            Part::Number(number) => Some(*number * 16.0),
            part => length(part),
        })),
        "overflow" | "overflow-x" | "overflow-y" | "overflow-block" | "overflow-inline" => {
            let cuts = words().any(|word| matches!(word, "hidden" | "clip" | "scroll" | "auto"));
            out.push(Property::Cuts(cuts));
        }
        "position" => out.push(Property::Position(match word {
            "absolute" | "fixed" => Position::Out,
            "relative" | "sticky" => Position::Moved,
            _ => Position::Usual,
        })),
        "float" => out.push(Property::Floats(matches!(word, "left" | "right"))),
        "left" | "inset-inline-start" => out.push(Property::Offset(Side::Left, length(first))),
        "right" => out.push(Property::Offset(Side::Right, length(first))),
        "top" => out.push(Property::Offset(Side::Top, length(first))),
        "bottom" => out.push(Property::Offset(Side::Bottom, length(first))),
        "inset" => {
            let sides: [usize; 4] = match parts.len() {
                1 => [0, 0, 0, 0],
                2 => [0, 1, 0, 1],
                3 => [0, 1, 2, 1],
                _ => [0, 1, 2, 3],
            };
            let names = [Side::Top, Side::Right, Side::Bottom, Side::Left];
            for (side, index) in names.into_iter().zip(sides) {
                out.push(Property::Offset(side, length(&parts[index])));
            }
        }
        "margin-left" | "margin-inline-start" => {
            out.push(Property::Margin(Side::Left, length(first)));
        }
        "margin-top" | "margin-block-start" => out.push(Property::Margin(Side::Top, length(first))),
        "margin" => {
            let left = parts.get(3).or(parts.get(1)).unwrap_or(first);
            out.push(Property::Margin(Side::Left, length(left)));
            out.push(Property::Margin(Side::Top, length(first)));
        }
        "text-indent" => out.extend(length(first).map(Property::Indent)),
        "clip" => out.push(Property::Clipped(is_nothing(first))),
        "clip-path" | "-webkit-clip-path" => out.push(Property::Cut(parts.iter().any(is_nothing))),
        "transform" | "-webkit-transform" => {
            out.push(Property::Transformed(parts.iter().any(moves_away)));
        }
        "scale" => out.push(Property::Scaled(
            matches!(first, Part::Number(number) if number.abs() < 0.05),
        )),
        "translate" => {
            let is_away = parts
                .iter()
                .filter_map(length)
                .any(|pixels| pixels.abs() >= 2000.0);
            out.push(Property::Translated(is_away));
        }
        "animation" | "animation-name" | "-webkit-animation" => {
            out.push(Property::Animation(words().map(str::to_owned).collect()));
        }
        "text-decoration" | "text-decoration-line" => {
            out.push(Property::Struck(words().any(|word| word == "line-through")));
        }
        "text-shadow" => out.push(Property::Shadow(word != "none")),
        "white-space" | "white-space-collapse" => out.extend(match word {
            "pre" | "pre-wrap" | "break-spaces" | "preserve" => {
                Some(Property::Blanks(Blanks::Keep))
            }
            "pre-line" | "preserve-breaks" => Some(Property::Blanks(Blanks::Lines)),
            "normal" | "nowrap" | "initial" | "collapse" => {
                Some(Property::Blanks(Blanks::Collapse))
            }
            _ => None,
        }),
        "all" if matches!(word, "initial" | "unset" | "revert") => out.push(Property::All),
        _ => {}
    }
}

fn display(word: &str) -> Option<Display> {
    Some(match word {
        "none" => Display::Gone,
        "inline" | "contents" | "ruby" => Display::Inline,
        "inline-block" | "inline-table" => Display::Boxed,
        "inline-flex" | "inline-grid" => Display::ApartBoxed,
        "flex" | "grid" | "-webkit-box" | "-webkit-flex" => Display::Apart,
        "block" | "flow-root" | "list-item" | "table" | "table-row" | "table-caption" => {
            Display::Block
        }
        "table-cell" | "initial" | "revert" | "unset" => Display::Usual,
        _ => return None,
    })
}

fn size(part: &Part) -> Option<Size> {
    Some(match part {
        Part::Word(word) => Size::Pixels(match word.as_str() {
            "xx-small" => 9.0,
            "x-small" => 10.0,
            "small" => 13.0,
            "medium" | "initial" => 16.0,
            "large" => 18.0,
            "x-large" => 24.0,
            "xx-large" | "xxx-large" => 32.0,
            "smaller" => return Some(Size::Times(0.83)),
            "larger" => return Some(Size::Times(1.2)),
            _ => return None,
        }),
        Part::Times(times) => Size::Times(*times),
        Part::Percent(percent) => Size::Times(percent / 100.0),
        Part::Function(..) => Size::Pixels(16.0),
        part => Size::Pixels(length(part)?),
    })
}

/// The color of a picture: a color of a gradient, or unknown.
fn image(parts: &[Part]) -> Option<Paint> {
    let picture = parts.iter().find_map(|part| match part {
        Part::Function(name, parts) if name.ends_with("gradient") => Some(parts.as_slice()),
        Part::Function(name, _) if Paint::read(part).is_none() || name == "var" => Some(&[][..]),
        // A `url(…)` without quotation marks.
        Part::Other => Some(&[][..]),
        _ => None,
    })?;
    let mut colours = picture.iter().filter_map(Paint::read);
    let Some(Paint::Colour(first)) = colours.next() else {
        return Some(Paint::Unknown);
    };
    let is_one = colours.all(|paint| {
        matches!(paint, Paint::Colour(other) if (other.alpha - first.alpha).abs() < 0.01 && is_near(other.rgb, first.rgb))
    });
    Some(if is_one {
        Paint::Colour(first)
    } else {
        Paint::Unknown
    })
}

fn is_clear(part: &Part) -> bool {
    matches!(part, Part::Function(name, parts) if name == "opacity"
        && parts.first().and_then(share).is_some_and(|share| share < 0.1))
}

/// Returns true if a clipping shape has no area.
fn is_nothing(part: &Part) -> bool {
    let Part::Function(name, parts) = part else {
        return false;
    };
    let lengths: Vec<f32> = parts.iter().filter_map(length).collect();
    match (name.as_str(), &lengths[..]) {
        ("rect", [top, right, bottom, left]) => right - left <= 1.0 || bottom - top <= 1.0,
        ("inset", [first, ..]) => {
            let percents = |part: &Part| matches!(part, Part::Percent(percent) if *percent >= 50.0);
            parts.iter().any(percents) || *first >= 2000.0
        }
        ("circle" | "ellipse", [radius, ..]) => {
            let has_radius = !matches!(parts.first(), Some(Part::Word(word)) if word == "at");
            has_radius && *radius <= 0.0
        }
        ("polygon", lengths) => lengths.iter().all(|length| *length <= 0.0),
        _ => false,
    }
}

/// Returns true if a transformation makes everything invisible.
fn moves_away(part: &Part) -> bool {
    let Part::Function(name, parts) = part else {
        return false;
    };
    match name.as_str() {
        "scale" | "scalex" | "scaley" | "scale3d" => parts
            .iter()
            .any(|part| matches!(part, Part::Number(number) if number.abs() < 0.05)),
        "translate" | "translatex" | "translatey" | "translate3d" => parts
            .iter()
            .filter_map(length)
            .any(|pixels| pixels.abs() >= 2000.0),
        "rotatex" | "rotatey" => parts
            .iter()
            .any(|part| matches!(part, Part::Angle(angle) if (angle.rem_euclid(180.0) - 90.0).abs() < 1.0)),
        _ => false,
    }
}
