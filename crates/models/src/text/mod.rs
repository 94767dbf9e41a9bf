//! Tool calls of a model that only writes text: markers in what it writes.
//!
//! ```text
//! <tool_call name="search_flights" args={"origin": "SFO"}></tool_call>
//! ```
//!
//! The text was written by a model, which may have copied it from anywhere: it may be broken, endless, or only speak of markers.
//! [`ToolCallMarkers`] reads each character once, wherever the text is cut, and passes on at once what can't be a marker.
//!
//! | module | what it is for |
//! |---|---|
//! | `markers` | [`ToolCallMarkers`]: text in, [`Event`]s out |
//! | `marker` | one marker, from its first character to its last |
//! | `code` | which text is code, where a marker is only shown |
//! | `thinking` | which text a model thinks, where a marker is only considered |

mod code;
mod event;
mod marker;
mod markers;
mod thinking;

pub use event::{Event, MarkedCall};
pub use marker::{MAX_ARGUMENTS, MAX_NAME};
pub use markers::ToolCallMarkers;
