use crate::provider::api::{Api, is_common_image};
use crate::provider::calls::{
    Call, CallStream, Finding, Given, MADE, Outcome, Reading, cut_off, first, is_cut, list, name,
};
use crate::provider::json::{Json, Object, object, text};
use crate::provider::loss::Action;
use crate::provider::lower::{
    Losses, MissingItems, NameRule, Names, ReferencesKept, Subset, ToolInfo, is_one_of, narrowed,
    only_object,
};

/// Google's Gemini API.
pub struct Gemini;

/// The subset that Gemini documents for JSON Schema, as `parametersJsonSchema` takes it.
/// <https://ai.google.dev/api/generate-content#FIELDS.response_json_schema>
static SUBSET: Subset = Subset {
    name: "Gemini",
    keywords: &[
        "additionalProperties",
        "anyOf",
        "description",
        "enum",
        "format",
        "items",
        "maxItems",
        "maximum",
        "minItems",
        "minimum",
        "oneOf",
        "prefixItems",
        "properties",
        "required",
        "title",
        "type",
    ],
    references: ReferencesKept::None,
    is_closed: false,
    is_all_required: false,
    is_typed: false,
    items: MissingItems::AcceptAnything,
    takes: |keyword, value| match keyword {
        // "enum: only allowed for STRING type", "enum[0]: cannot be empty"
        "enum" => value
            .items()
            .all(|item| item.as_str().is_some_and(|text| !text.is_empty())),
        "format" => is_one_of(
            value,
            &[
                "date",
                "date-time",
                "double",
                "float",
                "int32",
                "int64",
                "time",
            ],
        ),
        _ => true,
    },
    finish,
};

/// Adds a missing type to values, and removes an object schema without members: Gemini refuses both.
fn finish(written: &mut Object, is_top: bool) -> Vec<(&'static str, &'static str)> {
    let mut changed = Vec::new();
    if written.contains_key("enum") && !written.contains_key("type") {
        written.insert("type".to_owned(), text("string"));
        changed.push(("type", "Gemini requires the type of an enum"));
    }
    let is_empty = |members: &Json| members.as_object().is_some_and(Object::is_empty);
    if !is_top && written.get("properties").is_some_and(is_empty) {
        written.shift_remove("properties");
        changed.push(("properties", "Gemini refuses empty properties"));
    }
    changed
}

static NAMES: NameRule = NameRule {
    fits: |name| name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_'),
    reason: "Gemini's names begin with a letter or an underscore; calls come back under the tool's own name",
};

impl Api for Gemini {
    fn name(&self) -> &'static str {
        "gemini"
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn forms(&self) -> &'static str {
        FORMS
    }

    // The members of the schema are the function's parameters, so no keyword can replace them.
    fn refused_at_root(&self) -> &'static [&'static str] {
        &["anyOf", "oneOf"]
    }

    fn plain(&self, root: Json, losses: &mut Losses<'_>) -> Json {
        match narrowed(&SUBSET, &root, losses) {
            Ok((schema, _)) => schema,
            Err(unfit) => {
                losses.keyword(&unfit.at, "parameters", Action::Dropped, unfit.reason);
                only_object(Json::Null, losses)
            }
        }
    }

    fn names(&self) -> Option<&'static NameRule> {
        Some(&NAMES)
    }

    fn tool(&self, tool: &ToolInfo, name: &str, schema: Json, _is_strict: bool) -> Json {
        object([
            ("name", text(name)),
            ("description", text(&tool.description)),
            ("parametersJsonSchema", schema),
        ])
    }

    // The API takes functions in groups.
    fn tools(&self, tools: Vec<Json>) -> Vec<Json> {
        if tools.is_empty() {
            return tools;
        }
        vec![object([("functionDeclarations", Json::Array(tools))])]
    }

    /// Gemini may send calls without an id.
    fn calls(&self, answer: &Json, reading: &mut Reading) -> Vec<Call> {
        let calls = parts(answer).filter_map(|part| part.get("functionCall"));
        calls.map(|call| call_of(call, reading)).collect()
    }

    fn ends_in_call(&self, answer: &Json) -> bool {
        parts(answer)
            .last()
            .is_some_and(|part| part.get("functionCall").is_some())
    }

    fn ending<'e>(&self, event: &'e Json) -> &'e str {
        first(event, "candidates", "finishReason")
    }

    fn event(
        &self,
        stream: &mut CallStream,
        event: &Json,
        reading: &mut Reading,
        findings: &mut Vec<Finding>,
    ) {
        let calls = self.calls(event, reading);
        // Calls arrive whole or not at all, which the API reports as MALFORMED_FUNCTION_CALL.
        let reason = self.ending(event);
        if calls.is_empty() && reason.contains("CALL") && is_cut(reason) {
            findings.push(Finding::Issue(cut_off(reason)));
        }
        for call in calls {
            stream.whole(call, findings);
        }
    }

    fn takes_image(&self, mime: &str) -> bool {
        is_common_image(mime)
    }

    /// <https://ai.google.dev/api/caching#FunctionResponse>
    fn results(&self, reading: &mut Reading, results: &[(&Call, Outcome)]) -> Json {
        let parts = results
            .iter()
            .map(|(call, outcome)| result(&reading.names, call, outcome));
        object([
            ("role", text("user")),
            ("parts", Json::Array(parts.collect())),
        ])
    }
}

fn parts(answer: &Json) -> impl Iterator<Item = &Json> {
    let content = list(answer, "candidates")
        .next()
        .and_then(|first| first.get("content"));
    list(content.unwrap_or(answer), "parts")
}

fn call_of(call: &Json, reading: &mut Reading) -> Call {
    let id = match name(call, "id") {
        "" => reading.make_id(),
        id => id.to_owned(),
    };
    let mut read = reading.call(&id, name(call, "name"), Given::of(call.get("args")));
    if call.get("partialArgs").is_some() || call.get("willContinue") == Some(&Json::Bool(true)) {
        let issue = "The arguments come in parts by JSON paths, which are not read: leave streamFunctionCallArguments off.";
        read.issue = None;
        read.spoil(issue);
    }
    read
}

fn result(names: &Names, call: &Call, outcome: &Outcome) -> Json {
    let response = if outcome.is_success {
        (
            "output",
            outcome.data().unwrap_or_else(|| text(&outcome.text)),
        )
    } else {
        ("error", text(&outcome.text))
    };
    let mut members = vec![
        ("name", text(names.sent(&call.name))),
        ("response", object([response])),
    ];
    if !call.id.starts_with(MADE) {
        members.insert(0, ("id", text(&call.id)));
    }
    if !outcome.images.is_empty() {
        let parts = outcome.images.iter().map(|image| {
            let data = object([("mimeType", text(&image.mime)), ("data", text(&image.data))]);
            object([("inlineData", data)])
        });
        members.push(("parts", Json::Array(parts.collect())));
    }
    object([("functionResponse", object(members))])
}

#[cfg(not(target_arch = "wasm32"))]
const FORMS: &str = r#"type GeminiForms = {
  readonly tool: GeminiTool;
  readonly answer: GeminiAnswer;
  readonly event: GeminiAnswer;
  readonly results: GeminiResults;
};

/** Functions for Gemini. */
type GeminiTool = {
  functionDeclarations: {
    name: string;
    description: string;
    parametersJsonSchema: ObjectSchema;
  }[];
};

/** An answer of Gemini, whole or as a part of a stream. */
type GeminiAnswer = {
  readonly candidates?: readonly object[];
};

/** The content that answers all calls of a content of Gemini's. */
type GeminiResults = {
  role: "user";
  parts: {
    functionResponse: {
      /** Absent where the call had none. */
      id?: string;
      name: string;
      response: Record<string, unknown>;
      parts?: { inlineData: { mimeType: string; data: string } }[];
    };
  }[];
};
"#;
