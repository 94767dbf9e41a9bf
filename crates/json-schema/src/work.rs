//! How much work validating may be.
//!
//! A pattern without lookaround and backreferences is matched in time linear in the text. One that has them backtracks,
//! and each step may read the whole text: only the product of steps and text is a bound. So the more text a value
//! holds, the fewer steps its schema's backtracking patterns may take; `^(?=.*\d)` needs a handful, whatever the text.
//!
//! A value may be compared with each subschema at each of its places. Hardly any schema asks for that, so the bound is
//! where it would take seconds.

use serde_json::Value;

use crate::definition::{Definition, Patterns};

/// How much work a validation may be, in comparisons. Each takes some nanoseconds.
pub(crate) const MAX_WORK: u64 = 500_000_000;

/// How much it may be for a schema that nobody vouches for.
pub(crate) const MAX_SURE_WORK: u64 = 5_000_000;

/// Up to how much text the most steps are taken.
pub(crate) const LITTLE_TEXT: usize = 1_000;

/// Up to how much text (bytes of all strings and keys of a value) how many steps are taken.
const STEPS: [(usize, usize); 4] = [
    (LITTLE_TEXT, 50_000),
    (20_000, 2_500),
    (400_000, 125),
    (usize::MAX, 10),
];

/// How many step limits there are.
pub(crate) const TIERS: usize = STEPS.len();

/// How many characters are looked at in the time of a comparison.
const CHARACTERS: u64 = 20;

/// The step limit of a tier.
pub(crate) fn steps(tier: usize) -> usize {
    STEPS[tier.min(TIERS - 1)].1
}

/// How large a value is.
pub(crate) struct Extent {
    pub(crate) values: usize,
    depth: u32,
    /// Bytes of all strings and keys.
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

    /// Which step limit is for it.
    pub(crate) fn tier(&self, definition: &Definition) -> usize {
        if definition.contents.patterns == Patterns::Backtracking {
            let below = STEPS.iter().take_while(|(most, _)| self.text > *most);
            below.count()
        } else {
            0
        }
    }

    /// How much work it may be to compare it with a schema.
    pub(crate) fn work(&self, definition: &Definition) -> u64 {
        let contents = definition.contents;
        let schema = contents.values as u64 + definition.expansion;
        let characters = if contents.patterns == Patterns::Backtracking {
            self.text * steps(self.tier(definition))
        } else {
            self.text
        };
        let matching = (contents.pattern_count as u64).saturating_mul(characters as u64);
        schema
            .saturating_mul(self.values as u64)
            .saturating_add(matching / CHARACTERS)
    }

    /// How many comparisons it may take to say why it does not match, in a schema whose alternatives refer to themselves:
    /// each level of it has so many times more than the one above.
    pub(crate) fn explanations(&self, definition: &Definition) -> u64 {
        let alternatives = if definition.cyclic {
            definition.contents.alternatives.max(1)
        } else {
            1
        };
        (alternatives as u64).saturating_pow(self.depth)
    }
}
