use serde::Deserialize;

use super::access::Page;
use super::quote::{plain, quote};
use super::reference::Reference;
use super::target::name_of;

/// What was seen before and after an action.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is something of its own that was seen or not"
)]
pub struct Effects {
    /// Before.
    pub before: Facts,
    /// After, once the page had time to react.
    pub after: Facts,
    /// Whether the element itself is not in the page any more.
    pub is_gone: bool,
    /// How many elements came.
    pub added: u32,
    /// How many went.
    pub removed: u32,
    /// Dialogs, menus and popovers that opened.
    pub opened: Vec<Reference>,
    /// Menus and popovers that closed.
    pub closed: Vec<Reference>,
    /// How many dialogs closed.
    pub closed_dialogs: u32,
    /// What was there and can be seen now; the outermost of each.
    pub appeared: Vec<Reference>,
    /// What is there and can't be seen any more.
    pub vanished: Vec<Reference>,
    /// Texts that are new.
    pub texts: Vec<String>,
    /// Fields that hold something else.
    pub values: Vec<Held>,
    /// Elements that are in another state.
    pub states: Vec<Changed>,
    /// Whether something was scrolled.
    pub has_scrolled: bool,
    /// Whether anything at all of the page is another than before.
    pub has_changed: bool,
    /// Whether the element shows what can't be looked into.
    pub is_blind: bool,
    /// Whether the document is about to be left.
    pub is_leaving: bool,
}

/// What a person notices of a page.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Facts {
    /// The document's address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// What has the focus.
    pub focus: Option<Reference>,
    /// Whether the element is checked: `true`, `false` or `mixed`.
    pub checked: Option<String>,
    /// Whether the element is expanded.
    pub expanded: Option<bool>,
    /// Whether the element is pressed or selected.
    pub pressed: Option<String>,
}

/// A field that holds something else than before.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Held {
    /// The field.
    pub element: Reference,
    /// What it holds now; nothing where that is secret.
    #[serde(default)]
    pub value: Option<String>,
}

/// An element whose state is another than before.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Changed {
    /// The element.
    pub element: Reference,
    /// The attribute that says so.
    pub name: String,
    /// Its value; nothing where it is not there any more.
    #[serde(default)]
    pub value: Option<String>,
}

impl Effects {
    /// What changed, a sentence each.
    pub(super) fn sentences(&self, page: &dyn Page, element: Reference) -> Vec<String> {
        let (before, after) = (&self.before, &self.after);
        let mut said = Vec::new();
        let named =
            |reference| name_of(page, reference).unwrap_or_else(|_| "an element".to_owned());
        let mut say_each = |what: &str, elements: &[Reference]| {
            for &element in elements {
                said.push(format!("{what}: {}.", named(element)));
            }
        };
        say_each("Opened", &self.opened);
        say_each("Closed", &self.closed);
        say_each("Shown now", &self.appeared);
        say_each("Not shown any more", &self.vanished);
        if self.is_leaving {
            let left = "The document is being left: what follows is another document.";
            said.insert(0, left.to_owned());
        }
        if before.url != after.url {
            said.push(format!("The address is now {}.", plain(&after.url)));
        }
        if before.title != after.title {
            said.push(format!("The title is now {}.", quote(&after.title, 200)));
        }
        if self.closed_dialogs > 0 {
            said.push("A dialog was closed.".to_owned());
        }
        said.extend(self.own_state());
        for Changed {
            element,
            name,
            value,
        } in &self.states
        {
            let state = state_in_words(name, value.as_deref());
            said.push(format!("The {} is {state} now.", named(*element)));
        }
        for Held { element, value } in &self.values {
            let name = named(*element);
            said.push(match value {
                Some(value) => format!("The {name} holds {} now.", quote(value, MOST_OF_A_VALUE)),
                None => format!("The {name} holds something else now, which is not read."),
            });
        }
        if self.is_gone {
            said.push("The element itself is gone.".to_owned());
        } else if before.focus != after.focus && after.focus != Some(element) {
            said.push(match after.focus {
                Some(focus) => format!("The focus is on {}.", named(focus)),
                None => "Nothing has the focus.".to_owned(),
            });
        }
        if self.added + self.removed > 0 {
            said.push(format!(
                "Elements in the page: {} new, {} gone.",
                self.added, self.removed
            ));
        }
        if !self.texts.is_empty() {
            let texts: Vec<_> = self
                .texts
                .iter()
                .map(|text| quote(text, MOST_OF_A_VALUE))
                .collect();
            said.push(format!("New text: {}.", texts.join(", ")));
        }
        if self.has_scrolled {
            said.push("Something was scrolled.".to_owned());
        }
        if said.is_empty() && self.has_changed {
            said.push(
                "Something in the page changed, and what that means to a person is not known: call get_page to see."
                    .to_owned(),
            );
        }
        said
    }

    /// The same where nothing of it was seen.
    pub(super) fn nothing_seen(&self) -> &'static str {
        if self.is_blind {
            "Nothing was seen to change. Whether something did is not known: what is drawn on a canvas, played, or in a frame of \
             another origin can't be seen."
        } else {
            "Nothing was seen to change."
        }
    }

    /// What the element itself says of its state.
    fn own_state(&self) -> Vec<String> {
        let (before, after) = (&self.before, &self.after);
        let mut said = Vec::new();
        if before.checked != after.checked {
            said.extend(after.checked.as_deref().map(checked));
        }
        if before.expanded != after.expanded {
            said.extend(after.expanded.map(|is_expanded| {
                if is_expanded {
                    "It is expanded now."
                } else {
                    "It is collapsed now."
                }
                .to_owned()
            }));
        }
        if before.pressed != after.pressed {
            said.extend(after.pressed.as_deref().map(|pressed| {
                if pressed == "true" {
                    "It is pressed or selected now."
                } else {
                    "It is not pressed or selected any more."
                }
                .to_owned()
            }));
        }
        said
    }
}

/// As much of a value or text as is told, in characters.
const MOST_OF_A_VALUE: usize = 200;

fn checked(state: &str) -> String {
    match state {
        "true" => "It is checked now.",
        "false" => "It is not checked any more.",
        _ => "It is partly checked now.",
    }
    .to_owned()
}

/// A state as an attribute says it: `aria-expanded="true"` is "expanded", `disabled=""` is "disabled".
fn state_in_words(name: &str, value: Option<&str>) -> String {
    let state = name.strip_prefix("aria-").unwrap_or(name);
    let is_aria = name != state;
    let is_so = match value {
        None => false,
        Some(value) => !is_aria || !matches!(value, "false" | ""),
    };
    match (state, is_so, value) {
        ("open" | "expanded", true, _) => "expanded".to_owned(),
        ("open" | "expanded", false, _) => "collapsed".to_owned(),
        ("checked" | "pressed", true, Some("mixed")) => format!("partly {state}"),
        ("readonly", true, _) => "read-only".to_owned(),
        ("readonly", false, _) => "not read-only".to_owned(),
        ("current", true, _) => "the current one".to_owned(),
        ("current", false, _) => "not the current one".to_owned(),
        (_, true, _) => state.to_owned(),
        (_, false, _) => format!("not {state}"),
    }
}
