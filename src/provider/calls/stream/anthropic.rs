use super::{CallStream, Open, key_of};
use crate::provider::calls::call::Reading;
use crate::provider::calls::listing::name;
use crate::provider::calls::told::Told;
use crate::provider::json::Json;

impl CallStream {
    /// <https://platform.claude.com/docs/en/build-with-claude/streaming>
    pub(super) fn anthropic(&mut self, event: &Json, reading: &mut Reading, told: &mut Vec<Told>) {
        let key = key_of(event, &["index"]);
        match name(event, "type") {
            "content_block_start" => {
                let block = event.get("content_block").unwrap_or(&Json::Null);
                if name(block, "type") != "tool_use" {
                    self.passed.insert(key);
                    return;
                }
                let input = block.get("input").filter(|input| !is_empty(input));
                let open = Open {
                    id: name(block, "id").to_owned(),
                    sent: name(block, "name").to_owned(),
                    given: input.cloned(),
                    ..Open::default()
                };
                self.begin(key, open, reading, told);
            }
            "content_block_delta" => {
                let delta = event.get("delta").unwrap_or(&Json::Null);
                if name(delta, "type") == "input_json_delta" {
                    self.more(&key, delta.get("partial_json"), told);
                }
            }
            "content_block_stop" => self.finish(&key, reading, told),
            "message_stop" => self.finish_all(reading, told),
            _ => {}
        }
    }
}

fn is_empty(value: &Json) -> bool {
    value.as_object().is_some_and(indexmap::IndexMap::is_empty)
}
