use std::str::FromStr;

use thiserror::Error;

/// An API that tools are written for, and whose calls are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Anthropic's Messages API.
    Anthropic,
    /// `OpenAI`'s chat completions, and what is compatible with them.
    OpenAiChat,
    /// `OpenAI`'s responses.
    OpenAiResponses,
    /// Google's Gemini API.
    Gemini,
    /// An MCP server's side of the Model Context Protocol.
    Mcp,
    /// The tools of a page for the browser's own agent.
    WebMcp,
    /// AG-UI.
    AgUi,
}

/// A name that no target has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no provider {name:?}; there are {}", Target::NAMES.join(", "))]
pub struct UnknownTarget {
    name: String,
}

impl Target {
    /// What the targets are called, in the order of [`Target`].
    pub const NAMES: [&str; 7] = [
        "anthropic",
        "openai-chat",
        "openai-responses",
        "gemini",
        "mcp",
        "webmcp",
        "ag-ui",
    ];

    /// All of them, in the order of their names.
    pub const ALL: [Self; 7] = [
        Self::Anthropic,
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::Gemini,
        Self::Mcp,
        Self::WebMcp,
        Self::AgUi,
    ];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        let known = Self::NAMES.iter().position(|known| *known == name);
        known.map(|at| Self::ALL[at]).ok_or_else(|| UnknownTarget {
            name: name.chars().take(100).collect(),
        })
    }
}
