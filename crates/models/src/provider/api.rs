use std::borrow::Cow;

use super::calls::{Call, CallStream, Outcome, Reading, Told};
use super::json::Json;
use super::lower::{Losses, NameRule, Strict, ToolInfo};

/// One API: its tools, the calls in its answers, and the results it takes. Each has a file in `apis/`; what several share is in
/// `family/`.
///
/// A default is the way of most APIs.
pub trait Api: Sync {
    /// The name that `provider()` takes.
    fn name(&self) -> &'static str;

    /// The forms of its tools, answers, events and results in TypeScript: a type `<Target>Forms`, and those that it uses.
    /// `pkg-template/src/providers/forms.ts` is made of them.
    #[cfg(not(target_arch = "wasm32"))]
    fn forms(&self) -> &'static str;

    /// True if older drafts of JSON Schema are rewritten in the words of 2020-12.
    fn is_upgraded(&self) -> bool {
        true
    }

    /// The keywords that may not stand at the top of a tool's schema.
    fn refused_at_root(&self) -> &'static [&'static str] {
        &[]
    }

    /// Changes what the API refuses in every tool's schema, in strict mode or without.
    fn adjust(&self, _root: &mut Json, _losses: &mut Losses<'_>) {}

    /// A tool's schema where nothing makes the model keep to it.
    fn plain(&self, root: Json, _losses: &mut Losses<'_>) -> Json {
        root
    }

    /// The strict mode, which makes the model keep to a schema.
    fn strict(&self) -> Option<&'static Strict> {
        None
    }

    /// The rule for names of tools, where it is narrower than that of a registry.
    fn names(&self) -> Option<&'static NameRule> {
        None
    }

    /// A tool in the API's own form.
    fn tool(&self, tool: &ToolInfo, name: &str, schema: Json, is_strict: bool) -> Json;

    /// The tools of a request.
    fn tools(&self, tools: Vec<Json>) -> Vec<Json> {
        tools
    }

    /// An answer or an event in the one form that the other functions read.
    fn normal<'e>(&self, event: &'e Json, _reading: &Reading) -> Cow<'e, Json> {
        Cow::Borrowed(event)
    }

    /// The calls of a whole answer, in its order. What is no call is passed over.
    fn calls(&self, answer: &Json, reading: &mut Reading) -> Vec<Call>;

    /// True if nothing stands behind the last call of an answer, so that an answer that was cut off was cut off in it.
    fn ends_in_call(&self, _answer: &Json) -> bool {
        true
    }

    /// The reason that an event or a whole answer gives for its end; empty where it gives none.
    fn ending<'e>(&self, _event: &'e Json) -> &'e str {
        ""
    }

    /// Reads an event of a stream. By default each event is an answer whose calls are whole.
    fn event(
        &self,
        stream: &mut CallStream,
        event: &Json,
        reading: &mut Reading,
        told: &mut Vec<Told>,
    ) {
        for call in self.calls(event, reading) {
            stream.whole(call, told);
        }
    }

    /// True if events say of each call that it is complete.
    fn says_complete(&self) -> bool {
        true
    }

    /// True if only the event after a call says that it was cut off before its arguments.
    fn says_cut_afterwards(&self) -> bool {
        false
    }

    /// True if a streamed call always has arguments, if only empty ones: where none came, they were lost.
    fn always_has_arguments(&self) -> bool {
        true
    }

    /// True if a result may have an image of this media type.
    fn takes_image(&self, _mime: &str) -> bool {
        false
    }

    /// Results in the API's own messages: one value for an API that takes them together, else a list.
    fn results(&self, reading: &mut Reading, results: &[(&Call, Outcome)]) -> Json;
}

/// The images that models of several vendors take.
pub fn is_common_image(mime: &str) -> bool {
    ["image/gif", "image/jpeg", "image/png", "image/webp"].contains(&mime)
}
