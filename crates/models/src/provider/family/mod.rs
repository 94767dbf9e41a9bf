//! Code that several APIs share.

pub mod chat;
pub mod mcp;
pub mod openai;
