//! Patterns that do not refer back: matched in time linear in the text, also when they look around. Whether there is
//! something ahead of or behind a place depends on the place alone, so it is found for all places first, in one reading
//! from the other side.

use std::cell::RefCell;

use super::alphabet::Alphabet;
use super::automaton::{Automaton, Reading};
use super::budget::{Budget, TooManySteps};
use super::class::Class;
use super::node::Parsed;
use super::program::{Program, Programs, Purpose};
use super::ranges::Ranges;
use super::write::programs;

/// A compiled pattern.
pub(super) struct Linear {
    programs: Programs,
    alphabet: Alphabet,
    /// Of the looks, then of the pattern.
    automata: RefCell<Vec<Automaton>>,
}

impl Linear {
    pub(super) fn new(parsed: &Parsed) -> Self {
        let programs = programs(parsed, Purpose::Automaton);
        let classes: Vec<Ranges> = parsed.classes.iter().map(Class::resolve).collect();
        let asserts = |program: &Program| program.asserts;
        let neighbours =
            asserts(&programs.main) || programs.looks.iter().any(|look| asserts(&look.program));
        let count = programs.looks.len() + 1;
        Self {
            alphabet: Alphabet::new(&classes, neighbours),
            automata: RefCell::new((0..count).map(|_| Automaton::default()).collect()),
            programs,
        }
    }

    pub(super) fn is_match(&self, text: &str, budget: &mut Budget) -> Result<bool, TooManySteps> {
        let mut automata = self.automata.borrow_mut();
        let mut found: Vec<Places> = Vec::with_capacity(self.programs.looks.len());
        for (look, automaton) in self.programs.looks.iter().zip(automata.iter_mut()) {
            let mut places = Places::new(text.len(), look.negated);
            let mut note = |at| {
                places.flip(at);
                false
            };
            self.read(automaton, &look.program, &found, text, budget, &mut note)?;
            found.push(places);
        }
        let mut is_match = false;
        if let Some(automaton) = automata.last_mut() {
            let mut note = |_| {
                is_match = true;
                true
            };
            self.read(
                automaton,
                &self.programs.main,
                &found,
                text,
                budget,
                &mut note,
            )?;
        }
        Ok(is_match)
    }

    fn read(
        &self,
        automaton: &mut Automaton,
        program: &Program,
        found: &[Places],
        text: &str,
        budget: &mut Budget,
        note: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), TooManySteps> {
        let looks = |at: usize| {
            let bits = program.looks.iter().enumerate();
            bits.fold(0, |all, (local, look)| {
                all | u32::from(found[*look as usize].has(at)) << local
            })
        };
        let reading = Reading {
            program,
            alphabet: &self.alphabet,
            looks: &looks,
        };
        automaton.read(&reading, text, budget, note)
    }
}

/// Places in a text, by the byte they come before: a bit for each.
struct Places(Vec<u64>);

impl Places {
    /// None, or all.
    fn new(bytes: usize, all: bool) -> Self {
        Self(vec![if all { u64::MAX } else { 0 }; bytes / 64 + 1])
    }

    fn flip(&mut self, at: usize) {
        self.0[at / 64] ^= 1 << (at % 64);
    }

    fn has(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }
}
