use std::collections::HashMap;

use super::history::ExecutionKey;

/// What calls must have in common to share a run: the tool, as a number that no other tool has, and the arguments,
/// as canonical text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct FlightName {
    pub(super) tool: usize,
    pub(super) arguments: String,
}

/// Runs that several executions share: one leads and has the handler, the others follow and get what it gets.
#[derive(Debug, Default)]
pub(super) struct Flights(HashMap<FlightName, Flight>);

#[derive(Debug)]
struct Flight {
    leader: ExecutionKey,
    /// In the order in which they joined.
    followers: Vec<ExecutionKey>,
}

impl Flights {
    /// Joins the run with this name, or begins it. Returns the leader it follows, if it does.
    pub(super) fn board(&mut self, name: &FlightName, key: ExecutionKey) -> Option<ExecutionKey> {
        if let Some(flight) = self.0.get_mut(name) {
            flight.followers.push(key);
            return Some(flight.leader);
        }
        let flight = Flight {
            leader: key,
            followers: Vec::new(),
        };
        self.0.insert(name.clone(), flight);
        None
    }

    /// Those that follow.
    pub(super) fn followers(&self, name: &FlightName) -> Vec<ExecutionKey> {
        self.0
            .get(name)
            .map(|flight| flight.followers.clone())
            .unwrap_or_default()
    }

    /// The run is over; returns those that followed.
    pub(super) fn land(&mut self, name: &FlightName) -> Vec<ExecutionKey> {
        self.0
            .remove(name)
            .map(|flight| flight.followers)
            .unwrap_or_default()
    }

    /// An execution leaves. When it led and others follow, the first of them leads from now on and is returned;
    /// when nobody is left, the run is over.
    pub(super) fn leave(&mut self, name: &FlightName, key: ExecutionKey) -> Option<ExecutionKey> {
        let flight = self.0.get_mut(name)?;
        if flight.leader != key {
            flight.followers.retain(|follower| *follower != key);
            return None;
        }
        if flight.followers.is_empty() {
            self.0.remove(name);
            return None;
        }
        flight.leader = flight.followers.remove(0);
        Some(flight.leader)
    }
}
