use std::rc::Rc;

use ag_ui_lit::tool::State;
use ag_ui_lit::wasm::tools::{PageEnvironment, property};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::definitions;
use crate::todo::{Notebook, StorageFault, TodoRead, TodoStorage, TodoWrite, Written};

#[wasm_bindgen]
extern "C" {
    /// The page's half, `TodoStore` of `pkg-template/src/toolbox/todo/`.
    type Store;

    #[wasm_bindgen(method, catch)]
    async fn load(this: &Store) -> Result<JsValue, JsValue>;

    /// Returns true if the text was stored, and false if the stored text was not `expected`.
    #[wasm_bindgen(method, catch)]
    async fn replace(
        this: &Store,
        expected: Option<String>,
        text: String,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = setAside)]
    async fn set_aside(this: &Store, text: String) -> Result<JsValue, JsValue>;
}

/// `todo_read`, `todo_write`; `options.store` is a `TodoStore`.
pub fn todo_tools(options: JsValue) -> Result<Array, JsError> {
    let store: Store = property(&options, "store").unchecked_into();
    let notebook = Notebook::new(PageTodos(store));
    let state: Rc<dyn State> = Rc::new(PageEnvironment::of(property(&options, "environment")));
    definitions(
        vec![
            Rc::new(TodoRead::new(Rc::clone(&notebook))),
            Rc::new(TodoWrite::new(notebook)),
        ],
        &state,
    )
}

struct PageTodos(Store);

impl TodoStorage for PageTodos {
    async fn read(&self) -> Result<Option<String>, StorageFault> {
        let stored = self.0.load().await.map_err(|thrown| fault(&thrown))?;
        Ok(stored.as_string())
    }

    async fn write(&self, expected: Option<&str>, text: &str) -> Result<Written, StorageFault> {
        let stored = self
            .0
            .replace(expected.map(str::to_owned), text.to_owned())
            .await
            .map_err(|thrown| fault(&thrown))?;
        Ok(if stored.is_truthy() {
            Written::Stored
        } else {
            Written::Changed
        })
    }

    async fn set_aside(&self, text: &str) -> Result<String, StorageFault> {
        let key = self
            .0
            .set_aside(text.to_owned())
            .await
            .map_err(|thrown| fault(&thrown))?;
        Ok(key.as_string().unwrap_or_default())
    }
}

fn fault(thrown: &JsValue) -> StorageFault {
    let text = |name| property(thrown, name).as_string().unwrap_or_default();
    let name = text("name");
    StorageFault {
        message: match text("message") {
            message if message.is_empty() => name.clone(),
            message => message,
        },
        is_full: name == "QuotaExceededError",
    }
}
