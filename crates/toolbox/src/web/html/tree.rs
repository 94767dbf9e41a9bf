//! A page as a tree in one list, built in constant time for each step, with a count of the steps.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, QualName, ns};

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

/// The tree builder's handle of a node.
pub(super) type Handle = Rc<Held>;

pub(super) struct Held {
    id: Id,
    /// The name of an element; the builder reads it with every tag.
    name: Option<QualName>,
    is_integration_point: bool,
}

/// The tree while it is being built.
pub(super) struct Sink {
    tree: RefCell<Tree>,
    document: Handle,
    counts: Rc<Counts>,
}

/// The cost of building so far.
#[derive(Default)]
pub(super) struct Counts {
    pub steps: Cell<usize>,
    pub elements: Cell<usize>,
}

impl Counts {
    fn step(&self) {
        self.steps.set(self.steps.get() + 1);
    }
}

impl Sink {
    pub fn new(counts: Rc<Counts>) -> Self {
        let mut tree = Tree::default();
        tree.add(Data::None);
        Self {
            tree: RefCell::new(tree),
            document: held(Tree::ROOT, None, false),
            counts,
        }
    }

    fn place(&self, parent: Id, next: Option<Id>, child: NodeOrText<Handle>) {
        self.counts.step();
        let mut tree = self.tree.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) => tree.insert(parent, next, node.id),
            NodeOrText::AppendText(text) => tree.insert_text(parent, next, &text),
        }
    }
}

fn held(id: Id, name: Option<QualName>, is_integration_point: bool) -> Handle {
    Rc::new(Held {
        id,
        name,
        is_integration_point,
    })
}

const NO_NAME: ExpandedName<'static> = ExpandedName {
    ns: &ns!(),
    local: &html5ever::local_name!(""),
};

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Tree {
        self.tree.into_inner()
    }

    /// Errors are ignored: there may be one for each character.
    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Rc::clone(&self.document)
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        self.counts.step();
        target.name.as_ref().map_or(NO_NAME, QualName::expanded)
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        self.counts.step();
        self.counts.elements.set(self.counts.elements.get() + 1);
        let mut tree = self.tree.borrow_mut();
        let template = flags.template.then(|| tree.add(Data::None));
        let id = tree.add(Data::Element(Box::new(Element {
            name: name.clone(),
            attributes: attrs,
            template,
        })));
        held(
            id,
            Some(name),
            flags.mathml_annotation_xml_integration_point,
        )
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        self.counts.step();
        held(self.tree.borrow_mut().add(Data::None), None, false)
    }

    fn create_pi(&self, _target: StrTendril, data: StrTendril) -> Handle {
        self.create_comment(data)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.place(parent.id, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let parent = self.tree.borrow().nodes[element.id].parent;
        match parent {
            Some(parent) => self.place(parent, Some(element.id), child),
            None => self.place(previous.id, None, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let contents = self
            .tree
            .borrow()
            .element(target.id)
            .and_then(|element| element.template);
        held(contents.unwrap_or(target.id), None, false)
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        self.counts.step();
        one.id == other.id
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, node: NodeOrText<Handle>) {
        let parent = self.tree.borrow().nodes[sibling.id].parent;
        if let Some(parent) = parent {
            self.place(parent, Some(sibling.id), node);
        }
    }

    /// Adds the attributes of repeated `<html>` and `<body>` tags. The number of an element's attributes is bounded, so the
    /// cost of many tags is linear.
    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        let mut tree = self.tree.borrow_mut();
        let Data::Element(element) = &mut tree.nodes[target.id].data else {
            return;
        };
        for attribute in attrs {
            self.counts.step();
            let known = &mut element.attributes;
            if known.len() < MAX_ATTRIBUTES
                && known.iter().all(|known| known.name != attribute.name)
            {
                known.push(attribute);
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.counts.step();
        self.tree.borrow_mut().detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, parent: &Handle) {
        let mut tree = self.tree.borrow_mut();
        while let Some(child) = tree.nodes[node.id].first {
            self.counts.step();
            tree.insert(parent.id, None, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        handle.is_integration_point
    }
}
