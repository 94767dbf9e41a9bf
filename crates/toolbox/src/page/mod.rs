//! The page as a person perceives it, and what a person can do in it.
//!
//! | part | what it is for |
//! |---|---|
//! | [`Page`] | what the tools need of a browser; [`MemoryPage`] has it in memory |
//! | [`Snapshot`] | the elements of a page at one moment, as the page's half reads them in one pass |
//! | `tree` | a snapshot as the document that role and name are computed of, and the outline of it that a model reads |
//! | `consent` | which addresses are allowed, and what the page is asked about |

mod access;
mod click;
mod consent;
mod effects;
mod get_page;
mod memory;
mod navigate;
mod quote;
mod reference;
mod screenshot;
mod snapshot;
mod target;
mod tree;
mod type_text;

pub use access::{AccessFailure, Answer, Page};
pub use click::{Click, ClickArguments, ClickMetadata};
pub use consent::{Action, ActionKind, Address, Consent};
pub use effects::{Changed, Effects, Facts, Held};
pub use get_page::{GetPage, GetPageArguments, GetPageMetadata, Limits};
pub use memory::MemoryPage;
pub use navigate::{
    Arrival, Destination, HistoryStep, Navigate, NavigateArguments, NavigateMetadata, Outcome,
};
pub use reference::Reference;
pub use screenshot::{Picture, Screenshot, ScreenshotArguments, ScreenshotMetadata};
pub use snapshot::{PageNode, Snapshot, States};
pub use target::{Field, Target};
pub use type_text::{Key, Type, TypeArguments, TypeMetadata, Typed, Typing};
