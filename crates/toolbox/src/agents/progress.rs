use serde::Serialize;

use super::delegation::Step;
use crate::excerpt::{excerpt, line};

/// The number of characters of text after which progress is reported.
const ENOUGH: usize = 160;

/// The maximum length of the shown end of the text, in characters.
const SHOWN: usize = 2_000;

/// The maximum number of shown calls, the last ones.
const SHOWN_CALLS: usize = 20;

/// The progress of a subagent for the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SubagentProgress {
    /// The name of the agent.
    pub agent: String,
    /// The round, counted from 1.
    pub round: u32,
    /// The end of the text of this round.
    pub text: String,
    /// The last calls, in order.
    pub calls: Vec<CallProgress>,
}

/// A call of a subagent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CallProgress {
    /// The id of the call.
    pub tool_call_id: String,
    /// The tool.
    pub tool_name: String,
    /// The state of the call.
    pub state: CallState,
}

/// The state of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum CallState {
    /// The call has started.
    Running,
    /// The call has a result.
    Succeeded,
    /// The call has an error.
    Failed,
}

/// Condenses steps to progress reports: text is collected, calls and rounds are reported at once.
#[derive(Debug)]
pub struct ProgressLog {
    progress: SubagentProgress,
    unsaid: usize,
}

impl ProgressLog {
    /// An empty log.
    #[must_use]
    pub fn new(agent: &str) -> Self {
        Self {
            progress: SubagentProgress {
                agent: agent.to_owned(),
                round: 0,
                text: String::new(),
                calls: Vec::new(),
            },
            unsaid: 0,
        }
    }

    /// Records a step. Returns a report if one is due.
    pub fn take(&mut self, step: Step) -> Option<SubagentProgress> {
        let progress = &mut self.progress;
        match step {
            Step::Round => {
                progress.round += 1;
                progress.text.clear();
            }
            Step::Text { delta } => {
                let count = delta.chars().count();
                self.unsaid += count;
                push_end(&mut progress.text, &delta);
                if self.unsaid < ENOUGH {
                    return None;
                }
            }
            Step::CallBegan {
                tool_call_id,
                tool_name,
            } => {
                if progress.calls.len() == SHOWN_CALLS {
                    progress.calls.remove(0);
                }
                progress.calls.push(CallProgress {
                    tool_call_id: line(&tool_call_id, 200),
                    tool_name: line(&tool_name, 200),
                    state: CallState::Running,
                });
            }
            Step::CallEnded {
                tool_call_id,
                success,
            } => {
                let id = line(&tool_call_id, 200);
                let call = progress
                    .calls
                    .iter_mut()
                    .rfind(|call| call.tool_call_id == id && call.state == CallState::Running)?;
                call.state = if success {
                    CallState::Succeeded
                } else {
                    CallState::Failed
                };
            }
        }
        self.unsaid = 0;
        Some(self.progress.clone())
    }
}

/// Appends to a text of which the end is kept.
fn push_end(text: &mut String, delta: &str) {
    text.push_str(delta);
    let count = text.chars().count();
    if count > SHOWN {
        let start = excerpt(text, count - SHOWN).0.len();
        text.drain(..start);
    }
}
