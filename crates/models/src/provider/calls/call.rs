use std::collections::{HashMap, HashSet};

use super::ids::Ids;
use crate::provider::json::{Json, object, text};
use crate::provider::lower::Names;
use crate::provider::undo::Undo;
use ag_ui_lit::json::{BigIntegers, Document, ReadOptions, Reader, arguments_of};

/// A call, as a manager executes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Its id; one that was made up where the API gives none, and empty where it should have given one.
    pub id: String,
    /// The tool's own name.
    pub name: String,
    /// The text of its arguments.
    pub text: String,
    /// The arguments, where the text is an object.
    pub arguments: Option<Json>,
    /// The error of the call.
    pub issue: Option<String>,
}

impl Call {
    /// Records what is wrong with it, so that it does not run; the first issue stays.
    pub(in crate::provider) fn spoil(&mut self, issue: &str) {
        self.issue.get_or_insert_with(|| issue.to_owned());
        self.arguments = None;
    }

    /// As it crosses to JavaScript.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut members = vec![
            ("toolCallId", text(&self.id)),
            ("toolCallName", text(&self.name)),
            ("argsText", text(&self.text)),
        ];
        let exact = self.arguments.clone().filter(Json::is_exact);
        members.extend(exact.map(|arguments| ("args", arguments)));
        members.extend(self.issue.as_deref().map(|issue| ("issue", text(issue))));
        object(members)
    }
}

/// The tools that were sent.
#[derive(Debug, Default)]
pub struct Reading {
    /// Whose tools are called what.
    pub names: Names,
    /// The way back of a tool's arguments, by its own name.
    pub undo: HashMap<String, Undo>,
    /// Tools that take no arguments, by their own names.
    pub bare: HashSet<String>,
    /// The ids of calls, for an API that does not take all of them.
    pub ids: Ids,
    /// The number of generated ids.
    made: u64,
}

/// The prefix of a generated id.
pub const MADE: &str = "ag-ui-lit-";

impl Reading {
    /// An id for a call that has none.
    pub fn make_id(&mut self) -> String {
        self.made += 1;
        format!("{MADE}{}", self.made)
    }

    /// A call whose arguments have been read.
    pub fn call(&self, id: &str, sent: &str, given: Given<'_>) -> Call {
        let name = self.names.own(sent).to_owned();
        let mut issue = match (id, sent) {
            ("", _) => Some(
                "The call has no id: its result can't be told which call it belongs to.".to_owned(),
            ),
            (_, "") => Some("The call names no tool.".to_owned()),
            _ if !self.names.knows(sent) => Some(format!("There is no tool {sent:?}.")),
            _ => None,
        };
        let (text, read) = match given {
            Given::Text(text) => (text.to_owned(), read_arguments(text)),
            Given::Value(value @ Json::Object(_)) => (value.to_string(), Ok(value.clone())),
            Given::Value(value) => (
                value.to_string(),
                Err(format!(
                    "The arguments must be a JSON object, not {}.",
                    kind_of(value)
                )),
            ),
            Given::Missing if !self.bare.contains(&name) => (
                String::new(),
                Err("The call came without arguments, not even empty ones.".to_owned()),
            ),
            Given::Nothing | Given::Missing => {
                ("{}".to_owned(), Ok(Json::Object(indexmap::IndexMap::new())))
            }
        };
        let (mut text, mut arguments) = match read {
            Ok(arguments) => (text, Some(arguments)),
            Err(error) => {
                issue.get_or_insert(error);
                (text, None)
            }
        };
        if let (Some(arguments), Some(undo)) = (&mut arguments, self.undo.get(&name))
            && undo.apply(arguments)
        {
            text = arguments.to_string();
        }
        Call {
            id: id.to_owned(),
            name,
            text,
            arguments,
            issue,
        }
    }
}

/// Arguments as an API gives them.
#[derive(Debug, Clone, Copy)]
pub enum Given<'g> {
    /// Their text.
    Text(&'g str),
    /// Themselves.
    Value(&'g Json),
    /// None, which an API says by leaving them out.
    Nothing,
    /// None, where an API always has some, if only empty ones: they were lost.
    Missing,
}

impl<'g> Given<'g> {
    /// Reads a value that should be text. Some compatible servers give the object itself.
    pub fn of(value: Option<&'g Json>) -> Self {
        match value {
            None | Some(Json::Null) => Self::Nothing,
            Some(Json::String(text)) => Self::Text(text),
            Some(value) => Self::Value(value),
        }
    }

    /// The same where an API always has arguments.
    pub fn needed(value: Option<&'g Json>) -> Self {
        match Self::of(value) {
            Self::Nothing => Self::Missing,
            given => given,
        }
    }
}

/// As the core reads arguments, with every digit of large integers.
fn read_arguments(text: &str) -> Result<Json, String> {
    let mut reader = Reader::new(ReadOptions {
        big_integers: BigIntegers::Bigint,
        ..ReadOptions::default()
    });
    let read = reader.push(text).map_err(Into::into);
    let document: Result<Document, ag_ui_lit::json::ArgumentsError> =
        read.and_then(|()| arguments_of(reader));
    document
        .map(|document| Json::of(&document))
        .map_err(|error| error.to_string())
}

/// Describes a value.
pub fn kind_of(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}
