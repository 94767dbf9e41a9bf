use std::collections::{HashMap, HashSet};

use super::ids::Ids;
use crate::provider::json::{Json, object, text};
use crate::provider::lower::Names;
use crate::provider::undo::Undo;
use ag_ui_lit::json::{BigIntegers, Document, ReadOptions, Reader, arguments_of};

/// A call, ready to be executed by a manager.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The id. Generated if the API sends none by design; empty if the API should have sent one.
    pub id: String,
    /// The tool's own name.
    pub name: String,
    /// The arguments as text.
    pub text: String,
    /// The arguments, if the text is an object.
    pub arguments: Option<Json>,
    /// The error of the call.
    pub issue: Option<String>,
}

impl Call {
    /// Records a failure, so that the call does not run. The first one counts.
    pub(in crate::provider) fn spoil(&mut self, issue: &str) {
        self.issue.get_or_insert_with(|| issue.to_owned());
        self.arguments = None;
    }

    /// The call as it crosses to JavaScript.
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

/// The state for reading calls: the tools that were sent.
#[derive(Debug, Default)]
pub struct Reading {
    /// The names of the tools in the API, and their own.
    pub names: Names,
    /// The conversion of a tool's arguments back to its own schema, by its own name.
    pub undo: HashMap<String, Undo>,
    /// The tools without arguments, by their own names.
    pub bare: HashSet<String>,
    /// The ids of calls, for an API that restricts their form.
    pub ids: Ids,
    /// The number of generated ids.
    made: u64,
}

/// The prefix of a generated id.
pub const MADE: &str = "ag-ui-lit-";

impl Reading {
    /// Generates an id for a call that has none.
    pub fn make_id(&mut self) -> String {
        self.made += 1;
        format!("{MADE}{}", self.made)
    }

    /// A call, with its arguments parsed.
    pub fn call(&self, id: &str, sent: &str, given: Given<'_>) -> Call {
        let name = self.names.own(sent).to_owned();
        let mut issue = match (id, sent) {
            ("", _) => Some("The call has no id, so no result could be assigned to it.".to_owned()),
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

/// Arguments as an API sends them.
#[derive(Debug, Clone, Copy)]
pub enum Given<'g> {
    /// Text.
    Text(&'g str),
    /// A value.
    Value(&'g Json),
    /// Absent, which means none to this API.
    Nothing,
    /// Absent from an API that always sends arguments, even if empty: they were lost.
    Missing,
}

impl<'g> Given<'g> {
    /// Reads a value that should be text. Some compatible servers send the object itself.
    pub fn of(value: Option<&'g Json>) -> Self {
        match value {
            None | Some(Json::Null) => Self::Nothing,
            Some(Json::String(text)) => Self::Text(text),
            Some(value) => Self::Value(value),
        }
    }

    /// The same for an API that always sends arguments.
    pub fn needed(value: Option<&'g Json>) -> Self {
        match Self::of(value) {
            Self::Nothing => Self::Missing,
            given => given,
        }
    }
}

/// Parses arguments with the core's reader, which keeps every digit of large integers.
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

/// The kind of a value, with its article.
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
