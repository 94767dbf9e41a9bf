use super::history::ExecutionKey;

/// What calls must have in common to share a run: the tool, as a number that no other tool has, and the arguments,
/// as [`identity`](super::identity) has them. What a validator made of some may look like what others were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FlightName {
    pub(super) tool: usize,
    pub(super) is_output: bool,
    pub(super) arguments: String,
}

/// Runs that several executions share: one leads and has the handler, the others follow and get what it gets.
#[derive(Debug, Default)]
pub(super) struct Flights(Vec<Flight>);

#[derive(Debug)]
struct Flight {
    name: FlightName,
    leader: ExecutionKey,
    /// In the order in which they joined.
    followers: Vec<ExecutionKey>,
}

impl Flights {
    /// Joins the run with this name, or begins it. Returns the leader it follows, if it does.
    pub(super) fn board(&mut self, name: &FlightName, key: ExecutionKey) -> Option<ExecutionKey> {
        if let Some(at) = self.place(name) {
            self.0[at].followers.push(key);
            return Some(self.0[at].leader);
        }
        self.0.push(Flight {
            name: name.clone(),
            leader: key,
            followers: Vec::new(),
        });
        None
    }

    /// Those that follow.
    pub(super) fn followers(&self, name: &FlightName) -> &[ExecutionKey] {
        self.place(name).map_or(&[], |at| &self.0[at].followers)
    }

    /// The run is over; returns those that followed.
    pub(super) fn land(&mut self, name: &FlightName) -> Vec<ExecutionKey> {
        self.place(name)
            .map(|at| self.0.swap_remove(at).followers)
            .unwrap_or_default()
    }

    /// An execution leaves. When it led and others follow, the first of them leads from now on and is returned;
    /// when nobody is left, the run is over.
    pub(super) fn leave(&mut self, name: &FlightName, key: ExecutionKey) -> Option<ExecutionKey> {
        let at = self.place(name)?;
        let flight = &mut self.0[at];
        if flight.leader != key {
            flight.followers.retain(|follower| *follower != key);
            return None;
        }
        if flight.followers.is_empty() {
            self.0.swap_remove(at);
            return None;
        }
        flight.leader = flight.followers.remove(0);
        Some(flight.leader)
    }

    /// All runs are over, and nobody leads or follows.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// So few are under way that one is looked for from the beginning.
    fn place(&self, name: &FlightName) -> Option<usize> {
        self.0.iter().position(|flight| flight.name == *name)
    }
}
