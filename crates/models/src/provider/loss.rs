use super::json::{Json, object, text};

/// The treatment of a keyword that was not sent unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// The model does not see it.
    Dropped,
    /// It is sent in another form.
    Rewritten,
    /// It is part of the description, as text.
    Described,
}

impl Action {
    /// The name in JavaScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dropped => "dropped",
            Self::Rewritten => "rewritten",
            Self::Described => "described",
        }
    }
}

/// A conversion loss: a part of a tool that was not sent unchanged. Arguments are still validated by the whole schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The tool's name.
    pub tool: String,
    /// The place in the tool's own schema: a JSON pointer (RFC 6901) to the keyword, or to its place if the tool lacks it.
    pub path: String,
    /// The keyword, or another part of the tool.
    pub keyword: String,
    /// The treatment of the keyword.
    pub action: Action,
    /// The reason.
    pub reason: String,
}

impl Loss {
    /// The loss as it crosses to JavaScript.
    #[must_use]
    pub fn to_json(&self) -> Json {
        object([
            ("tool", text(&self.tool)),
            ("path", text(&self.path)),
            ("keyword", text(&self.keyword)),
            ("action", text(self.action.name())),
            ("reason", text(&self.reason)),
        ])
    }
}
