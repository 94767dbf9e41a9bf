//! How large a pattern is when it is written out, found without writing it out: `((a{1000}){1000}){1000}` is a few
//! characters and a gigabyte.

use super::error::PatternError;
use super::node::{Node, Parsed, Repeat};

/// Steps of a pattern that is written out, each repetition as often as it has to be. A step takes a dozen bytes.
pub const MAX_STEPS: u64 = 50_000;

/// How often a pattern may look around.
pub const MAX_LOOKS: u32 = 32;

/// How many bytes a pattern may have. Reading takes longer than in proportion where groups have names, which is why there
/// is a bound of those too.
pub(super) const MAX_LENGTH: usize = 200_000;
pub(super) const MAX_NAMES: usize = 1_000;

/// Numbers of the table that says which letter of a pattern's alphabet is in which of its sets: eight megabytes.
const MAX_TABLE: usize = 1 << 20;

/// How many ranges a property of Unicode may have, roughly.
const RANGES_OF_A_PROPERTY: usize = 1_500;

/// What a pattern takes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) steps: u64,
    pub(super) looks: u32,
}

/// The size of a pattern.
///
/// # Errors
///
/// When it is too large.
pub(super) fn checked_size(parsed: &Parsed) -> Result<Size, PatternError> {
    let mut size = Size::default();
    size.steps = size
        .of(&parsed.root)
        .saturating_add(size.steps)
        .saturating_add(1);
    if size.steps > MAX_STEPS || size.looks > MAX_LOOKS || table(parsed) > MAX_TABLE {
        return Err(PatternError::TooLarge);
    }
    Ok(size)
}

/// Each range may begin letters of its own, and each of those has a bit for each set.
fn table(parsed: &Parsed) -> usize {
    let ranges = parsed.classes.iter().map(|class| {
        let properties = class.properties.len() * RANGES_OF_A_PROPERTY;
        2 * class.ranges.len() + properties
    });
    ranges.sum::<usize>() * parsed.classes.len().div_ceil(64)
}

impl Size {
    /// Steps of a node where it stands. What it looks around for is written out once, however often it stands there.
    fn of(&mut self, node: &Node) -> u64 {
        match node {
            Node::Empty => 0,
            Node::Class(_) | Node::Assert(_) | Node::Back(_) => 1,
            Node::Sequence(nodes) => self.of_all(nodes),
            Node::Alternatives(nodes) => self.of_all(nodes).saturating_add(2 * nodes.len() as u64),
            Node::Group(_, node) => self.of(node).saturating_add(2),
            Node::Repeat(repeat) => self.of_repeat(repeat),
            Node::Look(look) => {
                let inside = self.of(&look.node);
                self.steps = self.steps.saturating_add(inside).saturating_add(1);
                self.looks = self.looks.saturating_add(1);
                1
            }
        }
    }

    fn of_all(&mut self, nodes: &[Node]) -> u64 {
        nodes
            .iter()
            .fold(0, |sum, node| self.of(node).saturating_add(sum))
    }

    fn of_repeat(&mut self, repeat: &Repeat) -> u64 {
        let once = self.of(&repeat.node).clamp(1, MAX_STEPS);
        let least = once.saturating_mul(u64::from(repeat.least));
        // Each round that need not be begins with a choice.
        let optional = repeat.most.map_or(1, |most| u64::from(most - repeat.least));
        (once + 1).saturating_mul(optional).saturating_add(least)
    }
}
