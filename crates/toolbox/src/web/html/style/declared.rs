//! The declarations of one element. The last of each property counts.

use super::colour::{Colour, Paint};
use super::look::Display;
use crate::web::html::inline::Blanks;
use crate::web::html::tree::Element;

/// A declaration with an effect on visibility.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Property {
    Display(Display),
    Visible(bool),
    Skipped(bool),
    Opacity(f32),
    Faded(bool),
    Size(Size),
    Colour(Paint),
    Fill(Paint),
    Background(Paint),
    Image(Option<Paint>),
    ClipsToText(bool),
    Width(Option<f32>),
    MostWidth(Option<f32>),
    Height(Option<f32>),
    MostHeight(Option<f32>),
    LineHeight(Option<f32>),
    Cuts(bool),
    Position(Position),
    Floats(bool),
    Offset(Side, Option<f32>),
    Margin(Side, Option<f32>),
    Indent(f32),
    Clipped(bool),
    Cut(bool),
    Transformed(bool),
    Scaled(bool),
    Translated(bool),
    Animation(Vec<String>),
    Struck(bool),
    Shadow(bool),
    Blanks(Blanks),
    All,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Size {
    Pixels(f32),
    /// A multiple of the parent's size.
    Times(f32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Position {
    #[default]
    Usual,
    Moved,
    Out,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

/// Pixels to the left of a page or above it that are out of sight, regardless of its width.
const AWAY: f32 = 999.0;
/// Pixels to the right that no window shows.
const FAR: f32 = 9_000.0;

impl Property {
    /// The part of it that counts in a rule that may apply: such a rule can only make words visible.
    pub fn perhaps(&self) -> Option<Self> {
        let shows = match self {
            Self::Colour(_) => return Some(Self::Colour(Paint::Unknown)),
            Self::Fill(_) => return Some(Self::Fill(Paint::Unknown)),
            Self::Background(_) | Self::Image(_) => return Some(Self::Image(Some(Paint::Unknown))),
            Self::Display(display) => *display != Display::Gone,
            Self::Visible(is) | Self::Shadow(is) | Self::ClipsToText(is) => *is,
            Self::Skipped(is)
            | Self::Faded(is)
            | Self::Cuts(is)
            | Self::Clipped(is)
            | Self::Cut(is)
            | Self::Transformed(is)
            | Self::Scaled(is)
            | Self::Translated(is)
            | Self::Struck(is) => !*is,
            Self::Opacity(share) => *share > 0.5,
            Self::Size(Size::Pixels(pixels)) => *pixels > 8.0,
            Self::Size(Size::Times(times)) => *times > 0.5,
            Self::Width(length)
            | Self::MostWidth(length)
            | Self::Height(length)
            | Self::MostHeight(length)
            | Self::LineHeight(length)
            | Self::Offset(_, length)
            | Self::Margin(_, length) => length.is_none_or(|pixels| pixels > 1.0 && pixels < FAR),
            Self::Indent(pixels) => *pixels >= 0.0,
            Self::Position(position) => *position == Position::Usual,
            Self::Animation(_) | Self::Blanks(_) => true,
            Self::Floats(_) | Self::All => false,
        };
        shows.then(|| self.clone())
    }
}

/// All declarations of an element.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate property")]
pub(super) struct Declared {
    /// Whether the browser's defaults hide it; an author's `display` takes precedence.
    is_gone_usually: bool,
    pub display: Option<Display>,
    pub is_visible: Option<bool>,
    is_skipped: bool,
    opacity: Option<f32>,
    is_faded: bool,
    pub size: Option<Size>,
    pub colour: Option<Paint>,
    pub fill: Option<Paint>,
    pub background: Option<Paint>,
    pub image: Option<Paint>,
    pub clips_to_text: bool,
    extents: [Option<f32>; 4],
    line_height: Option<f32>,
    cuts: bool,
    position: Position,
    floats: bool,
    offsets: [Option<f32>; 4],
    margins: [Option<f32>; 4],
    pub indent: Option<f32>,
    /// Clipped, cut, transformed, scaled, translated to nothing.
    to_nothing: [bool; 5],
    pub animations: Vec<String>,
    /// Whether it is animated, so that its initial state does not count.
    pub is_moving: bool,
    pub is_struck: Option<bool>,
    pub has_shadow: Option<bool>,
    pub blanks: Option<Blanks>,
}

impl Declared {
    /// The declarations of the browser and of the element's attributes.
    pub fn usual(element: &Element) -> Self {
        let mut declared = Self::default();
        if !element.is_html() {
            return declared;
        }
        let tag = element.tag();
        let has = |name| element.attribute(name).is_some();
        declared.is_gone_usually =
            has("hidden") || has("popover") || (tag == "dialog" && !has("open"));
        let colour = |name| element.attribute(name).and_then(Paint::of_attribute);
        let black = Some(Paint::Colour(Colour::solid(0, 0, 0)));
        match tag {
            "a" if has("href") => {
                declared.colour = Some(Paint::Colour(Colour::solid(0, 0, 238)));
            }
            "font" => declared.colour = colour("color"),
            "body" => {
                declared.colour = colour("text");
                declared.background = colour("bgcolor");
            }
            "table" | "tbody" | "thead" | "tfoot" | "tr" | "td" | "th" => {
                declared.background = colour("bgcolor");
                if has("background") {
                    declared.image = Some(Paint::Unknown);
                }
            }
            "button" | "input" | "select" => {
                declared.colour = black;
                declared.background = Some(Paint::Colour(Colour::solid(239, 239, 239)));
                declared.size = Some(Size::Pixels(13.0));
            }
            "mark" => {
                declared.colour = black;
                declared.background = Some(Paint::Colour(Colour::solid(255, 255, 0)));
            }
            "pre" | "textarea" | "listing" | "xmp" | "plaintext" => {
                declared.blanks = Some(Blanks::Keep);
            }
            _ => {}
        }
        declared
    }

    pub fn set(&mut self, property: &Property) {
        match property {
            Property::Display(display) => self.display = Some(*display),
            Property::Visible(is) => self.is_visible = Some(*is),
            Property::Skipped(is) => self.is_skipped = *is,
            Property::Opacity(share) => self.opacity = Some(*share),
            Property::Faded(is) => self.is_faded = *is,
            Property::Size(size) => self.size = Some(*size),
            Property::Colour(paint) => self.colour = Some(*paint),
            Property::Fill(paint) => self.fill = Some(*paint),
            Property::Background(paint) => self.background = Some(*paint),
            Property::Image(paint) => self.image = *paint,
            Property::ClipsToText(is) => self.clips_to_text = *is,
            Property::Width(length) => self.extents[0] = *length,
            Property::MostWidth(length) => self.extents[1] = *length,
            Property::Height(length) => self.extents[2] = *length,
            Property::MostHeight(length) => self.extents[3] = *length,
            Property::LineHeight(length) => self.line_height = *length,
            Property::Cuts(is) => self.cuts = *is,
            Property::Position(position) => self.position = *position,
            Property::Floats(is) => self.floats = *is,
            Property::Offset(side, length) => self.offsets[*side as usize] = *length,
            Property::Margin(side, length) => self.margins[*side as usize] = *length,
            Property::Indent(pixels) => self.indent = Some(*pixels),
            Property::Clipped(is) => self.to_nothing[0] = *is,
            Property::Cut(is) => self.to_nothing[1] = *is,
            Property::Transformed(is) => self.to_nothing[2] = *is,
            Property::Scaled(is) => self.to_nothing[3] = *is,
            Property::Translated(is) => self.to_nothing[4] = *is,
            Property::Animation(names) => self.animations.clone_from(names),
            Property::Struck(is) => self.is_struck = Some(*is),
            Property::Shadow(is) => self.has_shadow = Some(*is),
            Property::Blanks(blanks) => self.blanks = Some(*blanks),
            Property::All => {
                let is_gone_usually = self.is_gone_usually;
                *self = Self {
                    is_gone_usually,
                    ..Self::default()
                };
            }
        }
    }

    /// Returns true if neither the element nor its contents are shown. An element in a line has no extent of its own.
    pub fn is_gone(&self, is_in_line: bool) -> bool {
        match self.display {
            Some(Display::Gone) => return true,
            None if self.is_gone_usually => return true,
            _ => {}
        }
        if self.is_skipped {
            return true;
        }
        if self.is_moving {
            return false;
        }
        let is_faint = self.opacity.is_some_and(|share| share < 0.1) || self.is_faded;
        let is_out = self.position == Position::Out;
        let [clipped, rest @ ..] = self.to_nothing;
        let is_box = !is_in_line || is_out || self.floats;
        let is_nothing = rest.iter().any(|is| *is) && is_box || clipped && is_out;
        is_faint || is_nothing || is_box && self.is_without_extent() || self.is_away(is_box)
    }

    fn is_without_extent(&self) -> bool {
        let lengths = self.extents.iter().chain([&self.line_height]);
        self.cuts && lengths.flatten().any(|pixels| *pixels <= 1.0)
    }

    fn is_away(&self, is_box: bool) -> bool {
        let is_moved = self.position != Position::Usual;
        let is_left = |length: &Option<f32>| length.is_some_and(|pixels| pixels <= -AWAY);
        let is_far = self.offsets[Side::Left as usize].is_some_and(|pixels| pixels >= FAR);
        let is_right = self.offsets[Side::Right as usize].is_some_and(|pixels| pixels >= FAR);
        is_moved && (self.offsets.iter().any(is_left) || is_far || is_right)
            || self
                .margins
                .iter()
                .enumerate()
                .any(|(side, length)| is_left(length) && (is_box || side == Side::Left as usize))
    }
}
