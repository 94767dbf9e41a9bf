use std::collections::HashMap;
use std::hash::Hash;

/// Into how many subschemas a schema may unfold when every reference is replaced by what it leads to, once around
/// each cycle. Twenty definitions that each refer to the next one twice are a page of text and a million subschemas.
pub const MAX_EXPANSION: u64 = 100_000;

/// Which subschemas each subschema leads to, by place or by reference. `Name` is what they are known by.
pub(super) struct Graph<Name>(HashMap<Name, Node<Name>>);

struct Node<Name> {
    leads_to: Vec<Name>,
    state: State,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    #[default]
    New,
    /// Being counted: who leads here closes a cycle.
    Open,
    /// How many subschemas it unfolds into.
    Counted(u64),
}

/// What a schema unfolds into.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Expansion {
    /// Subschemas, once around each cycle; no more than [`MAX_EXPANSION`] + 1.
    pub(super) size: u64,
    /// A subschema leads to itself: how much work it is depends on the value.
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
