//! Reading the JSON text of a tool call's arguments.
//!
//! The text was written by a model and is not trusted: it may be broken, endless, or nested without end.
//! [`read_arguments`] is strict where leniency would change what the model meant, and says where and why it refused.

mod arguments;
mod canonical;
mod cursor;
mod number;
mod reader;
mod string;
mod syntax_error;

pub use arguments::{Arguments, ArgumentsError, read_arguments};
pub use canonical::canonical;
pub use number::BigIntegers;
pub use reader::{BigInteger, Document, MAX_DEPTH, PathSegment, ReadOptions, read};
pub use syntax_error::{SyntaxError, SyntaxErrorKind};
