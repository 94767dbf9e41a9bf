//! The common parts of several APIs.

pub mod chat;
pub mod mcp;
pub mod openai;
