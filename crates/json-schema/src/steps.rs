//! How much work matching may be.
//!
//! A pattern without lookaround and backreferences is matched in time linear in the text. One that has them backtracks,
//! and each step may read the whole text: only the product of steps and text is a bound. So the more text a value
//! holds, the fewer steps its schema's backtracking patterns may take; `^(?=.*\d)` needs a handful, whatever the text.

use serde_json::Value;

/// Up to how much text (bytes of all strings and keys of a value) how many steps are taken.
const STEPS: [(usize, usize); 4] = [
    (1_000, 50_000),
    (20_000, 2_500),
    (400_000, 125),
    (usize::MAX, 10),
];

/// How many step limits there are.
pub(crate) const TIERS: usize = STEPS.len();

/// The step limit of a tier.
pub(crate) fn steps(tier: usize) -> usize {
    STEPS[tier.min(TIERS - 1)].1
}

/// Which step limit is for a value.
pub(crate) fn tier_of(value: &Value) -> usize {
    let mut text = 0_usize;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(string) => text += string.len(),
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                text += members.keys().map(String::len).sum::<usize>();
                open.extend(members.values());
            }
            _ => {}
        }
    }
    STEPS.iter().take_while(|(most, _)| text > *most).count()
}
