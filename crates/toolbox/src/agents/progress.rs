use serde::Serialize;

use super::delegation::Step;
use crate::excerpt::{excerpt, line};

/// How many characters are said before the page hears of them.
const ENOUGH: usize = 160;

/// How much of what was said a page is shown: the end of it.
const SHOWN: usize = 2_000;

/// How many calls it is shown: the last ones.
const SHOWN_CALLS: usize = 20;

/// What a page is shown while a subagent works.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SubagentProgress {
    /// Who works.
    pub agent: String,
    /// How often it was asked, counted from 1.
    pub round: u32,
    /// The end of what it says in this round.
    pub text: String,
    /// The calls that it made last, in order.
    pub calls: Vec<CallProgress>,
}

/// A call of a subagent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CallProgress {
    /// Its id.
    pub tool_call_id: String,
    /// The tool.
    pub tool_name: String,
    /// How it stands.
    pub state: CallState,
}

/// How a call stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum CallState {
    /// It was begun.
    Running,
    /// It has a result.
    Succeeded,
    /// It has an error.
    Failed,
}

/// Makes progress reports of steps, and fewer of them: words are put together, calls and rounds are told at once.
#[derive(Debug)]
pub struct ProgressLog {
    progress: SubagentProgress,
    unsaid: usize,
}

impl ProgressLog {
    /// Nothing has happened yet.
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

    /// Takes note of a step; gives a report when it is worth one.
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

/// Adds to a text of which the end is kept.
fn push_end(text: &mut String, delta: &str) {
    text.push_str(delta);
    let count = text.chars().count();
    if count > SHOWN {
        let start = excerpt(text, count - SHOWN).0.len();
        text.drain(..start);
    }
}
