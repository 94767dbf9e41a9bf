use std::cell::RefCell;
use std::rc::Rc;

use ag_ui_lit::tool::ToolFailure;
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, ready};
use serde::Deserialize;
use serde_json::Value;

use super::encode::encode;
use super::exchange::{Exchange, Method, Received, Request};
use super::service::hidden;
use super::shared_future::SharedFuture;
use super::tokens::TokenSource;
use super::wait::wait;
use crate::excerpt::line;

/// A token is not used in its last minute, in milliseconds: it has to be valid when the request arrives.
const MARGIN: f64 = 60_000.0;

/// The maximum length of an answer with a token, in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// The settings for exchanging a refresh token. They contain secrets, so they have no `Debug`.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OAuthSettings {
    /// The id of the client.
    pub client_id: String,
    /// The secret of the client, if the authorization server requires one.
    #[serde(default)]
    pub client_secret: Option<String>,
    /// The refresh token.
    pub refresh_token: String,
    /// The address of the exchange.
    pub token_url: String,
}

/// Access tokens for a refresh token (<https://www.rfc-editor.org/rfc/rfc6749#section-6>), with one request at a time for
/// all callers.
pub struct OAuth<E> {
    exchange: Rc<E>,
    /// A server may send another refresh token each time.
    settings: RefCell<OAuthSettings>,
    held: RefCell<Option<Held>>,
    exchanging: SharedFuture<(), Result<String, ToolFailure>>,
}

struct Held {
    token: String,
    /// The end of its validity, in milliseconds since 1970.
    until: f64,
}

#[derive(Deserialize)]
struct Granted {
    access_token: String,
    #[serde(default)]
    expires_in: Option<f64>,
    #[serde(default)]
    refresh_token: Option<String>,
}

impl<E: Exchange> OAuth<E> {
    /// A source over this means to send requests.
    pub fn new(exchange: Rc<E>, settings: OAuthSettings) -> Self {
        Self {
            exchange,
            settings: RefCell::new(settings),
            held: RefCell::new(None),
            exchanging: SharedFuture::default(),
        }
    }

    fn valid(&self) -> Option<String> {
        let now = self.exchange.now();
        let held = self.held.borrow();
        let valid = held.as_ref().filter(|held| now < held.until)?;
        Some(valid.token.clone())
    }

    async fn exchanged(&self) -> Result<String, ToolFailure> {
        let settings = self.settings.borrow().clone();
        let asked_at = self.exchange.now();
        let sent = self.exchange.send(request(&settings), MAX_BYTES).await;
        let answer = sent.map_err(|fault| {
            let why = safe(&fault.message, &settings);
            ToolFailure::transient(format!(
                "The sign-in could not be renewed: its server could not be reached ({why})."
            ))
            .code("token_not_refreshed")
        })?;
        if answer.status != 200 {
            return Err(self.refused(&answer, &settings));
        }
        let granted = answer.json().ok();
        let granted = granted.and_then(|body| serde_json::from_value::<Granted>(body).ok());
        let granted = granted.ok_or_else(|| {
            ToolFailure::permanent(
                "The sign-in could not be renewed: the answer of its server has no access token.",
            )
            .code("token_not_refreshed")
        })?;
        // Without an expiry the token is used until it is refused.
        let lasts = granted.expires_in.map(|seconds| seconds * 1000.0 - MARGIN);
        *self.held.borrow_mut() = Some(Held {
            token: granted.access_token.clone(),
            until: asked_at + lasts.unwrap_or(f64::INFINITY),
        });
        if let Some(next) = granted.refresh_token {
            self.settings.borrow_mut().refresh_token = next;
        }
        Ok(granted.access_token)
    }

    fn refused(&self, answer: &Received, settings: &OAuthSettings) -> ToolFailure {
        let status = answer.status;
        let body = answer.json().unwrap_or_default();
        let message_of_server = [&body["error"], &body["error_description"]]
            .into_iter()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(": ");
        // Removed before the text is cut: part of a secret would not be found.
        let message_of_server = line(&safe(&message_of_server, settings), 200);
        let message_of_server = match message_of_server.trim_end_matches('.') {
            "" => String::new(),
            message_of_server => format!(" Its message: {message_of_server}."),
        };
        let message = format!(
            "The sign-in could not be renewed: its server answered with HTTP status {status}.{message_of_server}"
        );
        if matches!(status, 408 | 425 | 429 | 500..=599) {
            let failure = ToolFailure::transient(message).code("token_not_refreshed");
            return match wait(answer, self.exchange.now()) {
                Some(time) => failure.retry_after(time),
                None => failure,
            };
        }
        ToolFailure::permanent(format!(
            "{message} The user has to sign in again, and the page to take the new refresh token."
        ))
        .code("token_not_refreshed")
    }
}

impl<E: Exchange> TokenSource for OAuth<E> {
    fn token(
        self: Rc<Self>,
        refresh: bool,
    ) -> LocalBoxFuture<'static, Result<String, ToolFailure>> {
        if let Some(token) = self.valid().filter(|_| !refresh) {
            return Box::pin(ready(Ok(token)));
        }
        let own = Rc::clone(&self);
        let exchanging = self
            .exchanging
            .run((), || async move { own.exchanged().await }.boxed_local());
        Box::pin(exchanging)
    }

    fn can_refresh(&self) -> bool {
        true
    }
}

fn request(settings: &OAuthSettings) -> Request {
    let mut form = format!(
        "grant_type=refresh_token&client_id={}&refresh_token={}",
        encode(&settings.client_id),
        encode(&settings.refresh_token)
    );
    if let Some(secret) = &settings.client_secret {
        form.push_str("&client_secret=");
        form.push_str(&encode(secret));
    }
    let form_type = "application/x-www-form-urlencoded".to_owned();
    Request {
        method: Method::Post,
        url: settings.token_url.clone(),
        headers: vec![
            ("accept", "application/json".to_owned()),
            ("content-type", form_type),
        ],
        body: Some(form),
    }
}

/// A server's message without the secrets that it may repeat.
fn safe(text: &str, settings: &OAuthSettings) -> String {
    let text = hidden(text, Some(&settings.refresh_token));
    hidden(&text, settings.client_secret.as_deref())
}
