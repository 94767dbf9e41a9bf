//! JSON text: the arguments of tool calls.
//!
//! The text was written by a model and is not trusted: it may be broken, endless, or nested without end. [`read_arguments`]
//! is strict where leniency would change its meaning, and reports the place and the reason of a refusal.
//!
//! | module | contents |
//! |---|---|
//! | `reader` | [`Reader`]: reads a text in pieces, each byte once; with `scan`, `escape`, `number`, `containers`, `fault` |
//! | `tree`, `walk` | [`Tree`]: the value as a flat list, and a walk through it that continues as it grows |
//! | `changes`, `known_keys` | [`Changes`]: additions, for a builder of the same value elsewhere |
//! | `document`, `arguments` | a whole text, and that of a call's arguments |
//! | `big_integer` | numbers that a double can't hold |
//! | `canonical` | one text for all equivalent values |
//! | `syntax_error` | [`SyntaxError`]: the expected and the found text, and its position |

mod arguments;
mod big_integer;
mod canonical;
mod changes;
mod containers;
mod document;
mod escape;
mod fault;
mod known_keys;
mod number;
mod reader;
mod scan;
mod syntax_error;
mod tree;
mod walk;

pub use arguments::{ArgumentsError, arguments_of, check_object, end_arguments, read_arguments};
pub use big_integer::{BigInteger, PathSegment};
pub use canonical::canonical;
pub use changes::Changes;
pub use document::{Document, read};
pub use number::{BigIntegers, number_text};
pub use reader::{MAX_DEPTH, MAX_LENGTH, MOST_DEPTH, ReadOptions, Reader};
pub use syntax_error::{SyntaxError, SyntaxErrorKind};
pub use tree::{Items, Kind, Members, Node, Tree};
pub use walk::{Step, Walk};
