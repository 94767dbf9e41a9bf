use ag_ui_lit::wasm::tools::{global, property};
use js_sys::{Date, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, Headers, ReadableStreamDefaultReader, RequestCache, RequestCredentials,
    RequestInit, RequestMode, RequestRedirect, Response, ResponseType, Url,
};

use super::frame::Frame;
use crate::web::{Address, Answer, Fetch, FetchFault, Followed};

#[wasm_bindgen]
extern "C" {
    /// The global function, which a page may have instrumented; it also exists in a worker and in Node.
    #[wasm_bindgen(catch, js_name = fetch)]
    fn global_fetch(url: &str, init: &RequestInit) -> Result<Promise, JsValue>;
}

/// The page's `fetch`.
pub struct PageFetch {
    credentials: RequestCredentials,
}

impl PageFetch {
    /// From `WebToolsOptions`.
    pub fn new(options: &JsValue) -> Self {
        let credentials = match property(options, "credentials").as_string().as_deref() {
            Some("include") => RequestCredentials::Include,
            Some("same-origin") => RequestCredentials::SameOrigin,
            _ => RequestCredentials::Omit,
        };
        Self { credentials }
    }

    /// A fetch that sends no cookies, regardless of the page's own requests.
    pub fn without_cookies() -> Self {
        Self {
            credentials: RequestCredentials::Omit,
        }
    }

    /// Sends a request to a service, without caching and without following redirects.
    pub async fn send(
        &self,
        method: &str,
        url: &str,
        headers: &[(&str, String)],
        body: Option<&str>,
    ) -> Result<PageAnswer, FetchFault> {
        let (init, guard) = self.init(RequestRedirect::Manual);
        init.set_method(method);
        init.set_cache(RequestCache::NoStore);
        let given = Headers::new().map_err(|thrown| fault(&thrown))?;
        for (name, value) in headers {
            given.set(name, value).map_err(|thrown| fault(&thrown))?;
        }
        init.set_headers(&given);
        if let Some(body) = body {
            init.set_body(&body.into());
        }
        let response = settled(global_fetch(url, &init)).await?;
        Ok(PageAnswer {
            response: response.unchecked_into(),
            reader: None,
            guard: Some(guard),
            _frame: None,
        })
    }

    fn init(&self, redirect: RequestRedirect) -> (RequestInit, Guard) {
        let init = RequestInit::new();
        init.set_method("GET");
        init.set_mode(RequestMode::Cors);
        init.set_credentials(self.credentials);
        init.set_redirect(redirect);
        init.set_referrer_policy(web_sys::ReferrerPolicy::NoReferrer);
        let guard = Guard(AbortController::new().ok());
        if let Some(controller) = &guard.0 {
            init.set_signal(Some(&controller.signal()));
        }
        (init, guard)
    }
}

/// Cancels a request whose future is dropped.
struct Guard(Option<AbortController>);

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(controller) = &self.0 {
            controller.abort();
        }
    }
}

impl Fetch for PageFetch {
    type Answer = PageAnswer;

    async fn pause(&self) {
        gloo_timers::future::TimeoutFuture::new(0).await;
    }

    fn parse(&self, text: &str, base: Option<&str>) -> Option<Address> {
        let url = match base {
            Some(base) => Url::new_with_base(text, base),
            None => Url::new(text),
        }
        .ok()?;
        let scheme = url.protocol().trim_end_matches(':').to_owned();
        let port = url.port().parse().ok().or(match scheme.as_str() {
            "https" => Some(443),
            "http" => Some(80),
            _ => None,
        });
        Some(Address {
            href: url.href(),
            scheme,
            host: url.hostname(),
            port,
            has_credentials: !url.username().is_empty() || !url.password().is_empty(),
        })
    }

    fn until(&self, date: &str) -> Option<f64> {
        let until = Date::parse(date) - Date::now();
        until.is_finite().then_some(until)
    }

    async fn get(&self, address: &Address) -> Result<PageAnswer, FetchFault> {
        let (init, guard) = self.init(RequestRedirect::Manual);
        let response = settled(global_fetch(address.without_fragment(), &init)).await?;
        Ok(PageAnswer {
            response: response.unchecked_into(),
            reader: None,
            guard: Some(guard),
            _frame: None,
        })
    }

    async fn follow(
        &self,
        address: &Address,
        sources: &[String],
    ) -> Result<Followed<PageAnswer>, FetchFault> {
        let frame = match Frame::open(sources).await {
            Ok(frame) => frame,
            Err(why) => return Ok(Followed::Impossible(why)),
        };
        let (init, guard) = self.init(RequestRedirect::Follow);
        match settled(frame.fetch(address.without_fragment(), &init)).await {
            Ok(response) => Ok(Followed::Answer(PageAnswer {
                response: response.unchecked_into(),
                reader: None,
                guard: Some(guard),
                _frame: Some(frame),
            })),
            Err(fault) => {
                if frame.has_refused().await {
                    Ok(Followed::LeftAllowed)
                } else {
                    Err(fault)
                }
            }
        }
    }
}

async fn settled(promise: Result<Promise, JsValue>) -> Result<JsValue, FetchFault> {
    let outcome = match promise {
        Ok(promise) => JsFuture::from(promise).await,
        Err(thrown) => Err(thrown),
    };
    outcome.map_err(|thrown| fault(&thrown))
}

/// The fault of a thrown value. Browsers report unspecified failures as a `TypeError`, Node names the cause.
fn fault(thrown: &JsValue) -> FetchFault {
    let text = |object: &JsValue| property(object, "message").as_string();
    let cause = text(&property(thrown, "cause"));
    let message = match (text(thrown), &cause) {
        (Some(message), Some(cause)) => format!("{message}: {cause}"),
        (Some(message), None) => message,
        (None, _) => "the request failed".to_owned(),
    };
    FetchFault {
        message,
        may_be_cors: cause.is_none() && property(&global(), "document").is_object(),
    }
}

/// A response of the page's realm or of the frame's, whose document has to stay while it is read.
pub struct PageAnswer {
    response: Response,
    reader: Option<ReadableStreamDefaultReader>,
    guard: Option<Guard>,
    _frame: Option<Frame>,
}

impl Drop for PageAnswer {
    fn drop(&mut self) {
        // Before the frame is removed.
        drop(self.guard.take());
    }
}

impl Answer for PageAnswer {
    fn status(&self) -> u16 {
        self.response.status()
    }

    fn url(&self) -> String {
        self.response.url()
    }

    fn header(&self, name: &str) -> Option<String> {
        self.response.headers().get(name).ok().flatten()
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FetchFault> {
        if self.reader.is_none() {
            let Some(body) = self.response.body() else {
                return Ok(None);
            };
            self.reader = Some(body.get_reader().unchecked_into());
        }
        let Some(reader) = &self.reader else {
            return Ok(None);
        };
        let read = JsFuture::from(reader.read())
            .await
            .map_err(|thrown| fault(&thrown))?;
        if property(&read, "done").is_truthy() {
            return Ok(None);
        }
        // It may be from the frame's realm, so it is copied by its members.
        Ok(Some(Uint8Array::new(&property(&read, "value")).to_vec()))
    }

    fn is_hidden_redirect(&self) -> bool {
        self.response.type_() == ResponseType::Opaqueredirect
    }
}
