use a11y_dom::Node;

use super::document::At;
use crate::page::quote::quote;

/// As much of an address as is shown.
const MOST_OF_AN_ADDRESS: usize = 120;

/// What an element is like at the moment, in words.
pub(super) fn states_of(node: At<'_>, word: &str) -> Vec<String> {
    let states = &node.page_node().states;
    let mut said = Vec::new();
    let mut say = |is_so: bool, what: &str| {
        if is_so {
            said.push(what.to_owned());
        }
    };
    say(states.focused, "focused");
    say(states.modal || is(node, "aria-modal"), "modal");
    match checked(node, word) {
        Some("true") => say(true, "checked"),
        Some("mixed") => say(true, "partly checked"),
        Some(_) => say(true, "not checked"),
        None => {}
    }
    match states.expanded.or_else(|| flag(node, "aria-expanded")) {
        Some(true) => say(true, "expanded"),
        Some(false) => say(true, "collapsed"),
        None => {}
    }
    say(
        states.selected == Some(true) || is(node, "aria-selected"),
        "selected",
    );
    say(is(node, "aria-pressed"), "pressed");
    say(states.disabled || is(node, "aria-disabled"), "disabled");
    say(states.required || is(node, "aria-required"), "required");
    say(states.read_only || is(node, "aria-readonly"), "read-only");
    say(is(node, "aria-busy"), "busy");
    say(states.secret, "secret, not read");
    say(states.closed, "of another origin, not seen");
    let invalid = node
        .attr("aria-invalid")
        .is_some_and(|value| !matches!(value, "false" | ""));
    say(states.invalid || invalid, "invalid");
    if word == "heading" {
        said.push(format!("level {}", level(node)));
    }
    if let Some(current) = node
        .attr("aria-current")
        .filter(|value| !matches!(*value, "false" | ""))
    {
        said.push(match current {
            "page" | "step" | "location" | "date" | "time" => format!("current {current}"),
            _ => "current".to_owned(),
        });
    }
    if let (Some("password"), "input") = (node.attr("type"), node.local_name()) {
        said.push("password".to_owned());
    }
    said
}

/// Where a link leads.
pub(super) fn address_of(node: At<'_>, word: &str) -> Option<String> {
    let href = node.attr("href").filter(|_| word == "link")?;
    // What stands after it is code.
    let shown = if href
        .trim_start()
        .get(..11)
        .is_some_and(|start| start.eq_ignore_ascii_case("javascript:"))
    {
        "javascript:"
    } else {
        href
    };
    Some(quote(shown, MOST_OF_AN_ADDRESS))
}

/// What a field holds, or a meter shows.
pub(super) fn value_of<'a>(node: At<'a>, word: &str) -> Option<&'a str> {
    let held = node.page_node().states.value.as_deref();
    let said = match word {
        "slider" | "spinbutton" | "progressbar" | "meter" | "scrollbar" | "separator" => node
            .attr("aria-valuetext")
            .or_else(|| node.attr("aria-valuenow")),
        _ => None,
    };
    let is_secret = node.page_node().states.secret;
    said.or(held)
        .filter(|value| !value.is_empty() && !is_secret)
}

fn checked<'a>(node: At<'a>, word: &str) -> Option<&'a str> {
    let states = &node.page_node().states;
    let is_tickable = matches!(
        word,
        "checkbox" | "radio" | "switch" | "menuitemcheckbox" | "menuitemradio"
    );
    let said = node.attr("aria-checked").filter(|_| is_tickable);
    states.checked.as_deref().or(said)
}

fn level(node: At<'_>) -> u32 {
    let said = node
        .attr("aria-level")
        .and_then(|level| level.trim().parse().ok());
    let own = node
        .local_name()
        .strip_prefix('h')
        .and_then(|level| level.parse().ok());
    said.filter(|level| *level > 0).or(own).unwrap_or(2)
}

fn is(node: At<'_>, attribute: &str) -> bool {
    flag(node, attribute) == Some(true)
}

fn flag(node: At<'_>, attribute: &str) -> Option<bool> {
    match node.attr(attribute)?.trim() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}
