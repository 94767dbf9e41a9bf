//! The states of an automaton that were found, and the ways between them.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::alphabet::Neighbour;
use crate::fast_map::FastMap;

/// States and ways that are kept, in numbers of four bytes. When there are more, all are to be forgotten.
const MOST_KEPT: usize = 1 << 16;

/// What a state takes beside its steps and ways.
const STATE: usize = 32;

/// A way that was not gone yet.
const UNKNOWN: u32 = u32::MAX;

/// Where one is, before anything was tried at this place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    /// In order.
    pub(super) steps: Rc<[u32]>,
    /// What was read last.
    pub(super) before: Neighbour,
}

/// Number by number, which takes a fraction of the time that it takes byte by byte.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.steps.iter().for_each(|step| hasher.write_u32(*step));
        hasher.write_u32(self.before as u32);
    }
}

/// States, by number.
#[derive(Default)]
pub(super) struct States {
    all: Vec<State>,
    known: FastMap<State, u32>,
    /// By state and by a number for what is ahead: the next state, doubled, and one more when there is a match here.
    ways: Vec<Vec<u32>>,
    kept: usize,
}

impl States {
    /// The number of a state.
    pub(super) fn number(&mut self, state: State) -> u32 {
        if let Some(known) = self.known.get(&state) {
            return *known;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(UNKNOWN);
        self.kept += state.steps.len() + STATE;
        self.known.insert(state.clone(), number);
        self.all.push(state);
        self.ways.push(Vec::new());
        number
    }

    pub(super) fn get(&self, state: u32) -> &State {
        &self.all[state as usize]
    }

    /// The way from a state, if it was gone before.
    pub(super) fn way(&self, from: u32, ahead: u32) -> Option<u32> {
        let way = self.ways[from as usize].get(ahead as usize).copied();
        way.filter(|way| *way != UNKNOWN)
    }

    /// Says how much longer the list of the state's ways has become.
    pub(super) fn keep_way(&mut self, from: u32, ahead: u32, way: u32) -> usize {
        let ways = &mut self.ways[from as usize];
        let ahead = ahead as usize;
        let added = (ahead + 1).saturating_sub(ways.len());
        if added > 0 {
            self.kept += added;
            ways.resize(ahead + 1, UNKNOWN);
        }
        ways[ahead] = way;
        added
    }

    pub(super) fn are_too_many(&self) -> bool {
        self.kept > MOST_KEPT
    }
}
