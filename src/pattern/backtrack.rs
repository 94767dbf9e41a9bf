//! Patterns that refer back: one way through the program after the other is tried, as ECMA-262 describes it.

use std::rc::Rc;

use super::alphabet::Neighbour;
use super::budget::{Budget, TooManySteps};
use super::class::Class;
use super::fold::Cases;
use super::node::{Back, Parsed};
use super::program::{Direction, Program, Programs, Purpose, Step};
use super::ranges::Ranges;
use super::write::programs;

/// A compiled pattern.
pub(super) struct Backtracking {
    programs: Programs,
    classes: Vec<Ranges>,
}

impl Backtracking {
    pub(super) fn new(parsed: &Parsed) -> Self {
        Self {
            programs: programs(parsed, Purpose::Backtracking),
            classes: parsed.classes.iter().map(Class::resolve).collect(),
        }
    }

    pub(super) fn is_match(&self, text: &str, budget: &mut Budget) -> Result<bool, TooManySteps> {
        budget.spend(self.programs.slots as u64 / SLOTS_FOR_A_STEP)?;
        let mut tries = Tries {
            pattern: self,
            text,
            budget,
            slots: vec![NOWHERE; self.programs.slots],
            undo: Vec::new(),
        };
        let main = &self.programs.main;
        let places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        for at in places.take(if main.anchored { 1 } else { usize::MAX }) {
            if tries.run(main, at)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

const NOWHERE: usize = usize::MAX;

/// How many slots are emptied in the time of a step.
const SLOTS_FOR_A_STEP: u64 = 8;

/// How much may be waiting to be undone: each takes a dozen bytes, and the memory of a wasm module never shrinks.
const MOST_UNDONE: usize = 1 << 20;

/// What is done when a way leads nowhere, the last first.
#[derive(Clone, Copy)]
enum Undo {
    /// Go another way: the step, and the place.
    Try(u32, usize),
    /// Put back what was noted in a slot.
    Restore(u32, usize),
}

struct Tries<'t> {
    pattern: &'t Backtracking,
    text: &'t str,
    budget: &'t mut Budget,
    slots: Vec<usize>,
    undo: Vec<Undo>,
}

impl Tries<'_> {
    /// Runs a program from a place. When it does not match, everything is as before; when it does, what is to be undone
    /// is still noted.
    fn run(&mut self, program: &Program, from: usize) -> Result<bool, TooManySteps> {
        let base = self.undo.len();
        let (mut step, mut at) = (0_u32, from);
        loop {
            self.budget.spend(1)?;
            if self.undo.len() > MOST_UNDONE {
                return Err(TooManySteps);
            }
            let next = match program.steps[step as usize] {
                Step::Match => return Ok(true),
                Step::Split(first, second) => {
                    self.undo.push(Undo::Try(second, at));
                    Some((first, at))
                }
                Step::Jump(to) => Some((to, at)),
                other => self
                    .simple(program, other, at)?
                    .map(|moved| (step + 1, moved)),
            };
            let Some(next) = next.or_else(|| self.back_to(base)) else {
                return Ok(false);
            };
            (step, at) = next;
        }
    }

    /// A step with one way on: the place after it, if there is one.
    fn simple(
        &mut self,
        program: &Program,
        step: Step,
        at: usize,
    ) -> Result<Option<usize>, TooManySteps> {
        let holds = match step {
            Step::Class(class) => {
                let c = self.ahead(program.direction, at);
                let ranges = &self.pattern.classes[class as usize];
                let c = c.filter(|c| ranges.contains(*c as u32));
                return Ok(c.map(|c| moved(program.direction, at, c.len_utf8())));
            }
            Step::Back(back) => return self.back(&program.backs[back as usize], program, at),
            Step::Assert(assert) => {
                let left = Neighbour::of(self.ahead(Direction::Backward, at));
                let right = Neighbour::of(self.ahead(Direction::Forward, at));
                assert.holds(left, right)
            }
            Step::Look(look) => self.look(program.looks[look as usize], at)?,
            Step::Save(slot) => {
                self.note(slot, at);
                true
            }
            Step::Forget(from, to) => {
                self.budget.spend(u64::from(to - from) / SLOTS_FOR_A_STEP)?;
                (from..to).for_each(|slot| self.note(slot, NOWHERE));
                true
            }
            Step::Progress(slot) => self.slots[slot as usize] != at,
            Step::Split(..) | Step::Jump(_) | Step::Match => true,
        };
        Ok(holds.then_some(at))
    }

    fn ahead(&self, direction: Direction, at: usize) -> Option<char> {
        match direction {
            Direction::Forward => self.text[at..].chars().next(),
            Direction::Backward => self.text[..at].chars().next_back(),
        }
    }

    /// Whether what is looked for is there. What groups captured in it stays, but no other way in it is tried again.
    fn look(&mut self, look: u32, at: usize) -> Result<bool, TooManySteps> {
        let base = self.undo.len();
        let pattern = self.pattern;
        let look = &pattern.programs.looks[look as usize];
        if !self.run(&look.program, at)? {
            return Ok(look.negated);
        }
        if look.negated {
            while self.back_to(base).is_some() {}
            return Ok(false);
        }
        let mut kept = base;
        for index in base..self.undo.len() {
            if let Undo::Restore(..) = self.undo[index] {
                self.undo[kept] = self.undo[index];
                kept += 1;
            }
        }
        self.undo.truncate(kept);
        Ok(true)
    }

    /// What the group captured, once more. A group that captured nothing is as good as empty.
    fn back(
        &mut self,
        back: &Back,
        program: &Program,
        at: usize,
    ) -> Result<Option<usize>, TooManySteps> {
        let range = |group: &u32| {
            let first = self.slots[2 * *group as usize];
            let last = self.slots[2 * *group as usize + 1];
            (first != NOWHERE && last != NOWHERE).then_some((first, last))
        };
        let Some((first, last)) = back.groups.iter().find_map(range) else {
            return Ok(Some(at));
        };
        let captured = &self.text[first..last];
        self.budget.spend(captured.len() as u64 / 8)?;
        let mut place = at;
        let mut rest = captured.chars();
        let cases = back.any_case.then(Cases::get);
        loop {
            let expected = match program.direction {
                Direction::Forward => rest.next(),
                Direction::Backward => rest.next_back(),
            };
            let Some(expected) = expected else {
                return Ok(Some(place));
            };
            let found = self.ahead(program.direction, place);
            let Some(found) = found.filter(|found| {
                let same_case = |cases: &Rc<Cases>| cases.fold(*found) == cases.fold(expected);
                *found == expected || cases.as_ref().is_some_and(same_case)
            }) else {
                return Ok(None);
            };
            place = moved(program.direction, place, found.len_utf8());
        }
    }

    fn note(&mut self, slot: u32, at: usize) {
        let noted = std::mem::replace(&mut self.slots[slot as usize], at);
        self.undo.push(Undo::Restore(slot, noted));
    }

    /// Undoes everything up to the last choice, or else all.
    fn back_to(&mut self, base: usize) -> Option<(u32, usize)> {
        while self.undo.len() > base {
            match self.undo.pop()? {
                Undo::Try(step, at) => return Some((step, at)),
                Undo::Restore(slot, at) => self.slots[slot as usize] = at,
            }
        }
        None
    }
}

fn moved(direction: Direction, at: usize, bytes: usize) -> usize {
    match direction {
        Direction::Forward => at + bytes,
        Direction::Backward => at - bytes,
    }
}
