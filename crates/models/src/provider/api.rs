use std::borrow::Cow;

use super::calls::{Call, CallStream, Finding, Outcome, Reading};
use super::json::Json;
use super::lower::{Losses, NameRule, Strict, ToolInfo};

/// One API: its tools, the calls in its answers, and the results it accepts. Each API has a file in `apis/`; code that
/// several share is in `family/`.
///
/// The default methods describe the majority of APIs.
pub trait Api: Sync {
    /// The name that `provider()` takes.
    fn name(&self) -> &'static str;

    /// The forms of its tools, answers, events and results in TypeScript: a type `<Target>Forms`, and those that it uses.
    /// `pkg-template/src/providers/forms.ts` is generated from them.
    #[cfg(not(target_arch = "wasm32"))]
    fn forms(&self) -> &'static str;

    /// Returns true if schemas of older drafts of JSON Schema are rewritten as 2020-12.
    fn is_upgraded(&self) -> bool {
        true
    }

    /// The keywords that the API refuses at the top of a tool's schema.
    fn refused_at_root(&self) -> &'static [&'static str] {
        &[]
    }

    /// Rewrites the parts of a schema that the API refuses for every tool, in strict mode or not.
    fn adjust(&self, _root: &mut Json, _losses: &mut Losses<'_>) {}

    /// A tool's schema outside strict mode.
    fn plain(&self, root: Json, _losses: &mut Losses<'_>) -> Json {
        root
    }

    /// The strict mode, in which the API enforces the schema; `None` if the API has none.
    fn strict(&self) -> Option<&'static Strict> {
        None
    }

    /// The rule for names of tools, if it is narrower than that of a registry.
    fn names(&self) -> Option<&'static NameRule> {
        None
    }

    /// A tool in the API's format.
    fn tool(&self, tool: &ToolInfo, name: &str, schema: Json, is_strict: bool) -> Json;

    /// The list of tools as it stands in a request.
    fn tools(&self, tools: Vec<Json>) -> Vec<Json> {
        tools
    }

    /// An answer or an event, normalized to the one format that the other methods read.
    fn normal<'e>(&self, event: &'e Json, _reading: &Reading) -> Cow<'e, Json> {
        Cow::Borrowed(event)
    }

    /// The calls of a whole answer, in its order. Everything else in the answer is ignored.
    fn calls(&self, answer: &Json, reading: &mut Reading) -> Vec<Call>;

    /// Returns true if the last part of an answer is a call. A truncated answer was then truncated in that call.
    fn ends_in_call(&self, _answer: &Json) -> bool {
        true
    }

    /// The reason that an event or a whole answer gives for its end; empty if it gives none.
    fn ending<'e>(&self, _event: &'e Json) -> &'e str {
        ""
    }

    /// Reads an event of a stream. By default each event is an answer with complete calls.
    fn event(
        &self,
        stream: &mut CallStream,
        event: &Json,
        reading: &mut Reading,
        findings: &mut Vec<Finding>,
    ) {
        for call in self.calls(event, reading) {
            stream.whole(call, findings);
        }
    }

    /// Returns true if the API reports the end of each call.
    fn reports_complete(&self) -> bool {
        true
    }

    /// Returns true if the API reports a truncation before the arguments only in the event after the call.
    fn reports_cut_late(&self) -> bool {
        false
    }

    /// Returns true if a streamed call always has arguments, even if empty: missing ones were lost.
    fn always_has_arguments(&self) -> bool {
        true
    }

    /// Returns true if a result may contain an image of this media type.
    fn takes_image(&self, _mime: &str) -> bool {
        false
    }

    /// Results as the API's own messages: one value if the API takes them together, otherwise a list.
    fn results(&self, reading: &mut Reading, results: &[(&Call, Outcome)]) -> Json;
}

/// Returns true for the image types that models of several vendors accept.
pub fn is_common_image(mime: &str) -> bool {
    ["image/gif", "image/jpeg", "image/png", "image/webp"].contains(&mime)
}
