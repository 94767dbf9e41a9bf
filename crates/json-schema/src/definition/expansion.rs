use std::collections::HashMap;
use std::hash::Hash;

/// The maximum number of subschemas into which a schema may unfold when every reference is replaced by its target, once
/// around each cycle. Twenty definitions that each refer to the next one twice are a page of text and a million subschemas.
pub const MAX_EXPANSION: u64 = 100_000;

/// The subschemas that each subschema leads to, by place or by reference. `Name` identifies a subschema.
pub(super) struct Graph<Name>(HashMap<Name, Node<Name>>);

struct Node<Name> {
    leads_to: Vec<Name>,
    state: State,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    New,
    /// Being counted: a way back to it closes a cycle.
    Open,
    /// The number of subschemas into which it unfolds.
    Counted(u64),
}

/// The expansion of a schema.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Expansion {
    /// The number of subschemas, once around each cycle; at most [`MAX_EXPANSION`] + 1.
    pub(super) size: u64,
    /// Whether a subschema leads to itself, so that its work depends on the value.
    pub(super) cyclic: bool,
}

impl<Name> Default for Graph<Name> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<Name> Default for Node<Name> {
    fn default() -> Self {
        Self {
            leads_to: Vec::new(),
            state: State::New,
        }
    }
}

impl<Name: Copy + Eq + Hash> Graph<Name> {
    pub(super) fn lead(&mut self, from: Name, to: Name) {
        self.0.entry(from).or_default().leads_to.push(to);
    }

    /// Counts without recursion: a chain of references may be as long as the schema.
    pub(super) fn expansion(mut self, root: Name) -> Expansion {
        let mut cyclic = false;
        let mut open = vec![(root, 0, 1)];
        let mut size = 1;
        self.0.entry(root).or_default().state = State::Open;
        while let Some((node, next, sum)) = open.pop() {
            let found = self
                .0
                .get(&node)
                .and_then(|known| known.leads_to.get(next).copied());
            let Some(target) = found else {
                let sum = u64::min(sum, MAX_EXPANSION + 1);
                self.0.entry(node).or_default().state = State::Counted(sum);
                size = sum;
                if let Some((_, _, above)) = open.last_mut() {
                    *above = u64::min(*above + sum, MAX_EXPANSION + 1);
                }
                continue;
            };
            let entry = self.0.entry(target).or_default();
            let sum = match entry.state {
                State::Counted(known) => u64::min(sum + known, MAX_EXPANSION + 1),
                State::Open => {
                    cyclic = true;
                    sum
                }
                State::New => sum,
            };
            open.push((node, next + 1, sum));
            if entry.state == State::New {
                entry.state = State::Open;
                open.push((target, 0, 1));
            }
        }
        Expansion { size, cyclic }
    }
}
