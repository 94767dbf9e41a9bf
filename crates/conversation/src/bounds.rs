use std::collections::HashSet;

use super::call::CallState;
use super::conversation::Conversation;

/// The maximum length of a client's result, in UTF-16 units: the default of a tool's result.
const MAX_RESULT: usize = 262_144;
/// The maximum number of known calls of a conversation.
const MAX_CALLS: usize = 1_000;
/// The maximum number of bytes of arguments and answers.
const MAX_BYTES: usize = 4 << 20;
/// The maximum number of kept answers that a client may lack, and the maximum bytes of the text of each.
pub(super) const MAX_KEPT: usize = 32;
pub(super) const MAX_KEPT_TEXT: usize = 65_536;

/// A text within its limit. A longer one ends at a whole character, with a mark that has the number of missing ones.
pub(super) fn cut(text: &str) -> String {
    // A text never has more units than bytes.
    if text.len() <= MAX_RESULT {
        return text.to_owned();
    }
    let mut units = 0;
    let end = text.char_indices().find_map(|(at, character)| {
        units += character.len_utf16();
        (units > MAX_RESULT).then_some(at)
    });
    match end {
        None => text.to_owned(),
        Some(end) => {
            let missing = text[end..].encode_utf16().count();
            format!("{}… [{missing} more characters were cut]", &text[..end])
        }
    }
}

/// The beginning of a text, up to a whole character.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

impl Conversation {
    /// Removes the oldest calls that have an answer and do not belong to the current turn. If a client brings one again, it
    /// counts as history.
    pub(super) fn forget_old(&mut self) {
        let size = |call: &super::call::Call| {
            let answer = call.answer().map_or(0, |answer| answer.content.len());
            call.arguments.len() + call.name.len() + call.id.len() + answer
        };
        let mut count = self.calls.len();
        let mut bytes: usize = self.calls.iter().map(size).sum();
        if count <= MAX_CALLS && bytes <= MAX_BYTES {
            return;
        }
        let turn = self.turn;
        self.calls.retain(|call| {
            let is_open = !matches!(call.state, CallState::Answered(_));
            if (count <= MAX_CALLS && bytes <= MAX_BYTES) || call.turn == turn || is_open {
                return true;
            }
            count -= 1;
            bytes -= size(call);
            false
        });
        let known: HashSet<&str> = self.calls.iter().map(|call| call.id.as_str()).collect();
        self.kept.retain(|kept| {
            let mut calls = kept.calls.iter();
            calls.all(|id| known.contains(id.as_str()))
        });
    }

    /// The approximate size in bytes.
    #[must_use]
    pub fn weight(&self) -> usize {
        let calls = self.calls.iter().map(|call| {
            let answer = call.answer().map_or(0, |answer| answer.content.len());
            call.arguments.len() + answer + 256
        });
        let kept = self.kept.iter().map(|kept| kept.text.len() + 256);
        calls.sum::<usize>() + kept.sum::<usize>()
    }
}
