use std::rc::Rc;

use ag_ui_lit::tool::State;
use ag_ui_lit::wasm::tools::{PageEnvironment, from_js, property};
use js_sys::{Array, Promise};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::definitions;
use crate::page::{
    AccessFailure, Action, Address, Answer, Arrival, Click, Consent, Destination, Effects, GetPage,
    Limits, Navigate, Page, PageNode, Picture, Reference, Screenshot, Snapshot, Target, Type,
    Typed, Typing,
};

#[wasm_bindgen]
extern "C" {
    /// The page's half, `PageAccess` of `pkg-template/src/toolbox/page/`: it uses the document by the prototypes' own
    /// members, which no element of a page can replace. Its answers are JSON.
    type PageAccess;

    #[wasm_bindgen(method, catch)]
    fn glimpse(this: &PageAccess, of: u32) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn look(this: &PageAccess, of: Option<u32>) -> Result<Looking, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn nodes(this: &PageAccess, look: u32, from: u32) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn turn(this: &PageAccess) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn references(this: &PageAccess, look: u32, nodes: Vec<u32>) -> Result<Vec<u32>, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn perform(this: &PageAccess, request: String) -> Result<JsValue, JsValue>;

    /// A pending read of the page.
    type Looking;

    #[wasm_bindgen(method, getter)]
    fn done(this: &Looking) -> Promise;

    #[wasm_bindgen(method)]
    fn stop(this: &Looking);
}

/// Stops a read when its future is dropped, since the call was cancelled. Without effect on one that has ended.
struct StopOnDrop(Looking);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// `get_page`, `click`, `type`, `navigate`, `screenshot`.
pub fn page_tools(options: JsValue) -> Result<Array, JsError> {
    let access: PageAccess = property(&options, "access").unchecked_into();
    let page: Rc<dyn Page> = Rc::new(BrowserPage { access });
    let number = |name, otherwise: usize| {
        let given = property(&options, name).as_f64();
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "casts saturate, and what is no number of lines is no limit"
        )]
        given
            .filter(|given| *given >= 1.0)
            .map_or(otherwise, |given| given as usize)
    };
    let usual = Limits::default();
    let limits = Limits {
        lines: number("maxLines", usual.lines),
        characters: number("maxCharacters", usual.characters),
    };
    let consent = Consent {
        origins: from_js(property(&options, "origins")).unwrap_or_default(),
    };
    let passwords = property(&options, "passwords").as_bool() == Some(true);
    let state: Rc<dyn State> = Rc::new(PageEnvironment::of(options));
    definitions(
        vec![
            Rc::new(GetPage {
                page: Rc::clone(&page),
                limits,
            }),
            Rc::new(Click {
                page: Rc::clone(&page),
                consent: consent.clone(),
            }),
            Rc::new(Type {
                page: Rc::clone(&page),
                consent: consent.clone(),
                passwords,
            }),
            Rc::new(Navigate {
                page: Rc::clone(&page),
                consent,
            }),
            Rc::new(Screenshot { page }),
        ],
        &state,
    )
}

/// The document, by way of the page's half.
struct BrowserPage {
    access: PageAccess,
}

/// A request to the page's half.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Request {
    Begin,
    Inspect { element: u32 },
    Confirm { action: Action },
    Click { element: u32, double: bool },
    Type { typing: Typing },
    Resolve { to: Destination },
    Navigate { to: Destination },
    Screenshot { element: Option<u32> },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Reply<T> {
    Done(T),
    Failed(AccessFailure),
}

impl BrowserPage {
    fn ask<T: DeserializeOwned + 'static>(&self, request: Request) -> Answer<'_, T> {
        Box::pin(async move {
            let request =
                serde_json::to_string(&request).map_err(|error| other(&error.to_string()))?;
            let reply = self
                .access
                .perform(request)
                .await
                .map_err(|thrown| thrown_by_page(&thrown))?;
            read(&reply.as_string().unwrap_or_default())
        })
    }
}

fn read<T: DeserializeOwned>(reply: &str) -> Result<T, AccessFailure> {
    match serde_json::from_str(reply) {
        Ok(Reply::Done(done)) => Ok(done),
        Ok(Reply::Failed(failure)) => Err(failure),
        Err(error) => Err(other(&format!(
            "The page gave something that can't be read: {error}."
        ))),
    }
}

fn other(message: &str) -> AccessFailure {
    AccessFailure::Other {
        message: message.to_owned(),
    }
}

fn thrown_by_page(thrown: &JsValue) -> AccessFailure {
    let message = property(thrown, "message").as_string();
    other(&format!(
        "The page could not be used: {}",
        message.unwrap_or_else(|| "something was thrown that is no error.".to_owned())
    ))
}

impl Page for BrowserPage {
    fn glimpse(&self, of: Reference) -> Result<Snapshot, AccessFailure> {
        let text = self
            .access
            .glimpse(of.number())
            .map_err(|thrown| thrown_by_page(&thrown))?;
        read(&text)
    }

    fn look(&self, of: Option<Reference>) -> Answer<'_, Snapshot> {
        Box::pin(async move {
            let looking = self
                .access
                .look(of.map(Reference::number))
                .map_err(|thrown| thrown_by_page(&thrown))?;
            let looking = StopOnDrop(looking);
            let reply = JsFuture::from(looking.0.done())
                .await
                .map_err(|thrown| thrown_by_page(&thrown))?;
            let mut seen: Snapshot = read(&reply.as_string().unwrap_or_default())?;
            // A long page crosses in parts: reading it takes as long as the page may block.
            loop {
                let from = u32::try_from(seen.nodes.len()).unwrap_or(u32::MAX);
                let part = self
                    .access
                    .nodes(seen.look, from)
                    .map_err(|thrown| thrown_by_page(&thrown))?;
                let part: Vec<PageNode> = read(&part)?;
                if part.is_empty() {
                    return Ok(seen);
                }
                seen.nodes.extend(part);
                self.turn().await?;
            }
        })
    }

    fn turn(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let _had = self
                .access
                .turn()
                .await
                .map_err(|thrown| thrown_by_page(&thrown))?;
            Ok(())
        })
    }

    fn begin(&self) -> Answer<'_, ()> {
        self.ask(Request::Begin)
    }

    fn references(&self, look: u32, nodes: &[u32]) -> Result<Vec<Reference>, AccessFailure> {
        let numbers = self
            .access
            .references(look, nodes.to_vec())
            .map_err(|thrown| thrown_by_page(&thrown))?;
        Ok(numbers.into_iter().filter_map(Reference::new).collect())
    }

    fn inspect(&self, element: Reference) -> Answer<'_, Target> {
        self.ask(Request::Inspect {
            element: element.number(),
        })
    }

    fn confirm(&self, action: Action) -> Answer<'_, bool> {
        self.ask(Request::Confirm { action })
    }

    fn click(&self, element: Reference, is_double: bool) -> Answer<'_, Effects> {
        self.ask(Request::Click {
            element: element.number(),
            double: is_double,
        })
    }

    fn type_text(&self, typing: Typing) -> Answer<'_, Typed> {
        self.ask(Request::Type { typing })
    }

    fn resolve(&self, to: Destination) -> Answer<'_, Address> {
        self.ask(Request::Resolve { to })
    }

    fn navigate(&self, to: Destination) -> Answer<'_, Arrival> {
        self.ask(Request::Navigate { to })
    }

    fn screenshot(&self, of: Option<Reference>) -> Answer<'_, Picture> {
        self.ask(Request::Screenshot {
            element: of.map(Reference::number),
        })
    }
}
