use super::history::ExecutionKey;

/// What calls must have in common to share a run of the handler: the tool, as a number that no other tool has, and the
/// arguments, as [`identity`](super::identity) has them. What a validator made of some may look like what others were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SharedCall {
    pub(super) tool: usize,
    pub(super) is_output: bool,
    pub(super) arguments: String,
}

/// Calls under way that several executions share: one leads and has the handler, the others follow and get what it gets.
#[derive(Debug, Default)]
pub(super) struct InFlight(Vec<Group>);

#[derive(Debug)]
struct Group {
    call: SharedCall,
    leader: ExecutionKey,
    /// In the order in which they joined.
    followers: Vec<ExecutionKey>,
}

impl InFlight {
    /// Joins the executions of this call, or is the first. Returns the leader it follows, if it does.
    pub(super) fn join(&mut self, call: &SharedCall, key: ExecutionKey) -> Option<ExecutionKey> {
        if let Some(at) = self.place(call) {
            self.0[at].followers.push(key);
            return Some(self.0[at].leader);
        }
        self.0.push(Group {
            call: call.clone(),
            leader: key,
            followers: Vec::new(),
        });
        None
    }

    /// Those that follow.
    pub(super) fn followers(&self, call: &SharedCall) -> &[ExecutionKey] {
        self.place(call).map_or(&[], |at| &self.0[at].followers)
    }

    /// The leader has ended; returns those that followed.
    pub(super) fn complete(&mut self, call: &SharedCall) -> Vec<ExecutionKey> {
        self.place(call)
            .map(|at| self.0.swap_remove(at).followers)
            .unwrap_or_default()
    }

    /// An execution leaves. When it led and others follow, the first of them leads from now on and is returned;
    /// when nobody is left, nothing is shared any more.
    pub(super) fn leave(&mut self, call: &SharedCall, key: ExecutionKey) -> Option<ExecutionKey> {
        let at = self.place(call)?;
        let group = &mut self.0[at];
        if group.leader != key {
            group.followers.retain(|follower| *follower != key);
            return None;
        }
        if group.followers.is_empty() {
            self.0.swap_remove(at);
            return None;
        }
        group.leader = group.followers.remove(0);
        Some(group.leader)
    }

    /// Nobody leads or follows any more.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// So few are under way that one is looked for from the beginning.
    fn place(&self, call: &SharedCall) -> Option<usize> {
        self.0.iter().position(|group| group.call == *call)
    }
}
