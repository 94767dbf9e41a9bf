use std::future::Future;
use std::pin::Pin;

use ag_ui_lit::tool::ToolFailure;
use serde::Deserialize;

use super::consent::{Action, Address};
use super::effects::Effects;
use super::navigate::{Arrival, Destination};
use super::reference::Reference;
use super::screenshot::Picture;
use super::snapshot::Snapshot;
use super::target::Target;
use super::type_text::{Typed, Typing};

/// What comes of something that may take time.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, Trouble>> + 'a>>;

/// What the tools need of a browser. Only what is in the agent's part of the page is seen and touched through it.
pub trait Page {
    /// What is shown, in all of the agent's part or in one element of it.
    ///
    /// # Errors
    ///
    /// When the element is not there any more, or nobody may look.
    fn snapshot(&self, of: Option<Reference>) -> Result<Snapshot, Trouble>;

    /// The references of nodes of the last snapshot, by their places in its list.
    ///
    /// # Errors
    ///
    /// When there was no snapshot.
    fn references(&self, nodes: &[u32]) -> Result<Vec<Reference>, Trouble>;

    /// Brings an element into view, waits until it stands still, and says what can be done with it.
    fn inspect(&self, element: Reference) -> Answer<'_, Target>;

    /// Asks the page about an action.
    fn confirm(&self, action: Action) -> Answer<'_, bool>;

    /// Clicks, as a person would.
    fn click(&self, element: Reference, is_double: bool) -> Answer<'_, Effects>;

    /// Types, as a person would.
    fn type_text(&self, typing: Typing) -> Answer<'_, Typed>;

    /// Where an address or a step in the history leads, seen from the document.
    fn resolve(&self, to: Destination) -> Answer<'_, Address>;

    /// Goes somewhere.
    fn navigate(&self, to: Destination) -> Answer<'_, Arrival>;

    /// Draws what is shown, and keeps the picture.
    fn screenshot(&self, of: Option<Reference>) -> Answer<'_, Picture>;
}

/// Why the page can't do it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Trouble {
    /// No element had this reference.
    Unknown {
        /// The reference.
        reference: Reference,
    },
    /// The element was removed, or replaced by another.
    Gone {
        /// The reference.
        reference: Reference,
    },
    /// The element is not in the agent's part of the page.
    Outside {
        /// The reference.
        reference: Reference,
    },
    /// The frame's document is of another origin, or not there.
    ClosedFrame,
    /// The element that the agent may use is not in the page.
    NoRoot,
    /// The package that draws is not installed.
    NoScreenshots,
    /// Anything else, in words.
    Other {
        /// The words.
        message: String,
    },
}

impl From<Trouble> for ToolFailure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Unknown { reference } => Self::permanent(format!(
                "No element has been called {reference}. Call get_page: it shows the references that can be used."
            ))
            .code("unknown_reference"),
            Trouble::Gone { reference } => Self::permanent(format!(
                "The element {reference} is not in the page any more: it was removed, or replaced by another. Call get_page for \
                 the page as it is now, and use the new reference."
            ))
            .code("stale_reference"),
            Trouble::Outside { reference } => Self::permanent(format!(
                "The element {reference} is outside the part of the page that may be used. Call get_page to see that part."
            ))
            .code("outside"),
            Trouble::ClosedFrame => Self::permanent(
                "The frame shows a document of another origin, which a page can neither see nor use. Call navigate with an \
                 address of the page's own origin to bring it back.",
            )
            .code("closed_frame"),
            Trouble::NoRoot => Self::permanent(
                "The part of the page that may be used is not in the document at the moment.",
            )
            .code("no_root"),
            Trouble::NoScreenshots => Self::permanent(
                "Screenshots need the npm package \"modern-screenshot\", which this page does not have. Use get_page instead.",
            )
            .code("missing_package"),
            Trouble::Other { message } => Self::new(message),
        }
    }
}
