use std::cell::Cell;

use a11y_dom::{Document, Node};
use accname::{IdIndex, name_rendered};

use super::document::{At, Tree};
use super::role::role_of;
use crate::page::quote::quote;

/// As much of a name as is shown.
pub(super) const MOST_OF_A_NAME: usize = 300;

/// What all names of a snapshot may cost together: names of elements in one another take a step for each pair of them.
const MOST_STEPS: usize = 4_000_000;

/// Computes names, as long as that takes a bounded time.
pub(super) struct Names<'a> {
    tree: &'a Tree,
    ids: IdIndex<'a, At<'a>>,
    costs: Vec<usize>,
    left: Cell<usize>,
}

impl<'a> Names<'a> {
    pub(super) fn of(tree: &'a Tree) -> Self {
        Self {
            tree,
            ids: IdIndex::build(tree.root()),
            costs: tree.costs(),
            left: Cell::new(MOST_STEPS),
        }
    }

    /// The name of an element; what its author wrote at it where the whole computation would take too long.
    pub(super) fn name(&self, node: At<'a>) -> Option<String> {
        let by_reference = node.has_attr("aria-labelledby");
        // A reference may lead to anything.
        let at = if by_reference {
            0
        } else {
            node.index() as usize
        };
        let cost = self.costs[at];
        if let Some(left) = self.left.get().checked_sub(cost) {
            self.left.set(left);
            // What has no role has no name by ARIA, and yet its author may have given it one.
            return name_rendered(self.tree, node, &self.ids)
                .or_else(|| node.attr("aria-label").map(str::to_owned));
        }
        let written = ["aria-label", "alt", "title"];
        written
            .iter()
            .find_map(|name| node.attr(name))
            .map(str::to_owned)
    }

    /// What describes it, by reference.
    pub(super) fn description(&self, node: At<'a>) -> Option<String> {
        node.attr("aria-describedby")?;
        self.left.set(self.left.get().checked_sub(self.costs[0])?);
        accname::description(node, &self.ids)
    }
}

/// The first node in words: `button "Save"`.
pub(in crate::page) fn describe(tree: &Tree) -> String {
    let node = tree.root();
    let names = Names::of(tree);
    let role = role_of(node);
    let what = role.word.unwrap_or("element");
    match names.name(node) {
        Some(name) => format!("{what} {}", quote(&name, 100)),
        None if what == "generic" || what == "element" => {
            format!("<{}> element", node.local_name())
        }
        None => what.to_owned(),
    }
}
