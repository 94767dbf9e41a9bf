//! html5ever's parser, which ends early where markup is made to take for ever: open elements are searched for each tag,
//! formatting is opened anew in each paragraph, and attributes are compared with each other.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, parse_document};
use markup5ever_rcdom::{Handle, Node, RcDom};

use crate::files::boundary;

/// Elements; a long article has some thousand.
const MAX_ELEMENTS: usize = 50_000;
/// Elements that stand in a table where they may not, each of which is looked up among its siblings.
const MAX_MISPLACED: usize = 5_000;
/// How deep elements may be nested.
pub(super) const MAX_DEPTH: usize = 128;
/// Blanks in a row of pieces that make nothing: the attributes of one tag.
const MAX_BLANKS: usize = 8_000;
/// Bytes between two looks.
const PIECE: usize = 512;

/// A page as a tree.
pub(super) struct Parsed {
    pub document: Rc<Node>,
    /// Bytes that were read, where it ended early.
    pub read: Option<usize>,
}

pub(super) fn parse(html: &str) -> Parsed {
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts {
            // A page without scripts is what is shown, so `<noscript>` is content.
            scripting_enabled: false,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    };
    let counts = Rc::new(Counts::default());
    let mut parser = parse_document(Counted::new(Rc::clone(&counts)), options);
    let mut rest = html;
    let mut blanks = 0;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(boundary(rest, PIECE));
        let before = counts.calls.get();
        parser.process(StrTendril::from_slice(piece));
        rest = after;
        blanks = if counts.calls.get() == before {
            blanks
                + piece
                    .bytes()
                    .filter(|byte| is_between_attributes(*byte))
                    .count()
        } else {
            0
        };
        if blanks > MAX_BLANKS || counts.is_too_much() {
            break;
        }
    }
    let read = (!rest.is_empty()).then(|| html.len() - rest.len());
    Parsed {
        document: parser.finish().document,
        read,
    }
}

#[derive(Default)]
struct Counts {
    calls: Cell<usize>,
    elements: Cell<usize>,
    misplaced: Cell<usize>,
    last: RefCell<Option<Handle>>,
}

impl Counts {
    fn is_too_much(&self) -> bool {
        self.elements.get() > MAX_ELEMENTS
            || self.misplaced.get() > MAX_MISPLACED
            || self.depth_of_last() > MAX_DEPTH
    }

    fn depth_of_last(&self) -> usize {
        let mut depth = 0;
        let mut node = self.last.borrow().clone();
        while let Some(at) = node {
            depth += 1;
            if depth > MAX_DEPTH {
                break;
            }
            let parent = at.parent.take();
            node = parent.as_ref().and_then(std::rc::Weak::upgrade);
            at.parent.set(parent);
        }
        depth
    }

    fn called(&self) {
        self.calls.set(self.calls.get() + 1);
    }
}

/// The tree that is built, counting.
struct Counted {
    dom: RcDom,
    counts: Rc<Counts>,
}

impl Counted {
    fn new(counts: Rc<Counts>) -> Self {
        Self {
            dom: RcDom::default(),
            counts,
        }
    }
}

impl TreeSink for Counted {
    type Handle = Handle;
    type Output = RcDom;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> RcDom {
        self.dom
    }

    /// Nobody reads them, and there may be one for each character.
    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.dom.get_document()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        self.dom.elem_name(target)
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        self.counts.called();
        self.counts.elements.set(self.counts.elements.get() + 1);
        let element = self.dom.create_element(name, attrs, flags);
        *self.counts.last.borrow_mut() = Some(Rc::clone(&element));
        element
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        self.counts.called();
        self.dom.create_comment(text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Handle {
        self.dom.create_pi(target, data)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.counts.called();
        self.dom.append(parent, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        self.counts.called();
        self.counts.misplaced.set(self.counts.misplaced.get() + 1);
        self.dom
            .append_based_on_parent_node(element, previous, child);
    }

    fn append_doctype_to_document(
        &self,
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    ) {
        self.dom
            .append_doctype_to_document(name, public_id, system_id);
    }

    fn pop(&self, _node: &Handle) {
        self.counts.called();
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        self.dom.get_template_contents(target)
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        self.dom.same_node(one, other)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.dom.set_quirks_mode(mode);
    }

    fn append_before_sibling(&self, sibling: &Handle, node: NodeOrText<Handle>) {
        self.counts.called();
        self.counts.misplaced.set(self.counts.misplaced.get() + 1);
        self.dom.append_before_sibling(sibling, node);
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        self.counts.called();
        self.dom.add_attrs_if_missing(target, attrs);
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.counts.called();
        self.dom.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &Handle, parent: &Handle) {
        self.counts.called();
        self.dom.reparent_children(node, parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        self.dom.is_mathml_annotation_xml_integration_point(handle)
    }
}

/// What can stand between two attributes of a tag; after a quoted value nothing has to.
fn is_between_attributes(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\n' | b'\t' | b'\r' | b'\x0c' | b'/' | b'"' | b'\''
    )
}
