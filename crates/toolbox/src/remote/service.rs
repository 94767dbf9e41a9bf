use std::rc::Rc;

use ag_ui_lit::tool::ToolFailure;
use serde_json::Value;

use super::exchange::{Exchange, Method, Received, Request};
use super::tokens::{Held, Tokens};
use super::wait::wait;
use crate::excerpt::line;

/// Bytes of an answer that are read.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Characters of a service's own words that are repeated.
const LONGEST_WORDS: usize = 400;

/// A service that answers in JSON.
pub struct Service<E> {
    exchange: Rc<E>,
    tokens: Tokens,
    base: String,
    words: Words,
}

/// What is said of a service.
#[derive(Clone, Copy)]
pub struct Words {
    /// Its name.
    pub name: &'static str,
    /// What a person does about a key or a sign-in that is not accepted.
    pub unauthorized: &'static str,
    /// What a page does about a server that does not let it read.
    pub cors: &'static str,
    /// Headers of each request.
    pub headers: &'static [(&'static str, &'static str)],
    /// Reads the body of an answer that is no success.
    pub said: fn(&Value) -> Option<Said>,
}

/// What a service says of a request that failed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// In its own words.
    pub text: String,
    /// Whether there were too many requests, whatever the status.
    pub is_rate_limit: bool,
}

/// What a service is asked.
pub struct Call {
    /// Where, after the base.
    pub path: String,
    /// What is sent; with nothing it is read.
    pub body: Option<Value>,
}

impl<E: Exchange> Service<E> {
    /// At an address, which ends without a slash.
    pub fn new(exchange: Rc<E>, tokens: Tokens, base: &str, words: Words) -> Self {
        Self {
            exchange,
            tokens,
            base: base.trim_end_matches('/').to_owned(),
            words,
        }
    }

    /// What time it is, in milliseconds since 1970.
    pub fn now(&self) -> f64 {
        self.exchange.now()
    }

    /// Asks. A token that is not accepted is refreshed, and the call repeated, once.
    ///
    /// # Errors
    ///
    /// What came instead of an answer, with whether another try may help, and never with the token.
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
                "has more than {} megabytes, which is more than is read. Ask for less",
                MAX_BYTES / 1024 / 1024
            );
            return Err(self.unreadable(&why));
        }
        let read = answer.json();
        read.map_err(|place| self.unreadable(&format!("is no JSON ({place})")))
    }

    /// A failure for an answer that is not what the service's reference says.
    #[must_use]
    pub fn unreadable(&self, why: &str) -> ToolFailure {
        ToolFailure::permanent(format!("The answer of {} {why}.", self.words.name))
            .code("bad_answer")
    }

    async fn send(&self, call: &Call, held: &Held) -> Result<Received, ToolFailure> {
        let mut headers = vec![("accept", "application/json".to_owned())];
        let own = self.words.headers.iter();
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
            let Words { name, cors, .. } = self.words;
            let hint = if fault.may_be_cors { cors } else { "" };
            let message = format!("{name} could not be reached ({}).{hint}", fault.message);
            ToolFailure::transient(hidden(&message, held.token.as_deref())).code("fetch_failed")
        })
    }

    fn refused(&self, answer: &Received, held: &Held) -> ToolFailure {
        let name = self.words.name;
        if answer.is_redirect() {
            return ToolFailure::permanent(format!(
                "{name} redirects, which is not followed: the key would go along. The page's baseUrl has to be where it leads."
            ))
            .code("redirect_not_followed");
        }
        let status = answer.status;
        let said = answer.json().ok().and_then(|body| (self.words.said)(&body));
        let Said {
            text,
            is_rate_limit,
        } = said.unwrap_or_default();
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
            // Before it is cut: half a key is none that is looked for.
            let words = line(&hidden(&text, held.token.as_deref()), LONGEST_WORDS);
            message.push_str(" It said: ");
            message.push_str(&words);
        }
        if status == 401 {
            message.push(' ');
            message.push_str(self.words.unauthorized);
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
