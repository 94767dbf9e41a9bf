//! The ledger of a conversation between a model, the tools of a server, and a client that comes and goes. A WebAssembly module
//! of its own, loaded on a server.
//!
//! A model asks for tools; some run on the server, some at the client, whose requests may be lost, repeated, reordered, late, or
//! made up. A [`Conversation`] knows every call that was issued in it, and decides: which begin, which are handed over, what a
//! client's result means, what the model is shown, and what comes next. Every call gets exactly one answer, which never changes.
//!
//! It knows no clock: whoever drives it says the time, in milliseconds of any one clock. It can be written down and taken up again.
//!
//! | module | contents |
//! |---|---|
//! | `conversation` | [`Conversation`]: its calls, and the request that is being answered |
//! | `call` | [`Call`]: what is known of one, and how it stands |
//! | `calls` | the calls of a conversation, in order and by id |
//! | `request` | what a client brings: its history, and results |
//! | `begin` | a request begins: what its results mean, and what it puts an end to |
//! | `view` | the history that a model is shown: every call answered right behind its message |
//! | `merge` | that history, of what a client has and what it has lost; with `foreign`, calls that were not issued here |
//! | `answer` | a model's answer: which calls run, which are refused |
//! | `turn` | what comes of the calls that run, and what follows |
//! | `note` | what was ignored or answered without a result, for a log |
//! | `messages` | texts that a model reads in place of a result |
//! | `bounds` | how much is kept |
//! | `snapshot` | a conversation as text |
//! | `wasm` | what the server's half calls; compiled for `wasm32` only |

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
