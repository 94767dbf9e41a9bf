use super::{CHUNK, CallStream, Open};
use crate::provider::calls::call::Reading;
use crate::provider::calls::listing::name;
use crate::provider::calls::told::Told;
use crate::provider::json::Json;

impl CallStream {
    /// <https://docs.ag-ui.com/concepts/events#tool-call-events>
    pub(super) fn ag_ui(&mut self, event: &Json, reading: &mut Reading, told: &mut Vec<Told>) {
        let id = name(event, "toolCallId").to_owned();
        let open = || Open {
            id: id.clone(),
            sent: name(event, "toolCallName").to_owned(),
            ..Open::default()
        };
        match name(event, "type") {
            "TOOL_CALL_START" => self.begin(id.clone(), open(), reading, told),
            "TOOL_CALL_ARGS" => self.more(&id, event.get("delta"), told),
            "TOOL_CALL_END" => self.finish(&id, reading, told),
            "TOOL_CALL_CHUNK" => {
                let last = self
                    .open
                    .keys()
                    .rfind(|key| key.starts_with(CHUNK))
                    .cloned();
                let key = match (id.as_str(), &last) {
                    ("", Some(last)) => last.clone(),
                    (id, _) => format!("{CHUNK}{id}"),
                };
                if !self.open.contains_key(&key) {
                    if let Some(last) = last {
                        self.finish(&last, reading, told);
                    }
                    self.begin(key.clone(), open(), reading, told);
                }
                if let Some(delta) = event.get("delta") {
                    self.more(&key, Some(delta), told);
                }
            }
            "RUN_FINISHED" => self.finish_all(reading, told),
            _ => {}
        }
    }
}
