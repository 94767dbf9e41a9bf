//! JSON text: that of a tool call's arguments.
//!
//! It was written by a model and is not trusted: it may be broken, endless, or nested without end.
//! [`read_arguments`] is strict where leniency would change what the model meant, and says where and why it refused.
//!
//! | module | what it is for |
//! |---|---|
//! | `reader` | [`Reader`]: takes a text in pieces and reads each byte once; with `scan`, `escape`, `number`, `containers`, `fault` |
//! | `tree`, `walk` | [`Tree`]: what was read, as a flat list, and a way through it that goes on when there is more |
//! | `changes`, `known_keys` | [`Changes`]: what was added, for somebody who builds the same value elsewhere |
//! | `document`, `arguments` | a whole text, and that of a call's arguments |
//! | `big_integer` | numbers that a double can't hold |
//! | `canonical` | one text for all values that mean the same |
//! | `syntax_error` | [`SyntaxError`]: what was expected, what came and where |

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
