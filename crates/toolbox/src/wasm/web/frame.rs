//! A hidden frame with its own Content-Security-Policy. The browser enforces the policy for its requests and their
//! redirects: a forbidden host gets no request.

use std::cell::Cell;
use std::rc::Rc;

use ag_ui_lit::wasm::tools::{global, property};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, HtmlElement, HtmlIFrameElement, RequestInit, Window};

thread_local! {
    /// Whether this browser enforces the policy of a frame, once that was tried.
    static HOLDS: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Removed when it is dropped, together with its pending requests.
pub(super) struct Frame {
    element: HtmlIFrameElement,
    window: Window,
    refused: Rc<Cell<bool>>,
    listener: Closure<dyn FnMut(JsValue)>,
}

impl Frame {
    /// Opens a frame whose requests only go to `sources`. The policy is tried first: a browser that does not enforce it is
    /// not used.
    pub async fn open(sources: &[String]) -> Result<Self, String> {
        let document: Document = property(&global(), "document")
            .dyn_into()
            .map_err(|_| "there is no document here to open a frame in (a worker has none)")?;
        let element: HtmlIFrameElement = document
            .create_element("iframe")
            .ok()
            .and_then(|element| element.dyn_into().ok())
            .ok_or("no frame can be made")?;
        element.unchecked_ref::<HtmlElement>().set_hidden(true);
        let _named = element.set_attribute("aria-hidden", "true");
        let place = document.document_element().ok_or("the document is empty")?;
        let loaded = loaded(&element);
        place
            .append_child(&element)
            .map_err(|_| "no frame can be put into the document")?;
        let opened = Opened(Some(element.clone()));
        // Some browsers replace the frame's document later, and earlier content would be lost.
        let _event = JsFuture::from(loaded).await;
        let window = element.content_window().ok_or("the frame has no window")?;
        let inner = element
            .content_document()
            .ok_or("the frame's document can't be reached")?;
        let refused = Rc::new(Cell::new(false));
        let listener = {
            let refused = Rc::clone(&refused);
            Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
                if !is_trial(&event) {
                    refused.set(true);
                }
            })
        };
        restrict(&inner, sources)?;
        let frame = Self {
            element,
            window,
            refused,
            listener,
        };
        // From here on dropping it removes its element.
        opened.keep();
        if !frame.holds().await {
            return Err("the browser does not enforce a frame's own policy".to_owned());
        }
        inner
            .add_event_listener_with_callback(
                "securitypolicyviolation",
                frame.listener.as_ref().unchecked_ref(),
            )
            .map_err(|_| "the frame can't be listened to")?;
        Ok(frame)
    }

    /// The frame's `fetch`.
    pub fn fetch(&self, url: &str, init: &RequestInit) -> Result<Promise, JsValue> {
        let fetch: Function = Reflect::get(&self.window, &"fetch".into())?.dyn_into()?;
        let promise = fetch.call2(&self.window, &url.into(), init)?;
        // Converts a promise of the frame's realm to one of this realm.
        Ok(Promise::resolve(&promise))
    }

    /// Returns true if the browser has refused a request, which it reports in a separate task.
    pub async fn has_refused(&self) -> bool {
        for _task in 0..3 {
            if self.refused.get() {
                break;
            }
            TimeoutFuture::new(0).await;
        }
        self.refused.get()
    }

    /// Tries the policy once in a page, since the browser logs it in its console. `data:` is never a listed source, and
    /// reaches no server.
    async fn holds(&self) -> bool {
        if let Some(known) = HOLDS.get() {
            return known;
        }
        let holds = match self.fetch("data:,x", &RequestInit::new()) {
            Ok(promise) => JsFuture::from(promise).await.is_err(),
            Err(_) => false,
        };
        HOLDS.set(Some(holds));
        holds
    }
}

/// Returns true if the refused request is the trial: the browser reports that in a later task.
fn is_trial(event: &JsValue) -> bool {
    let address = property(event, "blockedURI").as_string();
    address.is_some_and(|address| address.starts_with("data"))
}

impl Drop for Frame {
    fn drop(&mut self) {
        self.element.remove();
    }
}

/// Removes the element if opening fails.
struct Opened(Option<HtmlIFrameElement>);

impl Opened {
    fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        if let Some(element) = self.0.take() {
            element.remove();
        }
    }
}

/// Resolves when the frame is loaded, which may be before this is awaited.
fn loaded(element: &HtmlIFrameElement) -> Promise {
    Promise::new(&mut |resolve, _reject| {
        let _listening = element.add_event_listener_with_callback("load", &resolve);
    })
}

/// Adds the policy by nodes: pages with Trusted Types refuse text that becomes markup.
fn restrict(document: &Document, sources: &[String]) -> Result<(), String> {
    let meta = document
        .create_element("meta")
        .map_err(|_| "the frame can't be written to")?;
    let list = if sources.is_empty() {
        "'none'".to_owned()
    } else {
        sources.join(" ")
    };
    let policy = format!("default-src 'none'; connect-src {list}");
    let _equivalent = meta.set_attribute("http-equiv", "Content-Security-Policy");
    let _content = meta.set_attribute("content", &policy);
    // Not of this realm, so not an instance of this realm's classes.
    let head: web_sys::Node = property(document, "head").unchecked_into();
    head.append_child(&meta)
        .map_err(|_| "the frame can't be written to")?;
    Ok(())
}
