use std::rc::Rc;

use ag_ui_lit::tool::ToolFailure;
use ag_ui_lit::wasm::tools::{from_js, property};
use futures_util::future::LocalBoxFuture;
use js_sys::{Array, Date};
use wasm_bindgen::prelude::*;

use super::page_function::{later, read};
use super::web::PageFetch;
use crate::remote::{
    Exchange, Fixed, Method, OAuth, READ_HEADERS, Received, Request, Service, ServiceMessages,
    TokenSource, Tokens,
};
use crate::web::{Answer, FetchFault, read_body};

/// Services over the page's `fetch`.
pub(super) struct PageExchange(PageFetch);

impl Exchange for PageExchange {
    fn now(&self) -> f64 {
        Date::now()
    }

    async fn send(&self, request: Request, max_bytes: usize) -> Result<Received, FetchFault> {
        let method = match request.method {
            Method::Get => "GET",
            Method::Post => "POST",
        };
        let mut answer = self
            .0
            .send(
                method,
                &request.url,
                &request.headers,
                request.body.as_deref(),
            )
            .await?;
        let header = |name: &str| Some((name.to_owned(), answer.header(name)?));
        let headers = READ_HEADERS.into_iter().filter_map(header).collect();
        let status = answer.status();
        let body = read_body(&mut answer, max_bytes).await?;
        Ok(Received {
            status,
            headers,
            body: body.bytes,
            is_cut: body.is_cut,
        })
    }
}

/// A service of `{ baseUrl, token? }`, as the page's half passes them: see `pkg-template/src/toolbox/remote/`.
pub(super) fn service(
    options: &JsValue,
    messages: ServiceMessages,
) -> Result<Rc<Service<PageExchange>>, JsError> {
    let exchange = Rc::new(PageExchange(PageFetch::without_cookies()));
    let source = source(&property(options, "token"), &exchange)?;
    let base: String = from_js(property(options, "baseUrl"))?;
    let tokens = Tokens::new(source);
    Ok(Rc::new(Service::new(exchange, tokens, &base, messages)))
}

/// A token source: a text, `{ ask(refresh) }`, or the settings of a refresh token.
fn source(
    token: &JsValue,
    exchange: &Rc<PageExchange>,
) -> Result<Option<Rc<dyn TokenSource>>, JsError> {
    if token.is_undefined() {
        return Ok(None);
    }
    if let Some(text) = token.as_string() {
        return Ok(Some(Rc::new(Fixed(text))));
    }
    if property(token, "ask").is_function() {
        return Ok(Some(Rc::new(PageTokens(token.clone()))));
    }
    let settings = from_js(token.clone())?;
    Ok(Some(Rc::new(OAuth::new(Rc::clone(exchange), settings))))
}

/// `{ ask(refresh) }`
struct PageTokens(JsValue);

impl TokenSource for PageTokens {
    fn token(
        self: Rc<Self>,
        refresh: bool,
    ) -> LocalBoxFuture<'static, Result<String, ToolFailure>> {
        Box::pin(async move { read(later(&self.0, "ask", &Array::of1(&refresh.into())).await?) })
    }

    fn can_refresh(&self) -> bool {
        true
    }
}
