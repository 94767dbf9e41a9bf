//! Services that need a key: tokens and their refresh, refusals, and the secrecy of keys.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::ToolFailure;
use ag_ui_lit_toolbox::remote::{
    Call, Exchange, Fixed, MemoryExchange, Method, OAuth, OAuthSettings, Received, Request,
    Service, ServiceError, ServiceMessages, TokenSource, Tokens, encode,
};
use ag_ui_lit_toolbox::web::FetchFault;
use futures_executor::block_on;
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, join, ready};
use serde_json::{Value, json};

/// 2026-11-28T12:00:00Z
pub const NOW: f64 = 1_795_867_200_000.0;

pub fn received(status: u16, body: &Value) -> Received {
    Received {
        status,
        body: body.to_string().into_bytes(),
        ..Received::default()
    }
}

pub fn with(mut answer: Received, header: &str, value: &str) -> Received {
    answer.headers = BTreeMap::from([(header.to_owned(), value.to_owned())]);
    answer
}

pub fn header<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    let found = request.headers.iter().find(|(given, _)| *given == name);
    found.map(|(_, value)| value.as_str())
}

fn service_messages() -> ServiceMessages {
    ServiceMessages {
        name: "Duffel",
        unauthorized: "Sign in again.",
        cors: " It may be CORS.",
        headers: &[("x-version", "2")],
        read_error: |body| {
            Some(ServiceError {
                text: body["message"].as_str()?.to_owned(),
                is_rate_limit: body["slow"] == true,
            })
        },
    }
}

fn service(
    exchange: &Rc<MemoryExchange>,
    source: Option<Rc<dyn TokenSource>>,
) -> Service<MemoryExchange> {
    let base = "https://api.example/";
    Service::new(
        Rc::clone(exchange),
        Tokens::new(source),
        base,
        service_messages(),
    )
}

fn read() -> Call {
    Call {
        path: "/x".to_owned(),
        body: None,
    }
}

/// Calls a server with one answer to everything, with a fixed token.
fn ask(answer: Result<Received, FetchFault>) -> Result<Value, ToolFailure> {
    let exchange = Rc::new(MemoryExchange::new(NOW, move |_| answer.clone()));
    let source: Rc<dyn TokenSource> = Rc::new(Fixed("s3cret-key".to_owned()));
    block_on(service(&exchange, Some(source)).ask(&read()))
}

fn refused(answer: Received) -> ToolFailure {
    ask(Ok(answer)).unwrap_err()
}

/// A source of `token-0`, and of another one for each refresh.
#[derive(Default)]
struct Counted {
    refreshes: Cell<u32>,
    /// The user of the tokens.
    user: RefCell<String>,
}

impl TokenSource for Counted {
    fn token(
        self: Rc<Self>,
        refresh: bool,
    ) -> LocalBoxFuture<'static, Result<String, ToolFailure>> {
        if !refresh {
            let token = format!("{}token-{}", self.user.borrow(), self.refreshes.get());
            return ready(Ok(token)).boxed_local();
        }
        async move {
            // Meanwhile others are refused the same token.
            others_go_on().await;
            self.refreshes.set(self.refreshes.get() + 1);
            let user = self.user.borrow();
            Ok(format!("{user}token-{}", self.refreshes.get()))
        }
        .boxed_local()
    }

    fn can_refresh(&self) -> bool {
        true
    }
}

/// Lets other work run.
async fn others_go_on() {
    let mut was_here = false;
    std::future::poll_fn(|context| {
        if was_here {
            return std::task::Poll::Ready(());
        }
        was_here = true;
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
    .await;
}

/// Accepts only one token, and records the tokens of requests.
fn accepting(token: &'static str) -> Rc<MemoryExchange> {
    Rc::new(MemoryExchange::new(NOW, move |request| {
        let is_accepted = header(request, "authorization") == Some(token);
        Ok(if is_accepted {
            received(200, &json!({ "ok": true }))
        } else {
            received(401, &json!({ "message": "Invalid Credentials" }))
        })
    }))
}

#[test]
fn a_request_contains_exactly_the_required_headers() {
    let exchange = Rc::new(MemoryExchange::new(NOW, |_| {
        Ok(received(200, &json!({ "ok": true })))
    }));
    let service = service(&exchange, Some(Rc::new(Fixed("key".to_owned()))));
    block_on(service.ask(&read())).unwrap();
    let call = Call {
        path: "/y".to_owned(),
        body: Some(json!({ "a": 1 })),
    };
    block_on(service.ask(&call)).unwrap();
    let asked = exchange.asked.borrow();
    let headers = |at: usize| asked[at].headers.clone();
    assert!(asked[0].method == Method::Get && asked[0].url == "https://api.example/x");
    assert_eq!(
        headers(0),
        [
            ("accept", "application/json".to_owned()),
            ("x-version", "2".to_owned()),
            ("authorization", "Bearer key".to_owned()),
        ]
    );
    assert!(asked[1].method == Method::Post && asked[1].body.as_deref() == Some("{\"a\":1}"));
    assert_eq!(header(&asked[1], "content-type"), Some("application/json"));
}

#[test]
fn without_a_source_no_token_is_sent() {
    let exchange = accepting("");
    let failure = block_on(service(&exchange, None).ask(&read())).unwrap_err();
    assert_eq!(exchange.asked.borrow().len(), 1);
    assert_eq!(header(&exchange.asked.borrow()[0], "authorization"), None);
    assert_eq!(failure.code.as_deref(), Some("http_401"));
}

#[test]
fn a_refused_token_is_refreshed_once_and_the_call_repeated() {
    let exchange = accepting("Bearer token-1");
    let source = Rc::new(Counted::default());
    let service = service(&exchange, Some(source.clone()));
    let answer = block_on(service.ask(&read())).unwrap();
    assert_eq!(answer, json!({ "ok": true }));
    assert_eq!(source.refreshes.get(), 1);
    assert_eq!(exchange.asked.borrow().len(), 2);
}

#[test]
fn a_second_refusal_is_final_with_advice() {
    let exchange = accepting("Bearer never");
    let source = Rc::new(Counted::default());
    let failure = block_on(service(&exchange, Some(source.clone())).ask(&read())).unwrap_err();
    assert_eq!(
        failure.message,
        "Duffel answered with HTTP status 401 (not authorized). Its message: Invalid Credentials Sign in again."
    );
    assert_eq!(failure.category, Some(ToolErrorCategory::Permanent));
    assert_eq!(source.refreshes.get(), 1);
    assert_eq!(exchange.asked.borrow().len(), 2);
}

#[test]
fn a_fixed_token_is_not_retried() {
    let exchange = accepting("Bearer never");
    let source: Rc<dyn TokenSource> = Rc::new(Fixed("old".to_owned()));
    block_on(service(&exchange, Some(source)).ask(&read())).unwrap_err();
    assert_eq!(exchange.asked.borrow().len(), 1);
}

#[test]
fn simultaneous_calls_share_one_refresh() {
    let exchange = accepting("Bearer token-1");
    let source = Rc::new(Counted::default());
    let service = service(&exchange, Some(source.clone()));
    let call = read();
    let both = block_on(join(
        service.ask(&call),
        join(service.ask(&call), service.ask(&call)),
    ));
    assert!(both.0.is_ok() && both.1.0.is_ok() && both.1.1.is_ok());
    assert_eq!(source.refreshes.get(), 1);
}

#[test]
fn a_refresh_is_not_given_to_another_user() {
    let exchange = Rc::new(MemoryExchange::new(NOW, |request| {
        let token = header(request, "authorization").unwrap_or_default();
        Ok(if token.ends_with("token-0") {
            received(401, &Value::Null)
        } else {
            received(200, &json!(token))
        })
    }));
    let source = Rc::new(Counted::default());
    let service = service(&exchange, Some(source.clone()));
    let call = read();
    *source.user.borrow_mut() = "ada-".to_owned();
    let mut first = Box::pin(service.ask(&call));
    // Sent with Ada's token, whose refusal has not arrived.
    assert!(first.as_mut().now_or_never().is_none());
    *source.user.borrow_mut() = "bob-".to_owned();
    let (_, second) = block_on(join(first, service.ask(&call)));
    let second = second.unwrap();
    assert!(
        second.as_str().unwrap().starts_with("Bearer bob-"),
        "{second}"
    );
}

#[test]
fn a_cancelled_call_leaves_the_refresh_to_the_others() {
    let exchange = accepting("Bearer token-1");
    let source = Rc::new(Counted::default());
    let service = service(&exchange, Some(source.clone()));
    let call = read();
    let mut first = Box::pin(service.ask(&call));
    let mut second = Box::pin(service.ask(&call));
    // Both are refused, and wait for the refresh that the first has started.
    for _ in 0..2 {
        assert!(first.as_mut().now_or_never().is_none());
        assert!(second.as_mut().now_or_never().is_none());
    }
    drop(first);
    assert!(block_on(second).is_ok());
    assert_eq!(source.refreshes.get(), 1);
    // All callers are gone: the next call starts over.
    drop(service);
}

#[test]
fn invalid_tokens_are_not_sent() {
    for bad in ["", "a b", "key\r\nx-evil: 1", "Bearer key", "kéy"] {
        let exchange = accepting("");
        let source: Rc<dyn TokenSource> = Rc::new(Fixed(bad.to_owned()));
        let failure = block_on(service(&exchange, Some(source)).ask(&read())).unwrap_err();
        assert_eq!(failure.code.as_deref(), Some("bad_token"), "{bad:?}");
        assert!(exchange.asked.borrow().is_empty());
    }
}

#[test]
fn a_key_is_removed_before_a_long_message_is_cut() {
    for before in 385..400 {
        let message = format!("{} s3cret-key", "x".repeat(before));
        let failure = refused(received(403, &json!({ "message": message })));
        assert!(!failure.message.contains("s3c"), "{}", failure.message);
    }
}

#[test]
fn a_status_determines_whether_a_retry_may_help() {
    let body = json!({ "message": "Because." });
    for status in [400, 403, 404, 406, 409, 410, 422] {
        let failure = refused(with(received(status, &body), "retry-after", "1"));
        assert_eq!(failure.category, Some(ToolErrorCategory::Permanent));
        assert_eq!(failure.code, Some(format!("http_{status}")));
        assert_eq!(failure.retry_after, None);
        assert!(failure.message.contains("Its message: Because."));
    }
    for status in [408, 425, 429, 500, 502, 503, 504] {
        let failure = refused(with(received(status, &body), "retry-after", "3"));
        assert_eq!(failure.category, Some(ToolErrorCategory::Transient));
        assert_eq!(failure.retry_after, Some(3_000.0));
    }
    let slow = json!({ "message": "Slower.", "slow": true });
    let failure = refused(received(403, &slow));
    assert_eq!(failure.category, Some(ToolErrorCategory::Transient));
}

#[test]
fn the_requested_wait_is_read_in_each_of_its_forms() {
    let cases = [
        ("retry-after", "0", Some(0.0)),
        ("retry-after", " 2.5 ", Some(2_500.0)),
        ("retry-after", "-5", Some(0.0)),
        (
            "retry-after",
            "Sat, 28 Nov 2026 12:00:30 GMT",
            Some(30_000.0),
        ),
        ("retry-after", "Sat, 28 Nov 2026 11:00:00 GMT", Some(0.0)),
        ("retry-after", "2026-11-28T12:00:05Z", Some(5_000.0)),
        ("retry-after", "soon", None),
        ("retry-after", "1e999", None),
        ("retry-after", "NaN", None),
        ("retry-after", "", None),
        (
            "ratelimit-reset",
            "Sat, 28 Nov 2026 12:00:59 GMT",
            Some(59_000.0),
        ),
        ("ratelimit-reset", "1795867210", Some(10_000.0)),
        ("ratelimit-reset", "42", Some(42_000.0)),
    ];
    for (name, value, expected) in cases {
        let failure = refused(with(received(429, &Value::Null), name, value));
        assert_eq!(failure.retry_after, expected, "{name}: {value}");
    }
    // It is the time at which a limit is reset, which does not matter for a failed server.
    let failure = refused(with(received(503, &Value::Null), "ratelimit-reset", "42"));
    assert_eq!(failure.retry_after, None);
}

#[test]
fn an_invalid_answer_is_reported_without_its_text() {
    let raw = |text: &[u8]| Received {
        status: 200,
        body: text.to_vec(),
        ..Received::default()
    };
    for bad in [
        b"<html>secret</html>".as_slice(),
        b"",
        b"{\"a\":1",
        b"\xff\xfe",
        b"{} {}",
        &"[".repeat(100_000).into_bytes(),
    ] {
        let failure = refused(raw(bad));
        assert_eq!(failure.category, Some(ToolErrorCategory::Permanent));
        assert_eq!(failure.code.as_deref(), Some("bad_answer"));
        assert!(
            failure
                .message
                .starts_with("The answer of Duffel is not JSON (")
        );
        assert!(!failure.message.contains("secret"));
    }
    let failure = refused(raw(&vec![b' '; 17 * 1024 * 1024]));
    assert!(
        failure.message.contains("more than 16 megabytes"),
        "{failure}"
    );
}

#[test]
fn a_redirect_is_not_followed() {
    for status in [0, 301, 302, 307, 308] {
        let failure = refused(received(status, &Value::Null));
        assert_eq!(failure.code.as_deref(), Some("redirect_not_followed"));
        assert_eq!(failure.category, Some(ToolErrorCategory::Permanent));
    }
}

#[test]
fn a_failed_network_is_a_transient_failure() {
    let fault = |may_be_cors| FetchFault {
        message: "no route with s3cret-key".to_owned(),
        may_be_cors,
    };
    let failure = ask(Err(fault(true))).unwrap_err();
    assert_eq!(failure.category, Some(ToolErrorCategory::Transient));
    assert_eq!(
        failure.message,
        "Duffel could not be reached (no route with [hidden]). It may be CORS."
    );
    assert!(!ask(Err(fault(false))).unwrap_err().message.contains("CORS"));
}

#[test]
fn a_key_in_a_server_s_message_is_hidden_and_the_message_is_short() {
    let body = json!({ "message": format!("Key s3cret-key is bad.\n{}", "x".repeat(10_000)) });
    for status in [400, 401, 503] {
        let failure = refused(received(status, &body));
        assert!(!format!("{failure:?}").contains("s3cret-key"));
        assert!(failure.message.contains("Key [hidden] is bad. xxx"));
        assert!(failure.message.len() < 700);
    }
}

fn settings() -> OAuthSettings {
    OAuthSettings {
        client_id: "client id".to_owned(),
        client_secret: None,
        refresh_token: "1//refresh".to_owned(),
        token_url: "https://oauth.example/token".to_owned(),
    }
}

/// The answer of an authorization server, and the result of a token source.
fn exchanged(answer: Received) -> (Result<String, ToolFailure>, Rc<MemoryExchange>) {
    let exchange = Rc::new(MemoryExchange::new(NOW, move |_| Ok(answer.clone())));
    let source = Rc::new(OAuth::new(Rc::clone(&exchange), settings()));
    (block_on(source.token(false)), exchange)
}

#[test]
fn a_refresh_token_is_exchanged_by_the_standard() {
    let (token, exchange) = exchanged(received(200, &json!({ "access_token": "at" })));
    assert_eq!(token.unwrap(), "at");
    let asked = exchange.asked.borrow();
    assert!(asked[0].method == Method::Post && asked[0].url == "https://oauth.example/token");
    assert_eq!(
        header(&asked[0], "content-type"),
        Some("application/x-www-form-urlencoded")
    );
    assert_eq!(header(&asked[0], "authorization"), None);
    assert_eq!(
        asked[0].body.as_deref(),
        Some("grant_type=refresh_token&client_id=client%20id&refresh_token=1%2F%2Frefresh")
    );
}

#[test]
fn an_access_token_is_used_until_its_last_minute() {
    let exchange = Rc::new(MemoryExchange::new(NOW, |_| {
        let answer =
            json!({ "access_token": "at", "expires_in": 3600, "refresh_token": "1//next" });
        Ok(received(200, &answer))
    }));
    let source = Rc::new(OAuth::new(Rc::clone(&exchange), settings()));
    let token = |refresh| block_on(Rc::clone(&source).token(refresh)).unwrap();
    let asked = || exchange.asked.borrow().len();
    token(false);
    exchange.now.set(NOW + 3_539_000.0);
    token(false);
    assert_eq!(asked(), 1);
    exchange.now.set(NOW + 3_540_000.0);
    token(false);
    assert_eq!(asked(), 2);
    let body = exchange.asked.borrow()[1].body.clone().unwrap();
    assert!(body.ends_with("refresh_token=1%2F%2Fnext"), "{body}");
    token(true);
    assert_eq!(asked(), 3);
}

#[test]
fn simultaneous_calls_share_one_exchange() {
    let exchange = Rc::new(MemoryExchange::new(NOW, |request| {
        Ok(match request.method {
            Method::Post => received(200, &json!({ "access_token": "at", "expires_in": 3600 })),
            Method::Get => received(200, &json!(header(request, "authorization"))),
        })
    }));
    let source = Rc::new(OAuth::new(Rc::clone(&exchange), settings()));
    let service = service(&exchange, Some(source));
    let call = read();
    let (one, other) = block_on(join(service.ask(&call), service.ask(&call)));
    assert_eq!(
        (one.unwrap(), other.unwrap()),
        (json!("Bearer at"), json!("Bearer at"))
    );
    let asked = exchange.asked.borrow();
    let exchanges = asked.iter().filter(|asked| asked.method == Method::Post);
    assert_eq!(exchanges.count(), 1);
}

#[test]
fn a_failed_renewal_of_a_sign_in_is_reported_without_its_secrets() {
    let invalid = json!({ "error": "invalid_grant", "error_description": "Token 1//refresh has been expired or revoked." });
    let failure = exchanged(received(400, &invalid)).0.unwrap_err();
    assert_eq!(
        failure.message,
        "The sign-in could not be renewed: its server answered with HTTP status 400. Its message: invalid_grant: Token [hidden] has been expired or revoked. The user has to sign in again, and the page to take the new refresh token."
    );
    assert_eq!(failure.category, Some(ToolErrorCategory::Permanent));
    let failure = exchanged(with(received(503, &Value::Null), "retry-after", "7")).0;
    let failure = failure.unwrap_err();
    assert_eq!(failure.category, Some(ToolErrorCategory::Transient));
    assert_eq!(failure.retry_after, Some(7_000.0));
    for bad in [json!({}), json!({ "access_token": 1 }), json!("at")] {
        let failure = exchanged(received(200, &bad)).0.unwrap_err();
        assert_eq!(failure.code.as_deref(), Some("token_not_refreshed"));
    }
    let failure = exchanged(received(200, &json!({ "access_token": "" })));
    assert_eq!(failure.0.unwrap(), "", "which Tokens refuses");
}

#[test]
fn encoded_texts_stay_one_segment_of_an_address() {
    assert_eq!(
        encode("a@b/../c?d=e&f#g%2e é"),
        "a%40b%2F..%2Fc%3Fd%3De%26f%23g%252e%20%C3%A9"
    );
}

#[test]
fn an_exchange_in_memory_keeps_its_limit() {
    let exchange = MemoryExchange::new(NOW, |_| Ok(received(200, &json!("long"))));
    let request = Request {
        method: Method::Get,
        url: String::new(),
        headers: Vec::new(),
        body: None,
    };
    let answer = block_on(exchange.send(request, 3)).unwrap();
    assert!(answer.is_cut && answer.body.len() == 3);
}
