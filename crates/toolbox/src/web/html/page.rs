//! From the tree to Markdown: blocks, and the content of their lines.

use std::borrow::Cow;

use super::code::pre;
use super::controls::control;
use super::inline::{Inline, Mark, Marks, Place, marked};
use super::list::{List, item, list};
use super::math::math;
use super::style::{Display, Look, Styles};
use super::table::table;
use super::tree::{Data, Element, Id, Tree};
use super::writer::Writer;
use super::{LeftOut, is_inline};
use crate::web::letters::{clean, is_blank};

/// The maximum depth of elements that are walked one by one. Deeper ones contribute their text.
const MAX_DEPTH: usize = 400;
/// The maximum length of a shown address in bytes: a `data:` address may contain a whole picture.
const MAX_ADDRESS: usize = 2_000;
/// The maximum number of bytes that addresses and other additions may add to a page.
const MAX_ADDED: usize = 4_000_000;

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

    /// Returns true if words at a place are visible. Invisible ones are counted.
    pub fn shows(&mut self, id: Id, text: &str, at: &At) -> bool {
        if is_blank(text) {
            return at.look.is_seen();
        }
        if !at.look.is_seen() {
            self.hide(at.look.hidden_by.unwrap_or(id));
            return false;
        }
        if at.look.is_doubtful() {
            self.left_out.doubtful += 1;
        }
        true
    }

    /// Counts everything that an element hides as one passage.
    fn hide(&mut self, by: Id) {
        if self.last_hidden != Some(by) {
            self.last_hidden = Some(by);
            self.left_out.hidden += 1;
        }
    }

    /// A text without its invisible characters.
    pub fn clean<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let (text, count) = clean(text);
        self.left_out.letters += count;
        text
    }

    /// The same with each run of blanks replaced by one.
    pub fn clean_line(&mut self, text: &str) -> String {
        let text = self.clean(text);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The context inside an element; `None` if it is not shown, which is counted.
    pub fn enter(&mut self, id: Id, element: &Element, at: &At) -> Option<At> {
        let look = self.styles.look(id, element, &at.look);
        if look.is_gone {
            if has_words(self.tree, id) {
                self.hide(id);
            }
            return None;
        }
        let marks = if look.is_struck {
            marked(&at.marks, Mark::Struck)
        } else {
            at.marks.clone()
        };
        Some(At {
            look,
            marks,
            heading: at.heading,
            depth: at.depth + 1,
        })
    }

    fn element(&mut self, id: Id, element: &'a Element, at: &At) {
        let tag = element.tag();
        if !element.is_html() {
            self.foreign(id, element, at);
            return;
        }
        if is_no_content(tag) {
            return;
        }
        let Some(mut at) = self.enter(id, element, at) else {
            return;
        };
        if tag == "nav" || element.attribute("role") == Some("navigation") {
            self.left_out.navigation += usize::from(has_words(self.tree, id));
            return;
        }
        match tag {
            "br" => self.inline.line_break(),
            "hr" => {
                self.flush(&at);
                self.writer.block("---");
            }
            "img" => self.image(element, &at),
            "pre" | "listing" | "xmp" | "plaintext" => pre(self, id, &at),
            "table" => table(self, id, element, &at),
            "ul" | "ol" | "menu" | "dir" => list(self, id, element, &at),
            "li" => item(self, id, element, &at),
            "dd" => {
                self.flush(&at);
                self.writer.tight();
                self.writer.indent(": ", "  ".to_owned());
                self.inside(id, &at);
                self.writer.dedent();
            }
            "blockquote" => {
                self.flush(&at);
                self.writer.indent("> ", "> ".to_owned());
                self.inside(id, &at);
                self.writer.dedent();
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.flush(&at);
                at.heading = tag[1..].parse().unwrap_or(1);
                self.inside(id, &at);
            }
            "slot" => self.slot(id, element, &at),
            _ if control(self, id, element, &at) => {}
            _ => self.phrase(id, element, at),
        }
    }

    /// Writes content within a line, or a block that contains only such content.
    fn phrase(&mut self, id: Id, element: &Element, mut at: At) {
        let mark = match element.tag() {
            "b" | "strong" => Some(Mark::Strong),
            "i" | "em" | "cite" | "var" | "dfn" => Some(Mark::Emphasis),
            "s" | "del" | "strike" => Some(Mark::Struck),
            "sup" => Some(Mark::Raised),
            "sub" => Some(Mark::Lowered),
            "a" | "area" => self.link(element.attribute("href")),
            "code" | "kbd" | "samp" | "tt" => {
                super::code::code(self, id, &at);
                return;
            }
            _ => None,
        };
        if let Some(mark) = mark {
            at.marks = marked(&at.marks, mark);
        }
        let around = match element.tag() {
            "q" => Some(("“", "”")),
            "rt" => Some(("(", ")")),
            _ => None,
        };
        let is_block = match at.look.display {
            Display::Block | Display::Apart => true,
            Display::Inline | Display::Boxed | Display::ApartBoxed => false,
            Display::Usual | Display::Gone => !is_inline(element.tag()),
        };
        if is_block {
            self.flush(&at);
            self.inside(id, &at);
            return;
        }
        if element.tag() == "area" {
            let alt = self.clean_line(element.attribute("alt").unwrap_or_default());
            self.inline.space();
            self.inline.text(&alt, at.look.blanks, &at.marks);
            self.inline.space();
            return;
        }
        let is_seen = at.look.is_seen();
        if let Some((open, _)) = around.filter(|_| is_seen) {
            self.inline.text(open, at.look.blanks, &at.marks);
        }
        self.children(id, &at);
        if let Some((_, close)) = around.filter(|_| is_seen) {
            self.inline.text(close, at.look.blanks, &at.marks);
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

    /// A mark for an address that a reader can follow.
    pub fn link(&mut self, href: Option<&str>) -> Option<Mark> {
        let address = self.address(href?)?;
        Some(Mark::Link(address.into()))
    }

    /// An address that a reader can follow, within the limit on addresses of a page.
    pub fn address(&mut self, address: &str) -> Option<String> {
        if address.len() > MAX_ADDRESS || self.added > MAX_ADDED {
            return None;
        }
        let address = (self.resolve)(address, self.base.as_deref())?;
        let is_link = ["https:", "http:", "mailto:", "tel:", "ftp:"]
            .iter()
            .any(|scheme| address.starts_with(scheme));
        let is_shown = is_link && address.len() <= MAX_ADDRESS;
        self.added += address.len();
        is_shown.then(|| self.clean(&address).into_owned())
    }

    fn image(&mut self, element: &Element, at: &At) {
        if !at.look.is_there() {
            return;
        }
        let alt = element.attribute("alt");
        // A picture that is marked as decorative.
        if alt.is_some_and(is_blank) {
            return;
        }
        let alt = self.clean_line(alt.unwrap_or_default());
        let mut text = String::new();
        super::escape::escape(&alt, true, &mut text);
        let source = element.attribute("src").map(|src| self.address(src));
        let image = match source.flatten() {
            Some(source) => {
                let mut image = format!("![{text}](");
                super::escape::address(&source, &mut image);
                image.push(')');
                image
            }
            None if text.is_empty() => return,
            None => format!("![{text}]"),
        };
        self.inline.made(image, &at.marks);
    }

    /// Writes the part of its host's content that a slot of a shadow tree shows.
    fn slot(&mut self, id: Id, element: &Element, at: &At) {
        let Some(host) = self.hosts.pop() else {
            self.children(id, at);
            return;
        };
        let tree = self.tree;
        let name = element.attribute("name").unwrap_or_default();
        let mut is_filled = false;
        for child in tree.children(host) {
            let slot = match tree.data(child) {
                Data::Element(child) if child.template.is_some() => continue,
                Data::Element(child) => child.attribute("slot").unwrap_or_default(),
                Data::Text(text) if name.is_empty() && !is_blank(text) => "",
                Data::Text(_) | Data::None => continue,
            };
            if slot == name {
                is_filled = true;
                self.node(child, at);
            }
        }
        self.hosts.push(host);
        if !is_filled {
            self.children(id, at);
        }
    }

    /// Writes SVG and `MathML`: the words of a drawing, a formula in a line.
    fn foreign(&mut self, id: Id, element: &'a Element, at: &At) {
        const UNSEEN: [&str; 12] = [
            "title", "desc", "metadata", "defs", "symbol", "clipPath", "mask", "pattern", "style",
            "script", "marker", "filter",
        ];
        let Some(mut at) = self.enter(id, element, at) else {
            return;
        };
        match element.tag() {
            "math" => math(self, id, element, &at),
            tag if UNSEEN.contains(&tag) => {}
            tag => {
                // The colors of a drawing are independent of its page.
                at.look.paint_over();
                if tag == "a"
                    && let Some(mark) = self.link(element.attribute("href"))
                {
                    at.marks = marked(&at.marks, mark);
                }
                let is_apart = matches!(tag, "text" | "svg");
                if is_apart {
                    self.inline.space();
                }
                self.children(id, &at);
                if is_apart {
                    self.inline.space();
                }
            }
        }
    }
}

/// The declared shadow tree of a host.
fn shadow_of(tree: &Tree, host: Id) -> Option<Id> {
    let first = tree.children(host).find_map(|id| tree.element(id))?;
    first.attribute("shadowrootmode")?;
    first.template
}

/// Returns true for elements without visible content.
pub(super) fn is_no_content(tag: &str) -> bool {
    const NOTHING: [&str; 22] = [
        "script", "style", "template", "iframe", "object", "embed", "applet", "canvas", "audio",
        "video", "source", "track", "datalist", "link", "meta", "base", "head", "title", "noembed",
        "noframes", "param", "rp",
    ];
    NOTHING.contains(&tag)
}

/// The text of a node of any kind.
pub(super) fn plain(tree: &Tree, id: Id) -> String {
    let mut text = String::new();
    for node in tree.below(id, |node| {
        tree.element(node)
            .is_none_or(|element| !is_no_content(element.tag()))
    }) {
        if let Data::Text(part) = tree.data(node) {
            text.push_str(part);
        }
    }
    text
}

/// Returns true if an element contains anything to read.
fn has_words(tree: &Tree, id: Id) -> bool {
    let is_content = |node: Id| {
        tree.element(node)
            .is_none_or(|element| !is_no_content(element.tag()))
    };
    let is_read = |node: Id| match tree.data(node) {
        Data::Text(text) => !is_blank(text),
        Data::Element(element) => ["alt", "value", "placeholder"]
            .iter()
            .any(|name| element.attribute(name).is_some_and(|text| !is_blank(text))),
        Data::None => false,
    };
    is_content(id) && (is_read(id) || tree.below(id, is_content).any(is_read))
}
