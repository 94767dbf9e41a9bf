//! The limits on the work of a validation.
//!
//! A pattern without lookaround and backreferences is matched in time linear in the text. One with them backtracks, and each
//! step may read the whole text: only the product of steps and text is bounded. So the more text a value contains, the fewer
//! steps its schema's backtracking patterns may take; `^(?=.*\d)` needs a handful for any text.
//!
//! A value may be compared with each subschema at each of its places. Hardly any schema needs that, so the limit is where it
//! would take seconds.

use serde_json::Value;

use crate::definition::{Definition, Patterns};

/// The maximum work of a validation, in comparisons. Each takes some nanoseconds.
pub(crate) const MAX_WORK: u64 = 500_000_000;

/// The maximum work for a schema from an untrusted source.
pub(crate) const MAX_SURE_WORK: u64 = 5_000_000;

/// The maximum text for which the most steps are allowed, in bytes.
pub(crate) const LITTLE_TEXT: usize = 1_000;

/// The maximum steps for each amount of text (bytes of all strings and keys of a value).
const STEPS: [(usize, usize); 4] = [
    (LITTLE_TEXT, 50_000),
    (20_000, 2_500),
    (400_000, 125),
    (usize::MAX, 10),
];

/// The number of step limits.
pub(crate) const TIERS: usize = STEPS.len();

/// The number of characters that are read in the time of a comparison.
const CHARACTERS: u64 = 20;

/// The comparisons for a character and a state of a pattern, if there is no faster way.
const STATE: u64 = 5;

/// The work of matching this much text.
pub(crate) fn matching(text: usize, definition: &Definition) -> u64 {
    let states = definition.contents.pattern_states.saturating_mul(STATE);
    states.saturating_mul(text as u64)
}

/// The step limit of a tier.
pub(crate) fn steps(tier: usize) -> usize {
    STEPS[tier.min(TIERS - 1)].1
}

/// The size of a value.
pub(crate) struct Extent {
    pub(crate) values: usize,
    depth: u32,
    /// The bytes of all strings and keys.
    text: usize,
}

impl Extent {
    pub(crate) fn of(value: &Value) -> Self {
        let mut extent = Self {
            values: 0,
            depth: 0,
            text: 0,
        };
        let mut open = vec![(value, 0)];
        while let Some((value, depth)) = open.pop() {
            extent.values += 1;
            extent.depth = extent.depth.max(depth);
            match value {
                Value::String(string) => extent.text += string.len(),
                Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
                Value::Object(members) => {
                    extent.text += members.keys().map(String::len).sum::<usize>();
                    open.extend(members.values().map(|member| (member, depth + 1)));
                }
                _ => {}
            }
        }
        extent
    }

    /// The tier of its step limit.
    pub(crate) fn tier(&self, definition: &Definition) -> usize {
        if definition.contents.patterns == Patterns::Backtracking {
            let below = STEPS.iter().take_while(|(most, _)| self.text > *most);
            below.count()
        } else {
            0
        }
    }

    /// The work of comparing it with a schema.
    pub(crate) fn work(&self, definition: &Definition) -> u64 {
        let contents = definition.contents;
        let schema = contents.values as u64 + definition.expansion;
        let characters = if contents.patterns == Patterns::Backtracking {
            self.text * steps(self.tier(definition))
        } else {
            self.text
        };
        let steps = (contents.pattern_count as u64).saturating_mul(characters as u64);
        schema
            .saturating_mul(self.values as u64)
            .saturating_add(steps / CHARACTERS)
            .saturating_add(matching(self.text, definition))
    }

    /// The number of comparisons for explaining why it does not match, in a schema whose alternatives refer to themselves:
    /// each level multiplies those of the level above.
    pub(crate) fn explanations(&self, definition: &Definition) -> u64 {
        let alternatives = if definition.cyclic {
            definition.contents.alternatives.max(1)
        } else {
            1
        };
        (alternatives as u64).saturating_pow(self.depth)
    }
}
