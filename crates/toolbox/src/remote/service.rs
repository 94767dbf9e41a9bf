use std::rc::Rc;

use ag_ui_lit::tool::ToolFailure;
use serde_json::Value;

use super::exchange::{Exchange, Method, Received, Request};
use super::tokens::{Held, Tokens};
use super::wait::wait;
use crate::excerpt::line;

/// The maximum length of an answer, in bytes.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The maximum length of a quoted message of a service, in characters.
const LONGEST_MESSAGE: usize = 400;

/// A service that answers in JSON.
pub struct Service<E> {
    exchange: Rc<E>,
    tokens: Tokens,
    base: String,
    messages: ServiceMessages,
}

/// The messages and headers for a service.
#[derive(Clone, Copy)]
pub struct ServiceMessages {
    /// The name of the service.
    pub name: &'static str,
    /// The advice about a key or a sign-in that is not accepted.
    pub unauthorized: &'static str,
    /// The advice about a server that does not let the page read its answers.
    pub cors: &'static str,
    /// The headers of each request.
    pub headers: &'static [(&'static str, &'static str)],
    /// Reads the body of an unsuccessful answer.
    pub read_error: fn(&Value) -> Option<ServiceError>,
}

/// The error message of a service.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ServiceError {
    /// The message.
    pub text: String,
    /// Whether there were too many requests, regardless of the status.
    pub is_rate_limit: bool,
}

/// A call of a service.
pub struct Call {
    /// The path, relative to the base.
    pub path: String,
    /// The body of a POST request; `None` for a GET request.
    pub body: Option<Value>,
}

impl<E: Exchange> Service<E> {
    /// A service at an address, which ends without a slash.
    pub fn new(exchange: Rc<E>, tokens: Tokens, base: &str, messages: ServiceMessages) -> Self {
        Self {
            exchange,
            tokens,
            base: base.trim_end_matches('/').to_owned(),
            messages,
        }
    }

    /// The time, in milliseconds since 1970.
    pub fn now(&self) -> f64 {
        self.exchange.now()
    }

    /// Sends a call. If its token is not accepted, the token is refreshed, and the call repeated, once.
    ///
    /// # Errors
    ///
    /// The failure, with whether another attempt may help, and never with the token.
    pub async fn ask(&self, call: &Call) -> Result<Value, ToolFailure> {
        let mut held = self.tokens.get().await?;
        let mut answer = self.send(call, &held).await?;
        if answer.status == 401
            && let Some(fresh) = self.tokens.fresh(&held).await?
        {
            answer = self.send(call, &fresh).await?;
            held = fresh;
        }
        if !(200..300).contains(&answer.status) {
            return Err(self.refused(&answer, &held));
        }
        if answer.is_cut {
            let why = format!(
                "has more than {} megabytes, which is the maximum. Request less",
                MAX_BYTES / 1024 / 1024
            );
            return Err(self.unreadable(&why));
        }
        let read = answer.json();
        read.map_err(|place| self.unreadable(&format!("is not JSON ({place})")))
    }

    /// The failure for an answer that does not follow the service's reference.
    #[must_use]
    pub fn unreadable(&self, why: &str) -> ToolFailure {
        ToolFailure::permanent(format!("The answer of {} {why}.", self.messages.name))
            .code("bad_answer")
    }

    async fn send(&self, call: &Call, held: &Held) -> Result<Received, ToolFailure> {
        let mut headers = vec![("accept", "application/json".to_owned())];
        let own = self.messages.headers.iter();
        headers.extend(own.map(|(name, value)| (*name, (*value).to_owned())));
        if let Some(token) = &held.token {
            headers.push(("authorization", format!("Bearer {token}")));
        }
        let body = call.body.as_ref().map(Value::to_string);
        let method = if body.is_some() {
            headers.push(("content-type", "application/json".to_owned()));
            Method::Post
        } else {
            Method::Get
        };
        let url = format!("{}{}", self.base, call.path);
        let request = Request {
            method,
            url,
            headers,
            body,
        };
        let sent = self.exchange.send(request, MAX_BYTES).await;
        sent.map_err(|fault| {
            let ServiceMessages { name, cors, .. } = self.messages;
            let hint = if fault.may_be_cors { cors } else { "" };
            let message = format!("{name} could not be reached ({}).{hint}", fault.message);
            ToolFailure::transient(hidden(&message, held.token.as_deref())).code("fetch_failed")
        })
    }

    fn refused(&self, answer: &Received, held: &Held) -> ToolFailure {
        let name = self.messages.name;
        if answer.is_redirect() {
            return ToolFailure::permanent(format!(
                "{name} redirects, which is not followed, since the key would be sent along. The page's baseUrl has to be the target."
            ))
            .code("redirect_not_followed");
        }
        let status = answer.status;
        let error = answer
            .json()
            .ok()
            .and_then(|body| (self.messages.read_error)(&body));
        let ServiceError {
            text,
            is_rate_limit,
        } = error.unwrap_or_default();
        let what = match status {
            _ if is_rate_limit => "too many requests",
            401 => "not authorized",
            403 => "not permitted",
            404 => "not found",
            429 => "too many requests",
            500..=599 => "the service failed",
            _ => "refused",
        };
        let mut message = format!("{name} answered with HTTP status {status} ({what}).");
        if !text.is_empty() {
            // Removed before the text is cut: part of a key would not be found.
            let quoted = line(&hidden(&text, held.token.as_deref()), LONGEST_MESSAGE);
            message.push_str(" Its message: ");
            message.push_str(&quoted);
        }
        if status == 401 {
            message.push(' ');
            message.push_str(self.messages.unauthorized);
        }
        let message = hidden(&message, held.token.as_deref());
        let may_pass = is_rate_limit || matches!(status, 408 | 425 | 429 | 500..=599);
        let failure = if may_pass {
            ToolFailure::transient(message)
        } else {
            ToolFailure::permanent(message)
        };
        let failure = failure.code(format!("http_{status}"));
        match wait(answer, self.now()).filter(|_| may_pass) {
            Some(time) => failure.retry_after(time),
            None => failure,
        }
    }
}

/// A message without a secret, which a server may repeat.
pub(super) fn hidden(message: &str, secret: Option<&str>) -> String {
    match secret {
        Some(secret) if !secret.is_empty() => message.replace(secret, "[hidden]"),
        _ => message.to_owned(),
    }
}
