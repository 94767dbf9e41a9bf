//! Colors, as far as needed to decide whether they can be distinguished.

use cssparser::color::{parse_hash_color, parse_named_color};

use super::value::Part;

/// A color with its opacity, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Colour {
    pub rgb: [f32; 3],
    pub alpha: f32,
}

/// The color of a property.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Paint {
    Colour(Colour),
    /// The color of the text.
    Current,
    Inherit,
    /// An unknown value, such as that of a variable.
    Unknown,
}

/// The largest difference, of 255, between two colors that a person can't distinguish.
const NEAR: f32 = 16.0;

pub(super) const WHITE: [f32; 3] = [255.0; 3];

impl Colour {
    pub const CLEAR: Self = Self {
        rgb: [0.0; 3],
        alpha: 0.0,
    };

    pub fn solid(red: u8, green: u8, blue: u8) -> Self {
        Self {
            rgb: [red, green, blue].map(f32::from),
            alpha: 1.0,
        }
    }

    /// The resulting color on top of another one.
    pub fn over(self, below: [f32; 3]) -> [f32; 3] {
        let mix = |index: usize| self.rgb[index] * self.alpha + below[index] * (1.0 - self.alpha);
        [mix(0), mix(1), mix(2)]
    }
}

/// Returns true if a person can't distinguish the colors.
pub(super) fn is_near(one: [f32; 3], other: [f32; 3]) -> bool {
    one.iter()
        .zip(other)
        .all(|(one, other)| (one - other).abs() <= NEAR)
}

impl Paint {
    pub fn read(part: &Part) -> Option<Self> {
        match part {
            Part::Word(word) => match word.as_str() {
                "transparent" => Some(Self::Colour(Colour::CLEAR)),
                "currentcolor" => Some(Self::Current),
                "inherit" | "unset" | "revert" => Some(Self::Inherit),
                "initial" | "canvastext" => Some(Self::Colour(Colour::solid(0, 0, 0))),
                "canvas" => Some(Self::Colour(Colour::solid(255, 255, 255))),
                name => {
                    let (red, green, blue) = parse_named_color(name).ok()?;
                    Some(Self::Colour(Colour::solid(red, green, blue)))
                }
            },
            Part::Hash(hash) => {
                let (red, green, blue, alpha) = parse_hash_color(hash.as_bytes()).ok()?;
                let solid = Colour::solid(red, green, blue);
                Some(Self::Colour(Colour { alpha, ..solid }))
            }
            Part::Function(name, parts) => match name.as_str() {
                "rgb" | "rgba" => Some(function(parts, |[red, green, blue]| [red, green, blue])),
                "hsl" | "hsla" => Some(function(parts, hsl)),
                "hwb" | "lab" | "lch" | "oklab" | "oklch" | "color" | "color-mix"
                | "light-dark" | "var" => Some(Self::Unknown),
                _ => None,
            },
            _ => None,
        }
    }

    /// The color of an attribute such as `bgcolor`.
    pub fn of_attribute(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let hash = text.strip_prefix('#').unwrap_or(&text);
        let named = parse_named_color(&text).ok();
        let (red, green, blue) = match named {
            Some(named) => named,
            None => parse_hash_color(hash.as_bytes())
                .map(|(red, green, blue, _)| (red, green, blue))
                .ok()?,
        };
        Some(Self::Colour(Colour::solid(red, green, blue)))
    }
}

fn function(parts: &[Part], convert: impl Fn([f32; 3]) -> [f32; 3]) -> Paint {
    let mut numbers = Vec::new();
    for part in parts {
        numbers.push(match part {
            Part::Number(number) => *number,
            Part::Percent(percent) if numbers.len() < 3 => percent * 2.55,
            Part::Percent(percent) => percent / 100.0,
            Part::Angle(degrees) => *degrees,
            Part::Comma | Part::Slash => continue,
            Part::Word(word) if word == "none" => 0.0,
            _ => return Paint::Unknown,
        });
    }
    match numbers[..] {
        [one, two, three, ref rest @ ..] if rest.len() < 2 => Paint::Colour(Colour {
            rgb: convert([one, two, three]),
            alpha: rest.first().copied().unwrap_or(1.0).clamp(0.0, 1.0),
        }),
        _ => Paint::Unknown,
    }
}

/// The color of a hue in degrees, and the others as parts of 255.
fn hsl([hue, saturation, light]: [f32; 3]) -> [f32; 3] {
    let (saturation, light) = (
        (saturation / 255.0).clamp(0.0, 1.0),
        (light / 255.0).clamp(0.0, 1.0),
    );
    let most = saturation * light.min(1.0 - light);
    let channel = |offset: f32| {
        let at = (offset + hue.rem_euclid(360.0) / 30.0) % 12.0;
        255.0 * (light - most * (at - 3.0).min(9.0 - at).clamp(-1.0, 1.0))
    };
    [channel(0.0), channel(8.0), channel(4.0)]
}
