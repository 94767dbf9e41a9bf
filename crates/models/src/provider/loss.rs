use super::json::{Json, object, text};

/// The treatment of a keyword that was not sent as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// The model is not told.
    Dropped,
    /// It is said in another way.
    Rewritten,
    /// It stands in the description, in words.
    Described,
}

impl Action {
    /// As it is called in JavaScript.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dropped => "dropped",
            Self::Rewritten => "rewritten",
            Self::Described => "described",
        }
    }
}

/// Something of a tool that was not sent as it is. Arguments are still validated by all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The tool's name.
    pub tool: String,
    /// The place in its schema: a JSON pointer (RFC 6901) to the keyword, as the tool has it, or would have it.
    pub path: String,
    /// The keyword, or what of the tool it is.
    pub keyword: String,
    /// Its treatment.
    pub action: Action,
    /// The reason.
    pub reason: String,
}

impl Loss {
    /// As it crosses to JavaScript.
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
