//! Tool calls of a model that only writes text: markers in its text.
//!
//! ```text
//! <tool_call name="search_flights" args={"origin": "SFO"}></tool_call>
//! ```
//!
//! The text is not trusted. It may be copied from anywhere, be broken or endless, or merely mention markers.
//! [`ToolCallMarkers`] reads each character once, wherever the text is cut, and passes on at once what can't be a marker.
//!
//! | module | contents |
//! |---|---|
//! | `markers` | [`ToolCallMarkers`]: text in, [`Event`]s out |
//! | `marker` | one marker, from its first character to its last |
//! | `code` | the code in a text, where a marker is only shown |
//! | `thinking` | the thoughts in a text, where a marker is only considered |

mod code;
mod event;
mod marker;
mod markers;
mod thinking;

pub use event::{Event, MarkedCall};
pub use marker::{MAX_ARGUMENTS, MAX_NAME};
pub use markers::ToolCallMarkers;
