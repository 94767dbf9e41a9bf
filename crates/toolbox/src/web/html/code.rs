//! Code, with every character preserved.

use super::escape::fence;
use super::inline::{Blanks, Mark, Marks, marked};
use super::is_inline;
use super::page::{At, Page, is_no_content};
use super::tree::{Data, Id};
use crate::web::letters::{is_blank, name};

/// A `<pre>` as a block of code.
pub(super) fn pre(page: &mut Page<'_>, id: Id, at: &At) {
    page.flush(at);
    let mut code = Code::default();
    code.children(page, id, at);
    let text: String = code.pieces.into_iter().map(|(text, _)| text).collect();
    if is_blank(&text) {
        return;
    }
    if at.marks.contains(&Mark::Struck) {
        page.writer.block("[Struck through:]");
    }
    if page.writer.is_compact() {
        for line in text.trim_end_matches('\n').split('\n') {
            page.inline.line_break();
            page.inline.code(line, &at.marks);
        }
        page.flush(at);
        return;
    }
    let fence = fence(&text, 3);
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let language = language(page, id).unwrap_or_default();
    page.writer
        .block(&format!("{fence}{language}\n{text}\n{fence}"));
}

/// Code within a line. A link around all of it, and strokes, go outside the backticks.
pub(super) fn code(page: &mut Page<'_>, id: Id, at: &At) {
    let mut at = at.clone();
    if let Some(link) = only_child(page, id)
        && let Some(element) = page.tree.element(link)
        && element.tag() == "a"
        && let Some(mark) = page.link(element.attribute("href"))
    {
        at.marks = marked(&at.marks, mark);
    }
    let mut code = Code {
        collapses: at.look.blanks == Blanks::Collapse,
        ..Code::default()
    };
    code.children(page, id, &at);
    for (text, marks) in code.pieces {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                page.inline.line_break();
            }
            if is_blank(line) && !line.is_empty() {
                page.inline.space();
            } else if !line.is_empty() {
                page.inline.code(line, &marks);
            }
        }
    }
}

/// The pieces of a code with their marks. Breaks are line feeds.
#[derive(Default)]
struct Code {
    pieces: Vec<(String, Marks)>,
    collapses: bool,
}

impl Code {
    fn children(&mut self, page: &mut Page<'_>, id: Id, at: &At) {
        let tree = page.tree;
        for child in tree.children(id) {
            match tree.data(child) {
                Data::None => {}
                Data::Text(text) if self.collapses => {
                    if page.shows(child, text, at) {
                        self.collapsed(text, at);
                    }
                }
                Data::Text(text) => {
                    if page.shows(child, text, at) {
                        self.push(&name(text).0, at);
                    }
                }
                Data::Element(element) if is_no_content(element.tag()) => {}
                Data::Element(element) => {
                    let Some(mut at) = page.enter(child, element, at) else {
                        continue;
                    };
                    let is_cell = ["td", "th"].contains(&element.tag());
                    let is_line = !is_cell && !is_inline(element.tag());
                    if is_cell && page.tree.previous_element(child).is_some() {
                        self.push("\t", &at);
                    }
                    if ["s", "del", "strike"].contains(&element.tag()) {
                        at.marks = marked(&at.marks, Mark::Struck);
                    }
                    match element.tag() {
                        "br" => self.push("\n", &at),
                        "img" => self.push(element.attribute("alt").unwrap_or_default(), &at),
                        _ => {
                            self.line(is_line, &at);
                            self.children(page, child, &at);
                            self.line(is_line, &at);
                        }
                    }
                }
            }
        }
    }

    fn line(&mut self, is_line: bool, at: &At) {
        let is_within = |text: &String| !text.is_empty() && !text.ends_with('\n');
        let last = self.pieces.last();
        if is_line && last.is_some_and(|(text, _)| is_within(text)) {
            self.push("\n", at);
        }
    }

    fn collapsed(&mut self, text: &str, at: &At) {
        let mut is_blank = self
            .pieces
            .last()
            .is_some_and(|(text, _)| text.ends_with([' ', '\n']));
        let mut out = String::new();
        for letter in text.chars() {
            let is_next = matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0c');
            if !is_next {
                out.push(letter);
            } else if !is_blank {
                out.push(' ');
            }
            is_blank = is_next;
        }
        self.push(&name(&out).0, at);
    }

    fn push(&mut self, text: &str, at: &At) {
        match self.pieces.last_mut() {
            Some((known, marks)) if *marks == at.marks => known.push_str(text),
            _ => self.pieces.push((text.to_owned(), at.marks.clone())),
        }
    }
}

/// The only child of an element.
fn only_child(page: &Page<'_>, id: Id) -> Option<Id> {
    let mut things = page
        .tree
        .children(id)
        .filter(|child| match page.tree.data(*child) {
            Data::Text(text) => !is_blank(text),
            Data::Element(_) => true,
            Data::None => false,
        });
    let first = things.next();
    first.filter(|_| things.next().is_none())
}

/// The language in a class such as `language-js`.
fn language(page: &Page<'_>, id: Id) -> Option<String> {
    let mut classes = Some(id)
        .into_iter()
        .chain(page.tree.children(id))
        .filter_map(|node| page.tree.element(node)?.attribute("class"))
        .flat_map(str::split_ascii_whitespace);
    let language = classes.find_map(|class| {
        class
            .strip_prefix("language-")
            .or_else(|| class.strip_prefix("lang-"))
    })?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "+-#._".contains(letter);
    (language.len() < 32 && language.chars().all(is_name)).then(|| language.to_owned())
}
