/// Into how many subschemas a schema may unfold when every reference is replaced by what it leads to, once around
/// each cycle. Twenty definitions that each refer to the next one twice are a page of text and a million subschemas.
pub const MAX_EXPANSION: u64 = 100_000;

/// Which rules each rule leads to.
pub(in crate::schema) struct Graph(Vec<Node>);

#[derive(Clone, Default)]
struct Node {
    leads_to: Vec<u32>,
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
pub(in crate::schema) struct Expansion {
    /// Subschemas, once around each cycle; no more than [`MAX_EXPANSION`] + 1.
    pub(in crate::schema) size: u64,
    /// A subschema leads to itself: how much work it is depends on the value.
    pub(in crate::schema) cyclic: bool,
}

impl Graph {
    /// A graph of so many rules, none of which leads anywhere.
    pub(in crate::schema) fn new(rules: usize) -> Self {
        Self(vec![Node::default(); rules])
    }

    pub(in crate::schema) fn lead(&mut self, from: u32, to: u32) {
        self.0[from as usize].leads_to.push(to);
    }

    /// Counts without recursion: a chain of references may be as long as the schema.
    pub(in crate::schema) fn expansion(mut self, root: u32) -> Expansion {
        let mut cyclic = false;
        let mut open = vec![(root, 0, 1)];
        let mut size = 1;
        self.0[root as usize].state = State::Open;
        while let Some((node, next, sum)) = open.pop() {
            let found = self.0[node as usize].leads_to.get(next).copied();
            let Some(target) = found else {
                let sum = u64::min(sum, MAX_EXPANSION + 1);
                self.0[node as usize].state = State::Counted(sum);
                size = sum;
                if let Some((_, _, above)) = open.last_mut() {
                    *above = u64::min(*above + sum, MAX_EXPANSION + 1);
                }
                continue;
            };
            let entry = &mut self.0[target as usize];
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
