//! External services with a secret key: the common parts of `search_flights` and `list_events`.

mod encode;
mod exchange;
#[cfg(not(target_arch = "wasm32"))]
mod memory;
mod oauth;
mod reply;
mod service;
mod shared_future;
mod tokens;
mod wait;

pub use encode::encode;
pub use exchange::{Exchange, Method, READ_HEADERS, Received, Request};
#[cfg(not(target_arch = "wasm32"))]
pub use memory::MemoryExchange;
pub use oauth::{OAuth, OAuthSettings};
pub use reply::reply;
pub use service::{Call, Service, ServiceError, ServiceMessages};
pub use tokens::{Fixed, TokenSource, Tokens};
