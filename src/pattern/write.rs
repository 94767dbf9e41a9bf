//! Writes a pattern out as a program.

use super::node::{Assert, Back, Look, Node, Parsed, Repeat};
use super::program::{Direction, LookProgram, Program, Programs, Purpose, Step};

/// Writes a pattern out.
pub(super) fn programs(parsed: &Parsed, purpose: Purpose) -> Programs {
    let mut shared = Shared {
        purpose,
        looks: Vec::new(),
        seen: Vec::new(),
        slots: 2 * parsed.groups,
    };
    let main = shared.program(&parsed.root, Direction::Forward);
    Programs {
        main,
        looks: shared.looks,
        slots: shared.slots as usize,
    }
}

struct Shared {
    purpose: Purpose,
    looks: Vec<LookProgram>,
    /// Where the looks were in the pattern: a repeated one is written out once.
    seen: Vec<(*const Look, u32)>,
    slots: u32,
}

impl Shared {
    fn program(&mut self, node: &Node, direction: Direction) -> Program {
        let mut writer = Writer {
            program: Program {
                steps: Vec::new(),
                direction,
                looks: Vec::new(),
                backs: Vec::new(),
                anchored: direction == Direction::Forward && is_anchored(node),
                asserts: false,
            },
            shared: self,
        };
        writer.node(node);
        writer.program.steps.push(Step::Match);
        writer.program
    }

    fn look(&mut self, look: &Look) -> u32 {
        let place = std::ptr::from_ref(look);
        if let Some((_, id)) = self.seen.iter().find(|(seen, _)| *seen == place) {
            return *id;
        }
        // One way after the other is tried from here on, as ECMA-262 has it. All places from which one could come here
        // are found by coming from the other side.
        let away = look.behind == (self.purpose == Purpose::Backtracking);
        let direction = if away {
            Direction::Backward
        } else {
            Direction::Forward
        };
        let program = self.program(&look.node, direction);
        self.looks.push(LookProgram {
            program,
            negated: look.negated,
        });
        let id = number(self.looks.len() - 1);
        self.seen.push((place, id));
        id
    }
}

struct Writer<'s> {
    program: Program,
    shared: &'s mut Shared,
}

impl Writer<'_> {
    fn node(&mut self, node: &Node) {
        match node {
            Node::Empty => {}
            Node::Class(class) => self.push(Step::Class(*class)),
            Node::Assert(assert) => {
                self.program.asserts = true;
                self.push(Step::Assert(*assert));
            }
            Node::Sequence(nodes) if self.program.direction == Direction::Backward => {
                nodes.iter().rev().for_each(|node| self.node(node));
            }
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Alternatives(nodes) => self.alternatives(nodes),
            Node::Group(group, node) => self.group(*group, node),
            Node::Repeat(repeat) => self.repeat(repeat),
            Node::Look(look) => {
                let id = self.shared.look(look);
                let looks = &mut self.program.looks;
                let known = looks.iter().position(|look| *look == id);
                let local = known.unwrap_or_else(|| {
                    looks.push(id);
                    looks.len() - 1
                });
                self.push(Step::Look(number(local)));
            }
            Node::Back(back) => {
                self.program.backs.push(Back {
                    groups: back.groups.clone(),
                    any_case: back.any_case,
                });
                self.push(Step::Back(number(self.program.backs.len() - 1)));
            }
        }
    }

    fn alternatives(&mut self, nodes: &[Node]) {
        let mut ends = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            if at + 1 == nodes.len() {
                self.node(node);
                break;
            }
            let split = self.hole();
            self.node(node);
            ends.push(self.hole());
            self.program.steps[split as usize] = Step::Split(split + 1, self.here());
        }
        for end in ends {
            self.program.steps[end as usize] = Step::Jump(self.here());
        }
    }

    fn group(&mut self, group: u32, node: &Node) {
        let (mut first, mut last) = (2 * group, 2 * group + 1);
        if self.program.direction == Direction::Backward {
            std::mem::swap(&mut first, &mut last);
        }
        self.note(Step::Save(first));
        self.node(node);
        self.note(Step::Save(last));
    }

    fn repeat(&mut self, repeat: &Repeat) {
        for _ in 0..repeat.least {
            self.forget(repeat);
            self.node(&repeat.node);
        }
        let mut exits = Vec::new();
        match repeat.most {
            None => {
                let split = self.optional(repeat);
                self.push(Step::Jump(split));
                exits.push(split);
            }
            Some(most) => exits.extend((repeat.least..most).map(|_| self.optional(repeat))),
        }
        for split in exits {
            let (inside, outside) = (split + 1, self.here());
            self.program.steps[split as usize] = if repeat.lazy {
                Step::Split(outside, inside)
            } else {
                Step::Split(inside, outside)
            };
        }
    }

    /// A round that need not be; returns where the choice is.
    fn optional(&mut self, repeat: &Repeat) -> u32 {
        let split = self.hole();
        if self.shared.purpose == Purpose::Backtracking {
            let slot = self.shared.slots;
            self.shared.slots += 1;
            self.push(Step::Save(slot));
            self.forget(repeat);
            self.node(&repeat.node);
            self.push(Step::Progress(slot));
        } else {
            self.node(&repeat.node);
        }
        split
    }

    fn forget(&mut self, repeat: &Repeat) {
        let (from, to) = repeat.groups;
        if from < to {
            self.note(Step::Forget(2 * from, 2 * to));
        }
    }

    /// A step that only matters where groups are referred to.
    fn note(&mut self, step: Step) {
        if self.shared.purpose == Purpose::Backtracking {
            self.push(step);
        }
    }

    fn push(&mut self, step: Step) {
        self.program.steps.push(step);
    }

    /// A step that is put in later.
    fn hole(&mut self) -> u32 {
        self.push(Step::Match);
        self.here() - 1
    }

    fn here(&self) -> u32 {
        number(self.program.steps.len())
    }
}

/// No program is longer than `u32` counts: its size was checked.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn is_anchored(node: &Node) -> bool {
    match node {
        Node::Assert(Assert::Start) => true,
        Node::Sequence(nodes) => {
            let takes_nothing =
                |node: &&Node| matches!(node, Node::Empty | Node::Assert(_) | Node::Look(_));
            let zero_width = nodes.iter().take_while(takes_nothing).count();
            nodes.iter().take(zero_width + 1).any(is_anchored)
        }
        Node::Alternatives(nodes) => nodes.iter().all(is_anchored),
        Node::Group(_, node) => is_anchored(node),
        Node::Repeat(repeat) => repeat.least > 0 && is_anchored(&repeat.node),
        _ => false,
    }
}
