use std::cell::RefCell;

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::tool::RawTool;
use crate::tool::{CheckedTool, Registry, ToolStats};

/// The order and the names of the registered tools. The TypeScript half keeps the parts that belong to each id.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawToolRegistry(RefCell<Registry>);

#[wasm_bindgen]
impl RawToolRegistry {
    /// An empty registry.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool and returns its number; `None` if the name is taken and `replace` is false, or another tool has the name
    /// or id.
    #[must_use]
    pub fn register(&self, tool: &RawTool, replace: bool) -> Option<u32> {
        self.0.borrow_mut().register(tool.shared(), replace).ok()
    }

    /// The number of the tool with a name or an id.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        self.0.borrow().find(name)
    }

    /// The outcomes of the executions of the tool with a name or an id.
    pub fn stats(&self, name: &str) -> Result<Option<Ts<ToolStats>>, JsError> {
        let stats = self.0.borrow().get(name).map(CheckedTool::stats);
        Ok(stats.as_ref().map(Tsify::into_ts).transpose()?)
    }

    /// Removes the tool with a name or an id, and returns its number.
    #[must_use]
    pub fn unregister(&self, name: &str) -> Option<u32> {
        self.0.borrow_mut().unregister(name)
    }

    /// Removes all tools, and returns their number.
    #[must_use]
    pub fn clear(&self) -> usize {
        self.0.borrow_mut().clear()
    }

    /// The ids in order.
    #[must_use]
    pub fn ids(&self) -> Vec<u32> {
        self.0.borrow().iter().map(|(id, _)| id).collect()
    }

    /// The ids of a category's tools, in order.
    #[wasm_bindgen(js_name = idsInCategory)]
    #[must_use]
    pub fn ids_in_category(&self, category: &str) -> Vec<u32> {
        let registry = self.0.borrow();
        let tools = registry.iter();
        tools
            .filter(|(_, tool)| tool.metadata().category.as_deref() == Some(category))
            .map(|(id, _)| id)
            .collect()
    }

    /// The ids of the tools with a tag, in order.
    #[wasm_bindgen(js_name = idsWithTag)]
    #[must_use]
    pub fn ids_with_tag(&self, tag: &str) -> Vec<u32> {
        let registry = self.0.borrow();
        let tools = registry.iter();
        tools
            .filter(|(_, tool)| tool.metadata().tags.iter().any(|known| known == tag))
            .map(|(id, _)| id)
            .collect()
    }
}
