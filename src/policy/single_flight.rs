use super::contract::{Arguments, Call, End, Policy, Succession};
use crate::execution::{ExecutionKey, ManagerOptions};

/// Pending calls that share one run of the handler, since they have the same tool and the same arguments: one leads and runs
/// the handler, the others follow and get its result.
#[derive(Debug, Default)]
pub struct SingleFlight(Vec<Group>);

#[derive(Debug)]
struct Group {
    tool: usize,
    is_output: bool,
    arguments: String,
    leader: ExecutionKey,
    /// The followers, in the order in which they joined.
    followers: Vec<ExecutionKey>,
}

impl Policy for SingleFlight {
    fn new(_options: &ManagerOptions) -> Self {
        Self::default()
    }

    /// Joins the calls with the same arguments, or becomes their leader.
    fn join(&mut self, call: Call<'_>) -> Option<ExecutionKey> {
        if !call.tool.metadata().dedupe {
            return None;
        }
        let Arguments { text, is_output } = call.arguments?;
        let tool = call.tool.id();
        let mut groups = self.0.iter_mut();
        let is_same = |group: &&mut Group| {
            group.tool == tool && group.is_output == is_output && group.arguments == text
        };
        if let Some(group) = groups.find(is_same) {
            group.followers.push(call.key);
            return Some(group.leader);
        }
        self.0.push(Group {
            tool,
            is_output,
            arguments: text.to_owned(),
            leader: call.key,
            followers: Vec::new(),
        });
        None
    }

    /// Answers the followers with the leader's end.
    fn end(&mut self, call: Call<'_>, end: End<'_>, _now: f64) -> Vec<ExecutionKey> {
        match self.place(call) {
            Some(at) if end.ran && self.0[at].leader == call.key => {
                self.0.swap_remove(at).followers
            }
            _ => Vec::new(),
        }
    }

    /// Makes the first follower the leader, if the call led and has any.
    fn leave(&mut self, call: Call<'_>) -> Option<Succession> {
        let at = self.place(call)?;
        let group = &mut self.0[at];
        if group.leader != call.key {
            group.followers.retain(|follower| *follower != call.key);
            return None;
        }
        if group.followers.is_empty() {
            self.0.swap_remove(at);
            return None;
        }
        group.leader = group.followers.remove(0);
        Some(Succession {
            successor: group.leader,
            followers: group.followers.clone(),
        })
    }

    fn stop(&mut self) {
        self.0.clear();
    }
}

impl SingleFlight {
    /// So few calls are pending that one is searched linearly.
    fn place(&self, call: Call<'_>) -> Option<usize> {
        if !call.tool.metadata().dedupe {
            return None;
        }
        let (tool, key) = (call.tool.id(), call.key);
        self.0.iter().position(|group| {
            group.tool == tool && (group.leader == key || group.followers.contains(&key))
        })
    }
}
