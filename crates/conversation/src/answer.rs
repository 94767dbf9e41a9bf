use serde::{Deserialize, Serialize};

use super::bounds::{MAX_KEPT_TEXT, beginning};
use super::call::{AnsweredBy, Call, CallMode, CallState};
use super::conversation::{Conversation, Given};
use super::messages;
use ag_ui_lit::json::{BigIntegers, ReadOptions, read_arguments};

/// The maximum length of a tool's name, as in `tool::rules`.
const MAX_NAME: usize = 64;
/// The maximum length of an id from a model.
const MAX_ID: usize = 256;

/// A completed answer of a model.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ModelAnswer {
    /// The id of its message.
    pub message_id: String,
    /// The text, of which 64 KiB are kept: the caller has all of it while that matters.
    #[serde(default)]
    pub text: String,
    /// The calls, in order.
    #[serde(default)]
    pub calls: Vec<AnswerCall>,
    /// The names of the tools that the model was offered.
    #[serde(default)]
    pub offered: Vec<String>,
    /// Whether the answer broke off. Then none of its calls is run.
    #[serde(default)]
    pub is_broken: bool,
}

/// A call of an answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AnswerCall {
    /// The id from [`Conversation::issue`].
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as the model wrote them.
    pub arguments: String,
    /// The place where its tool runs; absent for a tool that was not offered.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "CallMode | undefined"))]
    pub mode: Option<CallMode>,
    /// Whether the tool may run again after a process stopped while it ran.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub is_idempotent: bool,
    /// The reason why the call can't be run, if it is already known.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string | undefined"))]
    pub issue: Option<String>,
}

impl AnswerCall {
    /// A call without an issue.
    #[must_use]
    pub fn new(id: &str, name: &str, arguments: &str, mode: Option<CallMode>) -> Self {
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
            mode,
            is_idempotent: false,
            issue: None,
        }
    }
}

/// The plan for the calls of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Plan {
    /// The calls whose server part is to be run, once [`Conversation::start`] permits each.
    pub run: Vec<String>,
    /// The calls that already have their answer.
    pub refused: Vec<String>,
}

impl Conversation {
    /// The id and the tool's name for a new call: the model's id if it is unique, otherwise another one; the name in
    /// characters that every API accepts. `None` if a newer turn has taken over.
    pub fn issue(
        &mut self,
        turn: u32,
        id: Option<&str>,
        fresh: &str,
        name: &str,
    ) -> Option<(String, String)> {
        let state = self.current(turn)?;
        let own = id.filter(|id| is_usable(id) && !state.taken.contains(*id));
        let mut id = own.unwrap_or(fresh).to_owned();
        let mut count = 2_u32;
        while state.taken.contains(&id) {
            id = format!("{fresh}-{count}");
            count += 1;
        }
        let name = shown_name(name);
        state.taken.insert(id.clone());
        state.issued.push((id.clone(), name.clone()));
        Some((id, name))
    }

    /// Plans the calls of a model's answer. `None` if a newer turn has taken over: then none of them starts.
    pub fn answer(&mut self, turn: u32, answer: &ModelAnswer) -> Option<Plan> {
        let asked = self.current(turn)?.asked;
        let is_last = asked >= self.settings.max_iterations;
        let is_servers = |call: &AnswerCall| matches!(call.mode, Some(CallMode::Server) | None);
        let has_ended = is_last && answer.calls.iter().all(is_servers);
        let mut plan = Plan::default();
        let mut ids = Vec::new();
        for (index, asked) in answer.calls.iter().enumerate() {
            if self.call(&asked.id).is_some() {
                continue;
            }
            let mut call = Call {
                id: asked.id.clone(),
                message_id: answer.message_id.clone(),
                name: shown_name(&asked.name),
                arguments: shown_arguments(&asked.arguments),
                mode: asked.mode,
                turn,
                is_idempotent: asked.is_idempotent,
                begun: 0,
                state: CallState::Asked,
            };
            match self.refusal(index, asked, answer, has_ended) {
                None => plan.run.push(call.id.clone()),
                Some((by, why)) => {
                    call.settle(by, why, true);
                    plan.refused.push(call.id.clone());
                }
            }
            ids.push(call.id.clone());
            self.calls.push(call);
        }
        let kept: Vec<_> = self
            .kept
            .iter()
            .map(|given| given.message_id.clone())
            .collect();
        let state = self.current(turn)?;
        let earlier = state.given.iter().map(|given| given.message_id.clone());
        let after = state
            .last
            .iter()
            .cloned()
            .chain(kept)
            .chain(earlier)
            .collect();
        state.given.push(Given {
            message_id: answer.message_id.clone(),
            text: beginning(&answer.text, MAX_KEPT_TEXT).to_owned(),
            calls: ids,
            after,
        });
        Some(plan)
    }

    /// The reason why a call is not run, and its source.
    fn refusal(
        &self,
        index: usize,
        call: &AnswerCall,
        answer: &ModelAnswer,
        has_ended: bool,
    ) -> Option<(AnsweredBy, String)> {
        let settings = &self.settings;
        if answer.is_broken {
            return Some((AnsweredBy::Nobody, messages::BROKE_OFF.to_owned()));
        }
        let why = if index >= settings.calls_per_answer {
            messages::too_many_calls(settings.calls_per_answer)
        } else if let Some(issue) = &call.issue {
            issue.clone()
        } else if call.mode.is_none() {
            messages::no_tool(&shown_name(&call.name), &answer.offered)
        } else if has_ended {
            let why = messages::limit_reached(settings.max_iterations);
            return Some((AnsweredBy::Nobody, why));
        } else {
            return None;
        };
        Some((AnsweredBy::Server, why))
    }
}

/// Returns true if an id can be sent to any API.
fn is_usable(id: &str) -> bool {
    (1..=MAX_ID).contains(&id.len()) && id.chars().all(|one| one.is_ascii_graphic())
}

/// The part of a name that can be sent to any API, for a name that no tool can have.
pub(super) fn shown_name(name: &str) -> String {
    let name: String = name
        .chars()
        .filter(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '-'))
        .take(MAX_NAME)
        .collect();
    if name.is_empty() {
        "unnamed".to_owned()
    } else {
        name
    }
}

/// Arguments that can be sent to any API: it would refuse the whole conversation for arguments that are not a JSON object.
pub(super) fn shown_arguments(arguments: &str) -> String {
    let options = ReadOptions {
        big_integers: BigIntegers::Number,
        ..ReadOptions::default()
    };
    if !arguments.trim().is_empty() && read_arguments(arguments, options).is_ok() {
        arguments.to_owned()
    } else {
        "{}".to_owned()
    }
}
