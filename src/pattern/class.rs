//! A set of characters as a pattern writes it.

use super::fold::Cases;
use super::ranges::Ranges;
use super::unicode;

/// `[…]`, `.`, `\d`, `a`. What properties hold is looked up when the pattern is compiled.
#[derive(Debug, Default, Clone, PartialEq, Eq, Hash)]
pub(super) struct Class {
    pub(super) ranges: Vec<(u32, u32)>,
    pub(super) properties: Vec<Property>,
    pub(super) negated: bool,
    /// Under `(?i:`
    pub(super) any_case: bool,
}

/// `\p{…}`, `\P{…}`
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Property {
    /// What stands between the braces.
    pub(super) name: String,
    pub(super) negated: bool,
}

impl Class {
    pub(super) fn of(ranges: &[(u32, u32)]) -> Self {
        Self {
            ranges: ranges.to_vec(),
            ..Self::default()
        }
    }

    /// Adds a set, or all that is not in it.
    pub(super) fn add(&mut self, ranges: Vec<(u32, u32)>, negated: bool) {
        if negated {
            self.ranges.extend(Ranges::new(&ranges).complement().iter());
        } else {
            self.ranges.extend(ranges);
        }
    }

    /// The code points it stands for.
    pub(super) fn resolve(&self) -> Ranges {
        let mut ranges = self.ranges.clone();
        for property in &self.properties {
            let known = unicode::property(&property.name);
            if property.negated {
                ranges.extend(Ranges::new(&known).complement().iter());
            } else {
                ranges.extend(known);
            }
        }
        let mut set = Ranges::new(&ranges);
        if self.any_case {
            set = Cases::get().closure(&set);
        }
        if self.negated { set.complement() } else { set }
    }
}
