//! A page as a tree in one list, built in constant time for each step, with a count of the steps.

mod sink;

use html5ever::{Attribute, QualName, ns};
pub(super) use sink::{Counts, Handle, Sink};

/// A place in the tree.
pub(super) type Id = usize;

/// The maximum number of attributes of an element; each new one is compared with those before it.
pub(super) const MAX_ATTRIBUTES: usize = 64;

/// The tree of a page.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    parent: Option<Id>,
    previous: Option<Id>,
    next: Option<Id>,
    first: Option<Id>,
    last: Option<Id>,
    data: Data,
}

/// The kind of a node.
#[derive(Default)]
pub(super) enum Data {
    /// A document, a fragment, a comment: without content.
    #[default]
    None,
    Text(String),
    Element(Box<Element>),
}

/// An element.
pub(super) struct Element {
    name: QualName,
    attributes: Vec<Attribute>,
    /// The content of a `<template>`.
    pub template: Option<Id>,
}

impl Element {
    /// The name without its namespace.
    pub fn tag(&self) -> &str {
        &self.name.local
    }

    pub fn is_html(&self) -> bool {
        self.name.ns == ns!(html)
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|attribute| &*attribute.name.local == name)
            .map(|attribute| &*attribute.value)
    }
}

impl Tree {
    pub const ROOT: Id = 0;

    pub fn data(&self, id: Id) -> &Data {
        &self.nodes[id].data
    }

    pub fn element(&self, id: Id) -> Option<&Element> {
        match &self.nodes[id].data {
            Data::Element(element) => Some(element),
            Data::Text(_) | Data::None => None,
        }
    }

    pub fn parent(&self, id: Id) -> Option<Id> {
        self.nodes[id].parent
    }

    /// The element before this one among its siblings.
    pub fn previous_element(&self, id: Id) -> Option<Id> {
        let mut at = self.nodes[id].previous;
        while let Some(node) = at
            && self.element(node).is_none()
        {
            at = self.nodes[node].previous;
        }
        at
    }

    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.nodes[id].first, |at| self.nodes[*at].next)
    }

    /// The nodes below one in the page's order, without those that `enter` refuses and their contents.
    pub fn below<'a>(
        &'a self,
        top: Id,
        enter: impl Fn(Id) -> bool + 'a,
    ) -> impl Iterator<Item = Id> + 'a {
        let mut at = self.nodes[top].first;
        std::iter::from_fn(move || {
            loop {
                let node = at?;
                let is_entered = enter(node);
                at = self.nodes[node].first.filter(|_| is_entered);
                if at.is_none() {
                    at = self.after(node, top);
                }
                if is_entered {
                    return Some(node);
                }
            }
        })
    }

    /// The node after everything inside a node, below `top`.
    fn after(&self, node: Id, top: Id) -> Option<Id> {
        let mut up = node;
        loop {
            if let Some(next) = self.nodes[up].next {
                return Some(next);
            }
            up = self.nodes[up].parent.filter(|parent| *parent != top)?;
        }
    }

    fn add(&mut self, data: Data) -> Id {
        self.nodes.push(Node {
            data,
            ..Node::default()
        });
        self.nodes.len() - 1
    }

    fn detach(&mut self, id: Id) {
        let node = &mut self.nodes[id];
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        match (previous, parent) {
            (Some(previous), _) => self.nodes[previous].next = next,
            (None, Some(parent)) => self.nodes[parent].first = next,
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => self.nodes[next].previous = previous,
            (None, Some(parent)) => self.nodes[parent].last = previous,
            (None, None) => {}
        }
    }

    /// Inserts a node into `parent` before `next`, or at its end.
    fn insert(&mut self, parent: Id, next: Option<Id>, id: Id) {
        self.detach(id);
        let previous = match next {
            Some(next) => self.nodes[next].previous.replace(id),
            None => self.nodes[parent].last.replace(id),
        };
        match previous {
            Some(previous) => self.nodes[previous].next = Some(id),
            None => self.nodes[parent].first = Some(id),
        }
        let node = &mut self.nodes[id];
        (node.parent, node.previous, node.next) = (Some(parent), previous, next);
    }

    fn insert_text(&mut self, parent: Id, next: Option<Id>, text: &str) {
        let before = next.map_or(self.nodes[parent].last, |next| self.nodes[next].previous);
        if let Some(before) = before
            && let Data::Text(known) = &mut self.nodes[before].data
        {
            known.push_str(text);
            return;
        }
        let id = self.add(Data::Text(text.to_owned()));
        self.insert(parent, next, id);
    }
}
