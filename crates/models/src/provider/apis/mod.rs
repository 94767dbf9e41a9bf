//! The table of APIs. A new API is a file here, and a row.

mod ag_ui;
mod anthropic;
mod gemini;
mod mcp;
mod mistral;
mod openai_chat;
mod openai_responses;
mod webmcp;

use std::str::FromStr;

use thiserror::Error;

use super::api::Api;

macro_rules! table {
    ($($(#[$doc:meta])* $target:ident => $api:expr,)*) => {
        /// An API: tools are written for it, and its calls are read.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Target {
            $($(#[$doc])* $target,)*
        }

        impl Target {
            /// All APIs, in the order of the table.
            pub const ALL: [Self; [$(Self::$target),*].len()] = [$(Self::$target),*];

            /// The implementation of this API.
            pub(in crate::provider) fn api(self) -> &'static dyn Api {
                match self {
                    $(Self::$target => &$api,)*
                }
            }
        }
    };
}

table! {
    /// Anthropic's Messages API.
    Anthropic => anthropic::Anthropic,
    /// `OpenAI`'s chat completions, and compatible APIs.
    OpenAiChat => openai_chat::OpenAiChat,
    /// `OpenAI`'s Responses API.
    OpenAiResponses => openai_responses::OpenAiResponses,
    /// Google's Gemini API.
    Gemini => gemini::Gemini,
    /// Mistral's chat completions.
    Mistral => mistral::Mistral,
    /// An MCP server's side of the Model Context Protocol.
    Mcp => mcp::Mcp,
    /// The tools of a page for the browser's own agent.
    WebMcp => webmcp::WebMcp,
    /// AG-UI.
    AgUi => ag_ui::AgUi,
}

/// A name that does not belong to any target.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no provider {name:?}; there are {}", names(|_| true).join(", "))]
pub struct UnknownTarget {
    name: String,
}

impl Target {
    /// The name of the API.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.api().name()
    }

    /// The forms of its tools, answers, events and results in TypeScript.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn forms(self) -> &'static str {
        self.api().forms()
    }

    /// Returns true if the API can enforce a schema.
    #[must_use]
    pub fn has_strict_mode(self) -> bool {
        self.api().strict().is_some()
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Self, UnknownTarget> {
        let mut all = Self::ALL.into_iter();
        all.find(|target| target.name() == name)
            .ok_or_else(|| UnknownTarget {
                name: name.chars().take(100).collect(),
            })
    }
}

/// The names of the APIs with a strict mode, for a message.
pub fn strict_names() -> String {
    let names = names(Target::has_strict_mode);
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn names(is_meant: fn(Target) -> bool) -> Vec<&'static str> {
    let meant = Target::ALL.iter().filter(|target| is_meant(**target));
    meant.map(|target| target.name()).collect()
}
