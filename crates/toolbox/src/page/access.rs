use std::future::Future;
use std::pin::Pin;

use ag_ui_lit::tool::ToolFailure;
use serde::Deserialize;

use super::consent::{Action, Address};
use super::effects::Effects;
use super::navigate::{Arrival, Destination};
use super::quote::quote;
use super::reference::Reference;
use super::screenshot::Picture;
use super::snapshot::Snapshot;
use super::target::Target;
use super::type_text::{Typed, Typing};

/// What comes of something that may take time.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, AccessFailure>> + 'a>>;

/// What the tools need of a browser. Only what is in the agent's part of the page is seen and touched through it.
pub trait Page {
    /// The beginning of an element: as much as its name takes.
    ///
    /// # Errors
    ///
    /// When the element is not there any more, or may not be used.
    fn glimpse(&self, of: Reference) -> Result<Snapshot, AccessFailure>;

    /// The visible content of the agent's part, or of one element in it. It is read in turns with the page.
    fn look(&self, of: Option<Reference>) -> Answer<'_, Snapshot>;

    /// The references of nodes of a look, by their places in its list. To be asked once: the page forgets the look then.
    ///
    /// # Errors
    ///
    /// When the page can't be used.
    fn references(&self, look: u32, nodes: &[u32]) -> Result<Vec<Reference>, AccessFailure>;

    /// Lets the page have its turn, if it is time. To be awaited again and again in work that takes long.
    fn turn(&self) -> Answer<'_, ()>;

    /// Begins something that changes the page.
    ///
    /// # Errors
    ///
    /// [`AccessFailure::ApprovalPending`] while something waits for a person.
    fn begin(&self) -> Answer<'_, ()>;

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
pub enum AccessFailure {
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
    /// Something waits for a person to decide.
    ApprovalPending,
    /// The page was about to go to an address that is not allowed, while it was used.
    Stopped {
        /// The address.
        href: String,
    },
    /// Anything else, in words.
    Other {
        /// The words.
        message: String,
    },
}

impl From<AccessFailure> for ToolFailure {
    fn from(failure: AccessFailure) -> Self {
        match failure {
            AccessFailure::Unknown { reference } => Self::permanent(format!(
                "No element has been called {reference}. Call get_page: it shows the references that can be used."
            ))
            .code("unknown_reference"),
            AccessFailure::Gone { reference } => Self::permanent(format!(
                "The element {reference} is not in the page any more: it was removed, or replaced by another. Call get_page for \
                 the page as it is now, and use the new reference."
            ))
            .code("stale_reference"),
            AccessFailure::Outside { reference } => Self::permanent(format!(
                "The element {reference} is outside the part of the page that may be used. Call get_page to see that part."
            ))
            .code("outside"),
            AccessFailure::ClosedFrame => Self::permanent(
                "The frame shows a document of another origin, which a page can neither see nor use. Call navigate with an \
                 address of the page's own origin to bring it back.",
            )
            .code("closed_frame"),
            AccessFailure::NoRoot => Self::permanent(
                "The part of the page that may be used is not in the document at the moment.",
            )
            .code("no_root"),
            AccessFailure::NoScreenshots => Self::permanent(
                "Screenshots need the npm package \"modern-screenshot\", which this page does not have. Use get_page instead.",
            )
            .code("missing_package"),
            // Nothing was done, and it may be done once the person has decided.
            AccessFailure::ApprovalPending => Self::transient(
                "An approval or a question waits for the user: until it is decided, nothing is done in the page. Nothing was changed. \
                 Wait for the user's decision, then try again.",
            )
            .retryable(true)
            .code("approval_pending"),
            AccessFailure::Stopped { href } => Self::permanent(format!(
                "The element was used, and the page was then about to go to {}, which is not allowed: that was stopped. Call get_page \
                 to see what has changed.",
                quote(&href, 200)
            ))
            .code("address_not_allowed"),
            AccessFailure::Other { message } => Self::new(message),
        }
    }
}
