use ag_ui_lit::tool::{Approval, ToolFailure, ToolMetadata};
use serde::{Deserialize, Serialize};

use super::access::Page;

/// Where an address leads, seen from the document that it is used in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// The whole address.
    pub href: String,
    /// Its scheme with the colon: `https:`.
    pub protocol: String,
    /// Its origin; `null` as text where it has none.
    pub origin: String,
    /// The origin of the document.
    pub page_origin: String,
    /// Whether it is the same document, at another place of it.
    #[serde(default)]
    pub is_same_document: bool,
    /// Whether a window of its own opens for it.
    #[serde(default)]
    pub is_new_window: bool,
    /// Whether it is only told that a link was followed (`ping`).
    #[serde(default)]
    pub is_ping: bool,
}

/// Why a page is asked about an action before it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ActionKind {
    /// A form is submitted.
    Submit,
    /// The document is left for another.
    Leave,
    /// The element is one that the page wants to be asked about.
    Selected,
}

/// What is about to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Action {
    /// Why the page is asked.
    pub kind: ActionKind,
    /// The tool: `click`, `type` or `navigate`.
    pub tool: &'static str,
    /// The element, in words: `button "Pay"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Where the agent may go.
#[derive(Debug, Clone, Default)]
pub struct Consent {
    /// Origins besides the document's own.
    pub origins: Vec<String>,
}

impl Consent {
    /// Whether an address may be gone to.
    ///
    /// # Errors
    ///
    /// Why not, and what would be allowed.
    pub fn check(&self, address: &Address) -> Result<(), ToolFailure> {
        let is_own = address.origin == address.page_origin && address.origin != "null";
        let is_fetched = matches!(address.protocol.as_str(), "http:" | "https:");
        // Of a document without an origin, such as a file, only its own places can be gone to.
        if address.is_same_document || (is_fetched && (is_own || self.allows(&address.origin))) {
            return Ok(());
        }
        let what = if is_fetched && address.is_ping {
            format!("The link tells {} that it was followed", address.origin)
        } else if is_fetched {
            format!("The address leads to {}", address.origin)
        } else {
            format!(
                "Addresses that begin with \"{}\" are never gone to",
                address.protocol
            )
        };
        let mut allowed = vec![address.page_origin.as_str()];
        allowed.extend(self.origins.iter().map(String::as_str));
        Err(ToolFailure::permanent(format!(
            "{what}. Allowed are addresses of {}.",
            allowed.join(", ")
        ))
        .code("address_not_allowed"))
    }

    fn allows(&self, origin: &str) -> bool {
        self.origins.iter().any(|allowed| allowed == origin)
    }
}

/// Asks the page about each of these, until it says no.
pub(super) async fn ask(page: &dyn Page, actions: Vec<Action>) -> Result<(), ToolFailure> {
    for action in actions {
        let what = match action.kind {
            ActionKind::Submit => "to submit the form",
            ActionKind::Leave => "to leave the document",
            ActionKind::Selected => "to use this element",
        };
        if !page.confirm(action).await? {
            return Err(ToolFailure::permanent(format!(
                "It was not allowed {what}, and nothing was done. Do not try again unless the user asks for it."
            ))
            .code("not_confirmed"));
        }
    }
    Ok(())
}

/// What is known of every tool that acts on the page: one at a time, and a person is asked.
pub(super) fn acting() -> ToolMetadata {
    ToolMetadata {
        category: Some("page".to_owned()),
        idempotent: Some(false),
        max_concurrency: Some(1),
        approval: Some(Approval::Always),
        ..ToolMetadata::default()
    }
}
