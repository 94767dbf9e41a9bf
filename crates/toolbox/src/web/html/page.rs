//! From the tree to Markdown: blocks, and the content of their lines.

mod addresses;
mod content;
mod elements;
mod visible;

use super::LeftOut;
use super::inline::{Inline, Marks, Place};
use super::list::List;
use super::style::{Display, Look, Styles};
use super::tree::{Data, Id, Tree};
use super::writer::Writer;
use crate::web::letters::is_blank;
use content::shadow_of;
pub(super) use content::{is_no_content, plain};

/// The maximum depth of elements that are walked one by one. Deeper ones contribute their text.
const MAX_DEPTH: usize = 400;

/// A page that is being written.
pub(super) struct Page<'a> {
    pub tree: &'a Tree,
    pub styles: Styles<'a>,
    resolve: &'a dyn Fn(&str, Option<&str>) -> Option<String>,
    base: Option<String>,
    title: Option<String>,
    pub writer: Writer,
    pub inline: Inline,
    pub lists: Vec<List>,
    left_out: LeftOut,
    last_hidden: Option<Id>,
    /// Hosts of the open shadow trees, the innermost last, for their slots.
    hosts: Vec<Id>,
    added: usize,
    steps: usize,
}

/// The context at a place in the tree.
#[derive(Clone)]
pub(super) struct At {
    pub look: Look,
    pub marks: Marks,
    heading: usize,
    depth: usize,
}

impl At {
    /// The context inside an element that is never shown.
    pub fn unseen(&self, id: Id) -> Self {
        let mut at = self.clone();
        at.look.hide(id);
        at
    }
}

/// The content of a page.
pub(super) struct Written {
    pub title: Option<String>,
    pub markdown: String,
    pub left_out: LeftOut,
    pub steps: usize,
}

impl<'a> Page<'a> {
    pub fn new(tree: &'a Tree, resolve: &'a dyn Fn(&str, Option<&str>) -> Option<String>) -> Self {
        Self {
            tree,
            styles: Styles::new(tree),
            resolve,
            base: None,
            title: None,
            writer: Writer::default(),
            inline: Inline::default(),
            lists: Vec::new(),
            left_out: LeftOut::default(),
            last_hidden: None,
            hosts: Vec::new(),
            added: 0,
            steps: 0,
        }
    }

    /// Reads the parts that affect the whole page: its title, its base, its style rules.
    pub fn prepare(&mut self) {
        let tree = self.tree;
        for id in tree.below(Tree::ROOT, |_| true) {
            self.steps += 1;
            let Some(element) = tree.element(id) else {
                continue;
            };
            match element.tag() {
                "title" if self.title.is_none() && element.is_html() => {
                    let text = self.clean_line(&plain(tree, id));
                    self.title = Some(text).filter(|text| !text.is_empty());
                }
                "base" if self.base.is_none() => {
                    let href = element.attribute("href");
                    self.base = href.and_then(|href| (self.resolve)(href, None));
                }
                "style" => self.styles.add(element, &plain(tree, id)),
                "link" => self.styles.link(element),
                _ => {}
            }
        }
        self.styles.ready();
    }

    pub fn write(&mut self) {
        let at = At {
            look: Look::of_page(self.styles.has_others()),
            marks: Marks::default(),
            heading: 0,
            depth: 0,
        };
        self.children(Tree::ROOT, &at);
        self.flush(&at);
    }

    pub fn finish(mut self) -> Written {
        self.left_out.has_more_rules = self.styles.has_more_rules();
        Written {
            title: self.title,
            markdown: self.writer.finish(),
            left_out: self.left_out,
            steps: self.steps + self.styles.steps(),
        }
    }

    /// Writes the contents of a node.
    pub fn children(&mut self, id: Id, at: &At) {
        let tree = self.tree;
        let apart = matches!(at.look.display, Display::Apart | Display::ApartBoxed);
        if let Some(shadow) = shadow_of(tree, id) {
            self.hosts.push(id);
            for child in tree.children(shadow) {
                self.node(child, at);
            }
            self.hosts.pop();
            return;
        }
        for child in tree.children(id) {
            if apart {
                self.inline.space();
            }
            self.node(child, at);
        }
    }

    pub fn node(&mut self, id: Id, at: &At) {
        self.steps += 1;
        match self.tree.data(id) {
            Data::None => {}
            Data::Text(text) => self.text(id, text, at),
            Data::Element(element) if at.depth < MAX_DEPTH => self.element(id, element, at),
            Data::Element(_) => self.text(id, &plain(self.tree, id), at),
        }
    }

    fn text(&mut self, id: Id, text: &str, at: &At) {
        if self.shows(id, text, at) {
            let text = self.clean(text);
            self.inline.text(&text, at.look.blanks, &at.marks);
        } else if !is_blank(text) || self.inline.is_empty() {
            // Counted, but not a word.
        } else {
            self.inline.space();
        }
    }

    /// Writes a block's content, up to its end.
    pub fn inside(&mut self, id: Id, at: &At) {
        self.children(id, at);
        self.flush(at);
    }

    /// Ends the paragraph.
    pub fn flush(&mut self, at: &At) {
        if self.inline.is_empty() {
            return;
        }
        if at.heading > 0 {
            let text = self.inline.take(Place::Heading);
            if !text.is_empty() {
                let marks = "#".repeat(at.heading);
                self.writer.block(&format!("{marks} {text}"));
            }
        } else {
            let text = self.inline.take(Place::Paragraph);
            self.writer.block(&text);
        }
    }
}
