//! The look of words at a place of the page, as far as it affects their visibility.

use super::colour::{Colour, Paint, WHITE, is_near};
use super::declared::{Declared, Size};
use crate::web::html::inline::Blanks;
use crate::web::html::tree::Id;

/// The layout of an element among others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::web::html) enum Display {
    /// The default of its name.
    #[default]
    Usual,
    Block,
    Inline,
    /// In a line, with its own extent.
    Boxed,
    /// Not shown.
    Gone,
    /// A block whose children are separate.
    Apart,
    /// The same in a line.
    ApartBoxed,
}

/// The background of words.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Behind {
    /// The page's white, unless style sheets in other files change it.
    Usual,
    Given([f32; 3]),
    Unknown,
}

/// The minimum height of legible letters, in pixels.
const LEGIBLE: f32 = 4.0;
/// The indent that leads out of sight, in pixels.
const AWAY: f32 = -500.0;

/// The look of words in an element.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate property")]
pub(in crate::web::html) struct Look {
    /// Whether nothing of it is shown.
    pub is_gone: bool,
    pub display: Display,
    pub blanks: Blanks,
    pub is_struck: bool,
    /// The element that hides its words.
    pub hidden_by: Option<Id>,
    is_visible: bool,
    size: f32,
    /// The color of the text; `None` if it is not known.
    colour: Option<Colour>,
    behind: Behind,
    indent: f32,
    /// Whether the color of the text does not matter.
    is_painted: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            is_gone: false,
            display: Display::Usual,
            blanks: Blanks::Collapse,
            is_struck: false,
            hidden_by: None,
            is_visible: true,
            size: 16.0,
            colour: Some(Colour::solid(0, 0, 0)),
            behind: Behind::Usual,
            indent: 0.0,
            is_painted: false,
        }
    }
}

impl Look {
    /// The look of a page. Without other files its own styles are complete, and its background is white.
    pub fn of_page(has_others: bool) -> Self {
        Self {
            behind: if has_others {
                Behind::Usual
            } else {
                Behind::Given(WHITE)
            },
            ..Self::default()
        }
    }

    pub(super) fn of(id: Id, declared: &Declared, parent: &Self, is_in_line: bool) -> Self {
        let mut look = parent.clone();
        look.is_struck = declared.is_struck.unwrap_or(false);
        look.display = declared.display.unwrap_or_default();
        let is_in_line = match look.display {
            Display::Usual => is_in_line,
            display => display == Display::Inline,
        };
        look.is_gone = declared.is_gone(is_in_line);
        if let Some(blanks) = declared.blanks {
            look.blanks = blanks;
        }
        if let Some(is_visible) = declared.is_visible {
            look.is_visible = is_visible || declared.is_moving;
        }
        match declared.size {
            Some(Size::Pixels(pixels)) => look.size = pixels,
            Some(Size::Times(times)) => look.size *= times,
            None => {}
        }
        look.indent = declared.indent.unwrap_or(look.indent);
        look.paint(declared, parent);
        if !look.is_seen() && look.hidden_by.is_none() {
            look.hidden_by = Some(id);
        } else if look.is_seen() {
            look.hidden_by = None;
        }
        look
    }

    fn paint(&mut self, declared: &Declared, parent: &Self) {
        self.colour = match declared.colour {
            None | Some(Paint::Current | Paint::Inherit) => parent.colour,
            Some(Paint::Colour(colour)) => Some(colour),
            Some(Paint::Unknown) => None,
        };
        match declared.fill {
            Some(Paint::Colour(colour)) => self.colour = Some(colour),
            Some(Paint::Unknown) => self.colour = None,
            _ => {}
        }
        for paint in [declared.background, declared.image].into_iter().flatten() {
            self.behind = match paint {
                Paint::Colour(colour) if colour.alpha >= 1.0 => Behind::Given(colour.rgb),
                Paint::Colour(colour) if colour.alpha <= 0.0 => self.behind,
                Paint::Colour(colour) => match self.behind {
                    Behind::Usual => Behind::Given(colour.over(WHITE)),
                    Behind::Given(below) => Behind::Given(colour.over(below)),
                    Behind::Unknown => Behind::Unknown,
                },
                Paint::Current => match self.colour {
                    Some(colour) => Behind::Given(colour.over(WHITE)),
                    None => Behind::Unknown,
                },
                Paint::Inherit => self.behind,
                Paint::Unknown => Behind::Unknown,
            };
        }
        // The background picture shows through the letters.
        if declared.clips_to_text {
            self.is_painted = true;
        }
        if let Some(has_shadow) = declared.has_shadow {
            self.is_painted = has_shadow;
        }
    }

    /// Sets an unknown color.
    pub fn paint_over(&mut self) {
        self.is_painted = true;
    }

    /// Hides words by their own element, such as a field that is not shown.
    pub fn hide(&mut self, by: Id) {
        self.is_visible = false;
        self.hidden_by = Some(by);
    }

    /// Returns true if a picture or a control is visible.
    pub fn is_there(&self) -> bool {
        self.is_visible && !self.is_gone
    }

    /// Returns true if words are visible, including those on white that other files may have changed.
    pub fn is_seen(&self) -> bool {
        let is_legible = self.size >= LEGIBLE && self.indent > AWAY;
        self.is_there() && is_legible && !self.is_like(None)
    }

    /// Returns true if words are only visible if an unknown style sheet makes them so.
    pub fn is_doubtful(&self) -> bool {
        self.is_like(Some(WHITE))
    }

    fn is_like(&self, usual: Option<[f32; 3]>) -> bool {
        let below = match self.behind {
            Behind::Given(below) => Some(below),
            Behind::Usual => usual,
            Behind::Unknown => None,
        };
        match (self.colour, below) {
            _ if self.is_painted => false,
            (Some(colour), _) if colour.alpha < 0.05 => true,
            (Some(colour), Some(below)) => is_near(colour.over(below), below),
            _ => false,
        }
    }
}
