//! Facts about JSON Schema itself, independent of any API.

mod draft;
mod keyword;
mod python;
mod reference;
mod upgrade;

pub(super) use keyword::{Holds, holds, is_for_model, is_simple_pattern};
pub(super) use python::is_python_pattern;
pub(super) use reference::References;
pub(super) use upgrade::{Upgraded, upgraded};
