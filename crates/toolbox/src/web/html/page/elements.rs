//! Elements as blocks, and as content of their lines.

use super::content::{has_words, is_no_content};
use super::{At, Page};
use crate::web::html::code::{code, pre};
use crate::web::html::controls::control;
use crate::web::html::inline::{Mark, marked};
use crate::web::html::is_inline;
use crate::web::html::list::{item, list};
use crate::web::html::math::math;
use crate::web::html::style::Display;
use crate::web::html::table::table;
use crate::web::html::tree::{Data, Element, Id};
use crate::web::letters::is_blank;

impl<'a> Page<'a> {
    pub(super) fn element(&mut self, id: Id, element: &'a Element, at: &At) {
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
                code(self, id, &at);
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
