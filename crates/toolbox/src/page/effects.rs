use serde::Deserialize;

use super::access::Page;
use super::reference::Reference;
use super::target::name_of;
use super::words::{plain, quote};

/// What was seen before and after an action.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
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
    /// The dialogs that are open.
    pub dialogs: Vec<Reference>,
    /// Whether the element is checked: `true`, `false` or `mixed`.
    pub checked: Option<String>,
    /// Whether the element is expanded.
    pub expanded: Option<bool>,
    /// Whether the element is pressed or selected.
    pub pressed: Option<String>,
}

impl Effects {
    /// What changed, a sentence each.
    pub(super) fn sentences(&self, page: &dyn Page, element: Reference) -> Vec<String> {
        let (before, after) = (&self.before, &self.after);
        let mut said = Vec::new();
        let named =
            |reference| name_of(page, reference).unwrap_or_else(|_| "an element".to_owned());
        if self.is_leaving {
            said.push("The document is being left: what follows is another document.".to_owned());
        }
        if before.url != after.url {
            said.push(format!("The address is now {}.", plain(&after.url)));
        }
        if before.title != after.title {
            said.push(format!("The title is now {}.", quote(&after.title, 200)));
        }
        for dialog in new_in(&after.dialogs, &before.dialogs) {
            said.push(format!("Opened: {}.", named(dialog)));
        }
        let closed = new_in(&before.dialogs, &after.dialogs).count();
        if closed > 0 {
            said.push("A dialog was closed.".to_owned());
        }
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
        said
    }
}

fn checked(state: &str) -> String {
    match state {
        "true" => "It is checked now.",
        "false" => "It is not checked any more.",
        _ => "It is partly checked now.",
    }
    .to_owned()
}

fn new_in<'a>(
    list: &'a [Reference],
    other: &'a [Reference],
) -> impl Iterator<Item = Reference> + 'a {
    list.iter().copied().filter(|each| !other.contains(each))
}
