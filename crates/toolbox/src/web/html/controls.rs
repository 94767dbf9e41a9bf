//! Controls of a form: the values and choices that a person sees in them, in brackets.

use super::inline::Blanks;
use super::page::{At, Page};
use super::tree::{Data, Element, Id};
use crate::web::letters::is_blank;

/// Writes an element that is a control.
pub(super) fn control(page: &mut Page<'_>, id: Id, element: &Element, at: &At) -> bool {
    match element.tag() {
        "input" => input(page, id, element, at),
        "textarea" => {
            let text = super::page::plain(page.tree, id);
            let shown = if is_blank(&text) {
                element.attribute("placeholder").unwrap_or_default()
            } else {
                &text
            };
            field(page, id, shown, at);
        }
        "select" => select(page, id, element, at),
        "button" => {
            page.inline.space();
            let is_seen = at.look.is_there();
            if is_seen {
                page.inline.made("[".to_owned(), &at.marks);
            }
            page.children(id, at);
            if is_seen {
                page.inline.made("]".to_owned(), &at.marks);
            }
            page.inline.space();
        }
        "meter" | "progress" => {
            if let Some(value) = element.attribute("value") {
                let most = element.attribute("max").unwrap_or("1");
                field(page, id, &format!("{value} of {most}"), at);
            }
        }
        _ => return false,
    }
    true
}

fn input(page: &mut Page<'_>, id: Id, element: &Element, at: &At) {
    let kind = element
        .attribute("type")
        .unwrap_or("text")
        .to_ascii_lowercase();
    let value = element.attribute("value").unwrap_or_default();
    match kind.as_str() {
        "hidden" => {
            // A token is not a passage that was meant for reading.
            if value.trim().contains(char::is_whitespace) {
                page.shows(id, value, &at.unseen(id));
            }
        }
        "checkbox" | "radio" => {
            if at.look.is_there() {
                let is_checked = element.attribute("checked").is_some();
                page.inline.space();
                let mark = if is_checked { "[x]" } else { "[ ]" };
                page.inline.made(mark.to_owned(), &at.marks);
                page.inline.space();
            }
        }
        "file" | "color" => {}
        "image" => field(page, id, element.attribute("alt").unwrap_or("Submit"), at),
        "submit" if value.is_empty() => field(page, id, "Submit", at),
        "reset" if value.is_empty() => field(page, id, "Reset", at),
        "password" if !value.is_empty() => field(page, id, "•••", at),
        "button" | "submit" | "reset" => field(page, id, value, at),
        _ if is_blank(value) => {
            field(
                page,
                id,
                element.attribute("placeholder").unwrap_or_default(),
                at,
            );
        }
        _ => field(page, id, value, at),
    }
}

/// Writes all choices, since a person can see them, followed by the selected ones.
fn select(page: &mut Page<'_>, id: Id, element: &Element, at: &At) {
    let tree = page.tree;
    let options: Vec<(Id, &Element)> = tree
        .below(id, |_| true)
        .filter_map(|node| Some((node, tree.element(node)?)))
        .filter(|(_, element)| element.tag() == "option")
        .collect();
    let is_list = element.attribute("multiple").is_some() || element.attribute("size").is_some();
    let chosen = options
        .iter()
        .rposition(|(_, option)| option.attribute("selected").is_some());
    let chosen = chosen.or((!is_list).then_some(0));
    let mut texts = Vec::new();
    for (index, (node, option)) in options.iter().enumerate() {
        let label = option.attribute("label").filter(|label| !is_blank(label));
        let text = label.map_or_else(|| super::page::plain(tree, *node), str::to_owned);
        let Some(inner) = page.enter(*node, option, at) else {
            continue;
        };
        if is_blank(&text) || !page.shows(*node, &text, &inner) {
            continue;
        }
        let text = page.clean_line(&text);
        let is_chosen = if is_list {
            option.attribute("selected").is_some()
        } else {
            chosen == Some(index)
        };
        let end = if is_chosen && options.len() > 1 {
            " (selected)"
        } else {
            ""
        };
        texts.push(format!("{text}{end}"));
    }
    field(page, id, &texts.join("; "), at);
    // Other content of it, such as its own button.
    for child in tree.children(id) {
        if let Data::Element(inner) = tree.data(child)
            && !["option", "optgroup", "hr"].contains(&inner.tag())
            && !tree.below(child, |_| true).any(|node| {
                tree.element(node)
                    .is_some_and(|inner| inner.tag() == "option")
            })
        {
            page.node(child, at);
        }
    }
}

fn field(page: &mut Page<'_>, id: Id, text: &str, at: &At) {
    if is_blank(text) || !page.shows(id, text, at) {
        return;
    }
    page.inline.space();
    page.inline.made("[".to_owned(), &at.marks);
    let text = page.clean(text).trim().to_owned();
    page.inline.text(&text, Blanks::Lines, &at.marks);
    page.inline.made("]".to_owned(), &at.marks);
    page.inline.space();
}
