//! The readable content of nodes.

use crate::web::html::tree::{Data, Id, Tree};
use crate::web::letters::is_blank;

/// The declared shadow tree of a host.
pub(super) fn shadow_of(tree: &Tree, host: Id) -> Option<Id> {
    let first = tree.children(host).find_map(|id| tree.element(id))?;
    first.attribute("shadowrootmode")?;
    first.template
}

/// Returns true for elements without visible content.
pub(in crate::web::html) fn is_no_content(tag: &str) -> bool {
    const NOTHING: [&str; 22] = [
        "script", "style", "template", "iframe", "object", "embed", "applet", "canvas", "audio",
        "video", "source", "track", "datalist", "link", "meta", "base", "head", "title", "noembed",
        "noframes", "param", "rp",
    ];
    NOTHING.contains(&tag)
}

/// The text of a node of any kind.
pub(in crate::web::html) fn plain(tree: &Tree, id: Id) -> String {
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
pub(super) fn has_words(tree: &Tree, id: Id) -> bool {
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
