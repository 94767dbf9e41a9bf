//! The ledger of a conversation between a model, the tools of a server, and an unreliable client. A separate WebAssembly
//! module, loaded on a server.
//!
//! A model calls tools; some run on the server, some on the client, whose requests may be lost, repeated, reordered, late,
//! or forged. A [`Conversation`] knows every call that was issued in it, and decides which calls start, which are handed
//! over, how a client's result counts, which messages the model gets, and the next step. Every call gets exactly one answer,
//! which never changes.
//!
//! It has no clock: the caller passes the time, in milliseconds of any one clock. It can be saved and restored.
//!
//! | module | contents |
//! |---|---|
//! | `conversation` | [`Conversation`]: its calls, and the current request |
//! | `call` | [`Call`]: its facts and its state |
//! | `calls` | the calls of a conversation, in order and by id |
//! | `request` | the parts of a client's request: its history, and results |
//! | `begin` | the start of a request: the effect of its results, and the calls that it ends |
//! | `view` | the history for the model: every call is answered right after its message |
//! | `merge` | that history, from the client's messages and those that it has lost; with `foreign`, calls that were not issued here |
//! | `answer` | a model's answer: which calls run, which are refused |
//! | `turn` | the outcomes of running calls, and the next step |
//! | `note` | notes about ignored entries and missing results, for a log |
//! | `messages` | texts for the model in place of a result |
//! | `bounds` | the limits on everything that is kept |
//! | `snapshot` | a conversation as text |
//! | `wasm` | the exports for the server's half; compiled for `wasm32` only |

mod answer;
mod begin;
mod bounds;
mod call;
mod calls;
mod conversation;
mod foreign;
mod merge;
mod messages;
mod note;
mod request;
mod snapshot;
mod turn;
mod view;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use answer::{AnswerCall, ModelAnswer, Plan};
pub use begin::Begun;
pub use call::{Answer, AnsweredBy, Call, CallMode, CallState};
pub use conversation::{Conversation, ConversationSettings};
pub use note::{Note, NoteCode};
pub use request::{ClientCall, ClientHistory, ClientMessage};
pub use snapshot::SnapshotError;
pub use turn::{Asking, Following, Next, ServerOutcome, Settlement};
pub use view::{CallView, MessageView};
