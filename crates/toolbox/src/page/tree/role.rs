use a11y_dom::{Node, NodeKind};

use super::document::At;

/// What an element is to a person.
pub(super) struct Role {
    /// In a word; nothing for what only holds others.
    pub(super) word: Option<&'static str>,
    /// How it is shown.
    pub(super) shape: Shape,
}

/// How an element is shown in the outline.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Not itself: what is in it stands in its place.
    Open,
    /// On a line, with what is in it below.
    Holder,
    /// On a line with its name, which is made of what is in it: below is only what can be used.
    Named,
    /// On a line, alone.
    Leaf,
}

/// The role of an element: what its author says, or what it is in HTML (`accname`), with a word of our own for what has no
/// role in ARIA and yet is used.
pub(super) fn role_of(node: At<'_>) -> Role {
    if node.kind() == NodeKind::Text {
        return Role {
            word: None,
            shape: Shape::Open,
        };
    }
    let states = &node.page_node().states;
    let is_used = states.focusable || states.clickable || states.editable;
    let role = match accname::role(node) {
        // Nobody loses a control because its author calls it nothing.
        Some("none" | "presentation") if states.focusable => accname::implicit(node),
        role => role,
    };
    let word = match role {
        Some("generic" | "paragraph") | None => without_role(node, is_used),
        Some(
            "none" | "presentation" | "document" | "strong" | "emphasis" | "caption" | "time"
            | "code" | "mark" | "subscript" | "superscript" | "insertion" | "deletion" | "term"
            | "definition" | "rowgroup",
        ) => is_used.then_some("generic"),
        // A form is a landmark only with a name, and always where its fields end.
        Some(word) => Some(word),
    };
    Role {
        word,
        shape: word.map_or(Shape::Open, |word| shape_of(word, node)),
    }
}

fn without_role(node: At<'_>, is_used: bool) -> Option<&'static str> {
    let kind = node.attr("type").unwrap_or_default();
    let word = match node.local_name() {
        "input" => match kind {
            "file" => "file input",
            "color" => "color input",
            "date" | "datetime-local" | "month" | "week" | "time" => "date input",
            _ => "textbox",
        },
        "iframe" | "frame" => "frame",
        "video" => "video",
        "audio" => "audio",
        "canvas" => "canvas",
        "svg" => "img",
        _ if node.page_node().states.editable => "textbox",
        _ if is_used => "generic",
        _ => return None,
    };
    Some(word)
}

fn shape_of(word: &str, node: At<'_>) -> Shape {
    match word {
        // Its drawing and an image's areas are part of it; of a picture with a role only the usable parts are.
        "img" if node.local_name() == "svg" && !node.has_attr("role") => Shape::Holder,
        "img" if node.local_name() == "svg" || node.children().next().is_some() => Shape::Named,
        "img" | "separator" | "meter" | "progressbar" | "scrollbar" | "canvas" | "video"
        | "audio" | "math" => Shape::Leaf,
        _ if matches!(node.local_name(), "input" | "select" | "textarea") => Shape::Leaf,
        "button" | "link" | "checkbox" | "radio" | "switch" | "tab" | "option" | "menuitem"
        | "menuitemcheckbox" | "menuitemradio" | "heading" | "tooltip" => Shape::Named,
        _ => Shape::Holder,
    }
}

/// Whether the role's name is worth telling: of what only holds others, its content is told instead.
pub(super) fn has_name(word: &str) -> bool {
    !matches!(
        word,
        "row" | "cell" | "gridcell" | "columnheader" | "rowheader" | "treeitem"
    )
}
