use indexmap::IndexSet;

use crate::provider::json::place_before;
use crate::provider::loss::{Action, Loss};
use crate::provider::schema::Upgraded;

/// The losses of one tool, without duplicates, by their places in the tool's own schema.
pub struct Losses<'s> {
    tool: &'s str,
    source: &'s Upgraded,
    /// Places before the alternatives at the top were merged.
    moved: Vec<(String, String)>,
    found: IndexSet<(String, String, &'static str, String)>,
    list: Vec<Loss>,
}

impl<'s> Losses<'s> {
    pub fn of(tool: &'s str, source: &'s Upgraded) -> Self {
        let mut losses = Self {
            tool,
            source,
            moved: Vec::new(),
            found: IndexSet::new(),
            list: Vec::new(),
        };
        for change in &source.changes {
            losses.add(
                change.path.clone(),
                &change.keyword,
                change.action,
                change.reason.to_owned(),
            );
        }
        losses
    }

    /// Records that the schema at `now` was at `before`.
    pub fn record_move(&mut self, now: String, before: String) {
        self.moved.push((now, before));
    }

    /// Records a loss of a keyword, by its place in the current schema.
    pub fn keyword(&mut self, at: &str, keyword: &str, action: Action, reason: impl Into<String>) {
        let upgraded = place_before(&self.moved, at);
        self.add(
            self.source.source(&upgraded),
            keyword,
            action,
            reason.into(),
        );
    }

    fn add(&mut self, path: String, keyword: &str, action: Action, reason: String) {
        let key = (
            path.clone(),
            keyword.to_owned(),
            action.name(),
            reason.clone(),
        );
        if self.found.insert(key) {
            self.list.push(Loss {
                tool: self.tool.to_owned(),
                path,
                keyword: keyword.to_owned(),
                action,
                reason,
            });
        }
    }

    pub fn into_list(self) -> Vec<Loss> {
        self.list
    }
}
