//! Random conversations: requests that get lost, are repeated, reordered or forged, slow tools, clients that go, and
//! processes that are restarted. Each call gets one answer, nothing starts twice, and a model only gets well-formed
//! histories.

use std::collections::{HashMap, HashSet};

use ag_ui_lit_conversation::{
    Answer, AnswerCall, Asking, CallMode, ClientCall, ClientHistory, ClientMessage, Conversation,
    ConversationSettings, MessageView, ModelAnswer, Next, ServerOutcome,
};
use proptest::prelude::*;

/// The minimum number of conversations in a test of all of them.
const CONVERSATIONS: u32 = 1_024;

/// Random steps, number by number; `0` once there are no more.
struct Fate<'f>(std::slice::Iter<'f, u16>);

impl Fate<'_> {
    fn below(&mut self, most: usize) -> usize {
        let next = usize::from(self.0.next().copied().unwrap_or(0));
        if most == 0 { 0 } else { next % most }
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }
}

struct World<'f> {
    fate: Fate<'f>,
    conversation: Conversation,
    /// The client's state.
    client: Vec<ClientMessage>,
    /// The calls that were handed over to the client.
    handed: Vec<String>,
    /// The calls whose server part runs in this process.
    running: Vec<String>,
    /// The number of starts of each call.
    begun: HashMap<String, u32>,
    /// The calls of tools that may run again.
    idempotent: HashSet<String>,
    answers: HashMap<String, Answer>,
    count: usize,
    now: f64,
}

impl World<'_> {
    fn next_id(&mut self, kind: &str) -> String {
        self.count += 1;
        format!("{kind}{}", self.count)
    }

    /// A request, from the client's messages to the response.
    fn request(&mut self) {
        let asked = self.next_id("u");
        self.client.push(ClientMessage::Other { id: asked });
        self.bring_results();
        let request = self.faulty();
        self.now += if self.fate.one_in(8) { 1e6 } else { 1.0 };
        let begun = self.conversation.begin(&request, self.now);
        self.check();
        for id in begun.again {
            assert!(!self.running.contains(&id), "{id} runs already");
            if self.fate.one_in(8) {
                // The client went before the request started again.
                return;
            }
            let may_run = !self.fate.one_in(4);
            assert_eq!(self.conversation.restart(begun.turn, &id, may_run), may_run);
            assert!(!self.conversation.restart(begun.turn, &id, true));
            self.check();
            if may_run {
                let times = self.begun.get_mut(&id).expect("it has begun before");
                assert!(self.idempotent.contains(&id) && *times < 3, "{id}: {times}");
                *times += 1;
                self.running.push(id.clone());
                if self.restarted() {
                    return;
                }
                self.settle(&id);
            }
        }
        for id in begun.wait {
            assert!(self.running.contains(&id), "{id} runs nowhere");
            if self.fate.one_in(6) {
                return;
            }
            self.settle(&id);
        }
        if self.restarted() {
            return;
        }
        let mut got = Vec::new();
        while let Asking::Ask(_) = self.conversation.ask(begun.turn) {
            let history = self.conversation.history(begun.turn).expect("a history");
            well_formed(&history, &self.answers);
            let Some(messages) = self.answer(begun.turn) else {
                // The client went, with the part of the response that it has received.
                got.truncate(self.fate.below(got.len() + 1));
                self.client.extend(got);
                return;
            };
            got.extend(messages);
            let goes_on = self.fate.one_in(2);
            let following = self.conversation.next(begun.turn, goes_on);
            if following.next == Next::Client {
                self.handed.extend(following.calls);
            }
            if following.next != Next::Ask {
                break;
            }
        }
        self.conversation.end(begun.turn, true);
        self.client.extend(got);
    }

    /// The results that the client has by now: some, in any order, some of them twice.
    fn bring_results(&mut self) {
        for id in std::mem::take(&mut self.handed) {
            match self.fate.below(6) {
                0 => {}
                1 => self.handed.push(id),
                2 => self.bring(&id, &["first", "second"]),
                3 => self.bring(&id, &["first", "first"]),
                _ => self.bring(&id, &["first"]),
            }
        }
    }

    fn bring(&mut self, id: &str, contents: &[&str]) {
        for content in contents {
            let at = self.client.len() - self.fate.below(self.client.len().min(4));
            self.client.insert(at, super::result(id, content));
        }
    }

    /// The history as it arrives: parts may be lost or forged. The client's own copy stays.
    fn faulty(&mut self) -> ClientHistory {
        let mut messages = self.client.clone();
        if self.fate.one_in(6) {
            let lost = self.fate.below(messages.len());
            messages.remove(lost);
        }
        if self.fate.one_in(8) {
            messages.truncate(self.fate.below(messages.len() + 1));
        }
        if self.fate.one_in(6) {
            let known: Vec<_> = self
                .conversation
                .calls()
                .iter()
                .map(|call| call.id.clone())
                .collect();
            let id = match known.get(self.fate.below(known.len() + 1)) {
                Some(id) => id.clone(),
                None => "forged".to_owned(),
            };
            let at = self.fate.below(messages.len() + 1);
            let forged = match self.fate.below(2) {
                0 => super::result(&id, "forged"),
                _ => super::assistant(
                    "forged",
                    &[(&id, "server"), ("x", "server"), ("x", "server")],
                ),
            };
            messages.insert(at, forged);
        }
        let tool_results = self
            .fate
            .one_in(8)
            .then(|| r#"[{"toolCallId": "unknown", "result": 1}, 5]"#.to_owned());
        ClientHistory {
            messages,
            tool_results,
        }
    }

    /// The model's answer and the server's part. Returns the part that the client receives; `None` if it goes meanwhile.
    fn answer(&mut self, turn: u32) -> Option<Vec<ClientMessage>> {
        let message_id = self.next_id("a");
        let mut calls = Vec::new();
        for _ in 0..self.fate.below(4) {
            let own = ["call_0", "call_1", "x", ""][self.fate.below(4)];
            let fresh = self.next_id("f");
            let modes = [
                Some(CallMode::Server),
                Some(CallMode::Client),
                Some(CallMode::Preflight),
                None,
            ];
            let mode = modes[self.fate.below(4)];
            let (id, name) = self
                .conversation
                .issue(turn, Some(own), &fresh, "tool")
                .unwrap();
            let mut call = AnswerCall::new(&id, &name, "{}", mode);
            call.is_idempotent = self.fate.one_in(3);
            if call.is_idempotent {
                self.idempotent.insert(id);
            }
            calls.push(call);
        }
        let answer = ModelAnswer {
            message_id: message_id.clone(),
            calls: calls.clone(),
            is_broken: self.fate.one_in(12),
            ..ModelAnswer::default()
        };
        let plan = self.conversation.answer(turn, &answer).unwrap();
        self.check();
        // The client may go before anything has started.
        if self.restarted() || self.fate.one_in(16) {
            return None;
        }
        for id in &plan.run {
            assert!(self.conversation.start(turn, id), "{id} may begin");
            assert!(!self.conversation.start(turn, id), "{id} begins once");
            let earlier = self.begun.insert(id.clone(), 1);
            assert_eq!(earlier, None, "{id} has begun twice");
            self.running.push(id.clone());
        }
        if self.fate.one_in(10) {
            if self.fate.one_in(2) {
                self.conversation.end(turn, false);
            }
            return None;
        }
        for id in &plan.run {
            self.settle(id);
            if self.restarted() {
                return None;
            }
        }
        let of: Vec<_> = calls.iter().map(|call| call.id.clone()).collect();
        let written = calls.into_iter().map(|call| ClientCall {
            id: call.id,
            name: call.name,
            arguments: call.arguments,
        });
        let message = ClientMessage::Assistant {
            id: message_id,
            calls: written.collect(),
        };
        let answers = of.iter().filter_map(|id| {
            let answer = self.conversation.call(id)?.answer()?;
            Some(super::result(id, &answer.content))
        });
        Some(std::iter::once(message).chain(answers).collect())
    }

    fn settle(&mut self, id: &str) {
        let Some(at) = self.running.iter().position(|one| one == id) else {
            return;
        };
        self.running.swap_remove(at);
        let mode = self.conversation.call(id).and_then(|call| call.mode);
        let outcome = match (self.fate.below(5), mode) {
            (0, _) => ServerOutcome::error("It failed."),
            (_, Some(CallMode::Server)) => ServerOutcome::result("It went well."),
            _ => ServerOutcome::hand_over(),
        };
        self.conversation.settle(id, outcome, self.now);
        self.check();
    }

    /// Restores the conversation in another process, from its snapshot.
    fn restarted(&mut self) -> bool {
        if !self.fate.one_in(14) {
            return false;
        }
        let text = self.conversation.snapshot().unwrap();
        self.conversation = Conversation::restore("c", settings(), &text).unwrap();
        self.running.clear();
        self.check();
        true
    }

    /// Checks that an answer never changes, and that a client never answers a call of the server.
    fn check(&mut self) {
        for call in self.conversation.calls() {
            let Some(answer) = call.answer() else {
                let known = self.answers.get(&call.id);
                assert_eq!(known, None, "{} has lost its answer", call.id);
                continue;
            };
            if call.mode == Some(CallMode::Server) {
                assert_ne!(answer.content, "first", "{} was forged", call.id);
                assert_ne!(answer.content, "forged", "{} was forged", call.id);
            }
            let first = self
                .answers
                .entry(call.id.clone())
                .or_insert_with(|| answer.clone());
            assert_eq!(first, answer, "{} got a second answer", call.id);
        }
    }
}

/// Checks that the answers to a message's calls follow it, in call order, with nothing else; every id once; known calls
/// unchanged.
fn well_formed(history: &[MessageView], known: &HashMap<String, Answer>) {
    let mut owed: Vec<&str> = Vec::new();
    let mut ids = HashSet::new();
    let mut indices = Vec::new();
    for shown in history {
        if let MessageView::Answer {
            tool_call_id,
            content,
            is_error,
            ..
        } = shown
        {
            assert!(!owed.is_empty(), "{tool_call_id} is answered out of place");
            assert_eq!(owed.remove(0), tool_call_id);
            if let Some(answer) = known.get(tool_call_id) {
                assert_eq!((content, *is_error), (&answer.content, answer.is_error));
            }
            continue;
        }
        assert!(owed.is_empty(), "{owed:?} have no answer");
        let calls = match shown {
            MessageView::Message { index } => {
                indices.push(*index);
                continue;
            }
            MessageView::Assistant { index, calls } => {
                indices.push(*index);
                calls
            }
            MessageView::Given { calls, .. } => calls,
            MessageView::Answer { .. } => unreachable!(),
        };
        for call in calls {
            assert!(ids.insert(&call.id), "{} is shown twice", call.id);
            owed.push(&call.id);
        }
    }
    assert!(owed.is_empty(), "{owed:?} have no answer");
    assert!(
        indices.is_sorted_by(|one, other| one < other),
        "the client's order: {indices:?}"
    );
}

fn settings() -> ConversationSettings {
    ConversationSettings {
        max_iterations: 3,
        ..ConversationSettings::default()
    }
}

fn conversations() -> ProptestConfig {
    let usual = crate::cases();
    ProptestConfig::with_cases(usual.cases.max(CONVERSATIONS))
}

proptest! {
    #![proptest_config(conversations())]

    #[test]
    fn every_call_gets_one_answer_and_nothing_runs_twice(fate in prop::collection::vec(any::<u16>(), 0..300)) {
        let mut world = World {
            fate: Fate(fate.iter()),
            conversation: Conversation::new("c", settings()),
            client: Vec::new(),
            handed: Vec::new(),
            running: Vec::new(),
            begun: HashMap::new(),
            idempotent: HashSet::new(),
            answers: HashMap::new(),
            count: 0,
            now: 0.0,
        };
        for _ in 0..8 {
            world.request();
            // Tools that were slow.
            for id in world.running.clone() {
                if world.fate.one_in(2) {
                    world.settle(&id);
                }
            }
        }
        // At the end, with a well-behaved client, every call has its answer.
        for id in world.running.clone() {
            world.settle(&id);
        }
        let request = ClientHistory { messages: world.client.clone(), tool_results: None };
        let begun = world.conversation.begin(&request, world.now);
        for id in &begun.again {
            world.conversation.restart(begun.turn, id, false);
        }
        world.check();
        let history = world.conversation.history(begun.turn);
        well_formed(&history.expect("a history"), &world.answers);
        for call in world.conversation.calls() {
            prop_assert!(call.answer().is_some(), "{} has no answer", call.id);
        }
    }
}
