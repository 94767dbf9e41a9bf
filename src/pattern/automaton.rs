//! Goes all ways through a program at once, so that a text is read once, whatever the pattern. Where one is, as a set
//! of steps, is a state; states and the ways between them are found when they are first needed, and kept.
//!
//! This is Thompson's construction with states made lazily, as in Russ Cox, "Regular Expression Matching Can Be Simple
//! And Fast". Only whether there is a match is asked, so the order of choices and what groups capture do not matter.

use std::rc::Rc;

use super::alphabet::{Alphabet, Letter, Neighbour};
use super::budget::{Budget, TooManySteps};
use super::program::{Direction, Program, Step};
use super::states::{State, States};
use crate::fast_map::FastMap;
use crate::sorting::sort;

/// What lies ahead of a place: a letter or the end, and what looking around there finds, a bit for each.
type Ahead = (Option<Letter>, u32);

/// What was found out about a program.
#[derive(Default)]
pub(super) struct Automaton {
    states: States,
    aheads: FastMap<Ahead, u32>,
    /// Which steps were tried at this place.
    tried: Vec<u32>,
    place: u32,
    open: Vec<u32>,
}

/// A program and what it is about.
pub(super) struct Reading<'r> {
    pub(super) program: &'r Program,
    pub(super) alphabet: &'r Alphabet,
    /// What looking around finds at a byte of the text, a bit for each of the program's looks.
    pub(super) looks: &'r dyn Fn(usize) -> u32,
}

impl Automaton {
    /// Reads a text, and tells where the program, begun anywhere, can end, as a byte's number; until told to stop.
    pub(super) fn read(
        &mut self,
        reading: &Reading<'_>,
        text: &str,
        budget: &mut Budget,
        found: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), TooManySteps> {
        let forward = reading.program.direction == Direction::Forward;
        let mut at = if forward { 0 } else { text.len() };
        let mut characters = text.chars();
        let mut state = self.states.number(State {
            steps: Rc::default(),
            before: Neighbour::Edge,
        });
        loop {
            let c = if forward {
                characters.next()
            } else {
                characters.next_back()
            };
            let letter = c.map(|c| reading.alphabet.letter(c));
            let ahead = self.ahead(reading, letter, at);
            let way = match self.states.way(state, ahead.0) {
                Some(way) => way,
                None => self.find_way(reading, state, ahead, budget)?,
            };
            if way & 1 == 1 && found(at) {
                return Ok(());
            }
            let Some(c) = c else {
                return Ok(());
            };
            state = way >> 1;
            if reading.program.anchored && self.states.get(state).steps.is_empty() {
                return Ok(());
            }
            at = if forward {
                at + c.len_utf8()
            } else {
                at - c.len_utf8()
            };
        }
    }

    /// What is ahead, and a number for it.
    fn ahead(&mut self, reading: &Reading<'_>, letter: Option<Letter>, at: usize) -> (u32, Ahead) {
        if reading.program.looks.is_empty() {
            return (letter.map_or(0, |letter| letter + 1), (letter, 0));
        }
        let ahead = (letter, (reading.looks)(at));
        let next = u32::try_from(self.aheads.len()).unwrap_or(u32::MAX);
        (*self.aheads.entry(ahead).or_insert(next), ahead)
    }

    fn find_way(
        &mut self,
        reading: &Reading<'_>,
        from: u32,
        (number, ahead): (u32, Ahead),
        budget: &mut Budget,
    ) -> Result<u32, TooManySteps> {
        let (matched, next) = self.try_steps(reading, from, ahead, budget)?;
        let full = self.states.are_too_many();
        if full {
            self.states = States::default();
            self.aheads.clear();
        }
        let way = self.states.number(next) << 1 | u32::from(matched);
        if !full {
            // With many letters, ways take time too.
            let added = self.states.keep_way(from, number, way);
            budget.spend(added as u64 / 16)?;
        }
        Ok(way)
    }

    /// Tries everything that one may be at: whether it can end here, and where one is after the next character.
    fn try_steps(
        &mut self,
        reading: &Reading<'_>,
        from: u32,
        (letter, looks): Ahead,
        budget: &mut Budget,
    ) -> Result<(bool, State), TooManySteps> {
        let Reading {
            program, alphabet, ..
        } = reading;
        let state = self.states.get(from).clone();
        let ahead = letter.map_or(Neighbour::Edge, |letter| alphabet.neighbour(letter));
        let (left, right) = match program.direction {
            Direction::Forward => (state.before, ahead),
            Direction::Backward => (ahead, state.before),
        };
        self.open.clear();
        self.open.extend_from_slice(&state.steps);
        // It may begin anywhere.
        self.open.push(0);
        self.tried.resize(program.steps.len(), 0);
        self.place = self.place.wrapping_add(1);
        let mut matched = false;
        let mut next = Vec::new();
        while let Some(step) = self.open.pop() {
            let tried = &mut self.tried[step as usize];
            if *tried == self.place {
                continue;
            }
            *tried = self.place;
            budget.spend(1)?;
            match program.steps[step as usize] {
                Step::Class(class) => {
                    if letter.is_some_and(|letter| alphabet.has(class, letter)) {
                        next.push(step + 1);
                    }
                }
                Step::Assert(assert) if !assert.holds(left, right) => {}
                Step::Look(look) if looks >> look & 1 == 0 => {}
                Step::Split(first, second) => self.open.extend([second, first]),
                Step::Jump(to) => self.open.push(to),
                Step::Match => matched = true,
                _ => self.open.push(step + 1),
            }
        }
        sort(&mut next, &|one, other| one.cmp(&other));
        let before = if program.asserts {
            ahead
        } else {
            Neighbour::Other
        };
        Ok((
            matched,
            State {
                steps: next.into(),
                before,
            },
        ))
    }
}
