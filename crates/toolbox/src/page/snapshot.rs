use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The elements of a page, or of one element of it, at one moment: in document order of the flat tree, in which shadow roots,
/// slotted content and documents of frames stand where they are shown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// The number of the look, by which the page gives the references of its nodes.
    #[serde(default)]
    pub look: u32,
    /// The document's address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// The first is the one that was asked for.
    #[serde(default)]
    pub nodes: Vec<PageNode>,
    /// Whether there were more nodes than are read.
    #[serde(default)]
    pub is_cut: bool,
    /// Whether a modal dialog keeps everything else from being used; only the dialog is in it then.
    #[serde(default)]
    pub is_modal: bool,
    /// Whether the page changed while it was read, each time that it was.
    #[serde(default)]
    pub has_changed: bool,
    /// Frames of other origins, which nobody can look into.
    #[serde(default)]
    pub closed_frames: u32,
}

/// An element, or text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageNode {
    /// Where its parent stands in the list, before it; nothing for the first.
    #[serde(default)]
    pub parent: Option<u32>,
    /// Its local name in lower case; empty for text.
    #[serde(default)]
    pub tag: String,
    /// The text of text.
    #[serde(default)]
    pub text: String,
    /// Which document or shadow root it belongs to: ids count in one of them.
    #[serde(default)]
    pub scope: u32,
    /// Those attributes that role, name and state depend on. The value of a field is not among them when it is secret.
    #[serde(default)]
    pub attributes: BTreeMap<String, String>,
    /// Its computed `display`.
    #[serde(default)]
    pub display: Option<String>,
    /// Whether it is not shown, and only here because something shown is named by it.
    #[serde(default)]
    pub is_extra: bool,
    /// What attributes do not say.
    #[serde(default)]
    pub states: States,
}

/// What an element is like at the moment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a state of its own that an element has or not"
)]
pub struct States {
    /// Of a checkbox or radio button: `true`, `false` or `mixed`.
    pub checked: Option<String>,
    /// Of something that opens.
    pub expanded: Option<bool>,
    /// Of an option.
    pub selected: Option<bool>,
    /// Whether it can't be used.
    pub disabled: bool,
    /// Whether it must be filled in.
    pub required: bool,
    /// Whether its text can't be changed.
    pub read_only: bool,
    /// Whether the browser found fault with what was filled in.
    pub invalid: bool,
    /// Whether it has the focus.
    pub focused: bool,
    /// Whether the focus can be given to it.
    pub focusable: bool,
    /// Whether its text is edited in place.
    pub editable: bool,
    /// Whether it is a modal dialog.
    pub modal: bool,
    /// Whether the mouse shows that it can be clicked, and its parent can't.
    pub clickable: bool,
    /// Whether it is a label of a control.
    pub labels: bool,
    /// Whether it is a frame of another origin.
    pub closed: bool,
    /// Whether its value is not read: a password, or a number of a card.
    pub secret: bool,
    /// What a field holds, or a list has selected.
    pub value: Option<String>,
    /// The options of a list that is not open.
    pub options: Vec<String>,
}
