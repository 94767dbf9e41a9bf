use super::contract::{Arguments, Call, End, Policy, Succession};
use crate::execution::{ExecutionKey, ManagerOptions};

/// Calls under way that share one run of the handler, since they are of the same tool and have the same arguments: one leads
/// and has the handler, the others follow and get what it gets.
#[derive(Debug, Default)]
pub struct SingleFlight(Vec<Group>);

#[derive(Debug)]
struct Group {
    tool: usize,
    is_output: bool,
    arguments: String,
    leader: ExecutionKey,
    /// In the order in which they joined.
    followers: Vec<ExecutionKey>,
}

impl Policy for SingleFlight {
    fn new(_options: &ManagerOptions) -> Self {
        Self::default()
    }

    /// Joins the calls that have the same arguments, or is the first.
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

    /// The leader's end answers those that follow.
    fn end(&mut self, call: Call<'_>, end: End<'_>, _now: f64) -> Vec<ExecutionKey> {
        match self.place(call) {
            Some(at) if end.ran && self.0[at].leader == call.key => {
                self.0.swap_remove(at).followers
            }
            _ => Vec::new(),
        }
    }

    /// The first of its followers leads from now on, if it led and there are any.
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
    /// So few are under way that one is looked for from the beginning.
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
