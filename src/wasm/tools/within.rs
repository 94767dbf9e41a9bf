use js_sys::{Function, Symbol};
use wasm_bindgen::prelude::*;

use super::crossing::property_of;

#[wasm_bindgen]
extern "C" {
    /// Runs a piece of work in the context of a call.
    #[wasm_bindgen(extends = Function)]
    type Runner;

    /// Without `catch`: an exception must pass through the module without returning to it.
    #[wasm_bindgen(method)]
    fn call(this: &Runner, receiver: &JsValue, work: &mut dyn FnMut());
}

/// The context in which a call was made: the active span of a trace, or other state that a server or a zone keeps for it.
/// All calls of a module wait in one queue of tasks, which runs in the context of its first caller.
#[derive(Default)]
pub(super) struct Within(Option<Runner>);

impl Within {
    /// The current context of the call that a handler has a context for. To be read before the first await.
    pub(super) fn of(context: &JsValue) -> Self {
        let key: JsValue = Symbol::for_("ag-ui-lit.captured-context").into();
        let runner = property_of(context, &key).dyn_into::<Function>();
        Self(runner.ok().map(JsCast::unchecked_into))
    }

    /// Runs a function in the context.
    pub(super) fn run<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let Some(runner) = &self.0 else {
            return Some(work());
        };
        let (mut work, mut done) = (Some(work), None);
        runner.call(&JsValue::UNDEFINED, &mut || {
            if let Some(work) = work.take() {
                done = Some(work());
            }
        });
        // A runner that does not run its work is ignored.
        done.or_else(|| work.take().map(|work| work()))
    }
}
