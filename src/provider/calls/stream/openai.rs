use super::{CallStream, Open, key_of};
use crate::provider::calls::call::Reading;
use crate::provider::calls::listing::name;
use crate::provider::calls::told::Told;
use crate::provider::json::Json;

impl CallStream {
    /// <https://platform.openai.com/docs/api-reference/chat-streaming>
    pub(super) fn openai_chat(
        &mut self,
        event: &Json,
        reading: &mut Reading,
        told: &mut Vec<Told>,
    ) {
        let choices = event.get("choices").map(Json::items).into_iter().flatten();
        let is_first = |choice: &&Json| match choice.get("index") {
            Some(Json::Number(index)) => index == "0",
            _ => true,
        };
        for choice in choices.filter(is_first) {
            let delta = choice.get("delta").unwrap_or(&Json::Null);
            for call in delta
                .get("tool_calls")
                .map(Json::items)
                .into_iter()
                .flatten()
            {
                self.openai_chat_call(call, reading, told);
            }
            if choice.get("finish_reason").and_then(Json::as_str).is_some() {
                self.finish_all(reading, told);
            }
        }
    }

    fn openai_chat_call(&mut self, call: &Json, reading: &mut Reading, told: &mut Vec<Told>) {
        if name(call, "type") == "custom" {
            return;
        }
        let key = key_of(call, &["index", "id"]);
        let (id, function) = (
            name(call, "id"),
            call.get("function").unwrap_or(&Json::Null),
        );
        let known = self.open.get(&key);
        let is_known = known.is_some();
        // Some servers that are compatible count no calls: another id is another call.
        let is_another =
            known.is_some_and(|open| !id.is_empty() && !open.id.is_empty() && open.id != id);
        if is_another {
            self.finish(&key, reading, told);
            self.passed.remove(&key);
        }
        if is_another || !is_known {
            if name(function, "name").is_empty() && id.is_empty() {
                self.stray(&key, told);
                return;
            }
            let id = if id.is_empty() {
                reading.make_id()
            } else {
                id.to_owned()
            };
            let sent = name(function, "name").to_owned();
            let open = Open {
                id,
                sent,
                ..Open::default()
            };
            self.begin(key.clone(), open, reading, told);
        } else if let Some(open) = self.open.get_mut(&key)
            && open.sent.is_empty()
        {
            name(function, "name").clone_into(&mut open.sent);
            self.tell(&key, reading, told);
        }
        if let Some(arguments) = function
            .get("arguments")
            .filter(|given| **given != Json::Null)
        {
            self.more(&key, Some(arguments), told);
        }
    }

    /// <https://platform.openai.com/docs/api-reference/responses-streaming>
    pub(super) fn openai_responses(
        &mut self,
        event: &Json,
        reading: &mut Reading,
        told: &mut Vec<Told>,
    ) {
        let key = key_of(event, &["output_index", "item_id"]);
        let item = event.get("item").unwrap_or(&Json::Null);
        match name(event, "type") {
            "response.output_item.added" if name(item, "type") == "function_call" => {
                let open = Open {
                    id: name(item, "call_id").to_owned(),
                    sent: name(item, "name").to_owned(),
                    ..Open::default()
                };
                self.begin(key.clone(), open, reading, told);
                if !name(item, "arguments").is_empty() {
                    self.more(&key, item.get("arguments"), told);
                }
            }
            "response.output_item.added" => {
                self.passed.insert(key);
            }
            "response.function_call_arguments.delta" => self.more(&key, event.get("delta"), told),
            "response.function_call_arguments.done" => self.whole_text(&key, event, told),
            "response.output_item.done" if name(item, "type") == "function_call" => {
                self.whole_text(&key, item, told);
                self.finish(&key, reading, told);
            }
            "response.completed" => self.finish_all(reading, told),
            "response.incomplete" | "response.failed" => {
                for open in self.open.values_mut() {
                    let issue = "The answer ended before the call was complete.";
                    open.issue.get_or_insert_with(|| issue.to_owned());
                }
                self.finish_all(reading, told);
            }
            _ => {}
        }
    }
}
