//! The tree while the standard's tree builder builds it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, ExpandedName, QualName, ns};

use super::{Data, Element, Id, MAX_ATTRIBUTES, Tree};

/// The tree builder's handle of a node.
pub(in crate::web::html) type Handle = Rc<Held>;

pub(in crate::web::html) struct Held {
    id: Id,
    /// The name of an element; the builder reads it with every tag.
    name: Option<QualName>,
    is_integration_point: bool,
}

/// The tree while it is being built.
pub(in crate::web::html) struct Sink {
    tree: RefCell<Tree>,
    document: Handle,
    counts: Rc<Counts>,
}

/// The cost of building so far.
#[derive(Default)]
pub(in crate::web::html) struct Counts {
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
