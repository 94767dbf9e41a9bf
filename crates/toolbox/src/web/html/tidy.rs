use std::rc::Rc;

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, local_name};
use markup5ever_rcdom::{Node, NodeData};

use super::bounded::MAX_DEPTH;

/// What of a page is no content.
const NOISE: [&str; 26] = [
    "script", "style", "template", "iframe", "object", "embed", "applet", "svg", "math", "canvas",
    "audio", "video", "source", "track", "map", "nav", "dialog", "button", "input", "select",
    "textarea", "datalist", "link", "meta", "base", "frameset",
];

/// A table's cells are padded to the widest of their column. Bytes that one may have then; the text of a larger one stands
/// without its lines.
const MAX_TABLE: usize = 500_000;

/// Bytes of an address that is shown: `data:` may hold a whole picture.
const MAX_ADDRESS: usize = 2_000;

pub(super) struct Tidied {
    pub title: Option<String>,
}

/// Takes out what is no content, makes addresses absolute, and replaces what is nested too deeply by its text.
pub(super) fn tidy(
    document: &Rc<Node>,
    resolve: &dyn Fn(&str, Option<&str>) -> Option<String>,
) -> Tidied {
    let mut title = None;
    let mut base: Option<String> = None;
    let mut open = vec![(Rc::clone(document), 0)];
    while let Some((node, depth)) = open.pop() {
        if let NodeData::Element { name, attrs, .. } = &node.data {
            let tag = &*name.local;
            if tag == "title" && title.is_none() {
                title = Some(text_of(&node)).filter(|text| !text.is_empty());
            }
            let mut attrs = attrs.borrow_mut();
            if tag == "base" && base.is_none() {
                base = value(&attrs, "href").and_then(|href| resolve(href, None));
            }
            absolute(&mut attrs, resolve, base.as_deref());
        }
        if depth >= MAX_DEPTH || is_large_table(&node) {
            only_text(&node);
            continue;
        }
        let is_head = is(&node, "head");
        node.children
            .borrow_mut()
            .retain(|child| is_head || is_content(child));
        let children = node.children.borrow();
        // The document's order: a base counts for what follows it.
        open.extend(
            children
                .iter()
                .rev()
                .map(|child| (Rc::clone(child), depth + 1)),
        );
    }
    Tidied { title }
}

fn is(node: &Node, tag: &str) -> bool {
    matches!(&node.data, NodeData::Element { name, .. } if &*name.local == tag)
}

fn is_content(node: &Rc<Node>) -> bool {
    match &node.data {
        NodeData::Element { name, attrs, .. } => {
            let attrs = attrs.borrow();
            let is_hidden = value(&attrs, "hidden").is_some()
                || value(&attrs, "aria-hidden") == Some("true")
                || value(&attrs, "role") == Some("navigation");
            !is_hidden && !NOISE.contains(&&*name.local)
        }
        NodeData::Comment { .. } | NodeData::ProcessingInstruction { .. } => false,
        NodeData::Text { .. } | NodeData::Document | NodeData::Doctype { .. } => true,
    }
}

fn value<'a>(attrs: &'a [Attribute], name: &str) -> Option<&'a str> {
    attrs
        .iter()
        .find(|attribute| &*attribute.name.local == name)
        .map(|attribute| &*attribute.value)
}

fn absolute(
    attrs: &mut Vec<Attribute>,
    resolve: &dyn Fn(&str, Option<&str>) -> Option<String>,
    base: Option<&str>,
) {
    attrs.retain_mut(|attribute| {
        let name = &attribute.name.local;
        if *name != local_name!("href") && *name != local_name!("src") {
            return true;
        }
        match resolve(&attribute.value, base) {
            Some(address) if is_shown(&address) => {
                attribute.value = StrTendril::from(address);
                true
            }
            _ => false,
        }
    });
}

/// What a reader could follow.
fn is_shown(address: &str) -> bool {
    let is_link = ["https:", "http:", "mailto:", "tel:", "ftp:"]
        .iter()
        .any(|scheme| address.starts_with(scheme));
    is_link && address.len() <= MAX_ADDRESS
}

fn is_large_table(node: &Rc<Node>) -> bool {
    is(node, "table") && padded(node) > MAX_TABLE
}

/// Bytes of a table with every row as wide as the widest cells of all columns.
fn padded(table: &Rc<Node>) -> usize {
    let mut widths: Vec<usize> = Vec::new();
    let mut rows = 0;
    let mut open: Vec<Rc<Node>> = table.children.borrow().clone();
    while let Some(node) = open.pop() {
        let children = node.children.borrow();
        if is(&node, "tr") {
            rows += 1;
            for (column, cell) in children
                .iter()
                .filter(|child| is(child, "td") || is(child, "th"))
                .enumerate()
            {
                let width = text_of(cell).len() + 3;
                match widths.get_mut(column) {
                    Some(widest) => *widest = width.max(*widest),
                    None => widths.push(width),
                }
            }
        } else {
            open.extend(children.iter().cloned());
        }
    }
    widths.iter().sum::<usize>().saturating_mul(rows)
}

/// In place of what is in a node.
fn only_text(node: &Rc<Node>) {
    let text = text_of(node);
    let child = Node::new(NodeData::Text {
        contents: std::cell::RefCell::new(StrTendril::from(text)),
    });
    child.parent.set(Some(Rc::downgrade(node)));
    *node.children.borrow_mut() = vec![child];
}

/// The text in a node, with one blank where there are any.
fn text_of(node: &Rc<Node>) -> String {
    let mut text = String::new();
    let mut open: Vec<Rc<Node>> = node.children.borrow().iter().rev().cloned().collect();
    while let Some(node) = open.pop() {
        match &node.data {
            NodeData::Text { contents } => {
                for word in contents.borrow().split_whitespace() {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(word);
                }
            }
            _ if is_content(&node) => open.extend(node.children.borrow().iter().rev().cloned()),
            _ => {}
        }
    }
    text
}
