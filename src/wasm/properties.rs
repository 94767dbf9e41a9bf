//! What `\p{…}` holds: the page's own `RegExp` knows, and is spared from being sent a third of what the whole module is.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Answers for Unicode.
    #[wasm_bindgen(typescript_type = "PropertySource")]
    pub type PropertySource;

    #[wasm_bindgen(method, js_name = exists)]
    fn has(this: &PropertySource, name: &str) -> bool;

    #[wasm_bindgen(method, js_name = ranges)]
    fn all(this: &PropertySource, name: &str) -> Vec<u32>;
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** Answers for Unicode. It must not call the module. */
export interface PropertySource {
  /** Whether `\\\\p{name}` is one. */
  exists(name: string): boolean;
  /** The code points that have it: first, last, first, last, in order. */
  ranges(name: string): Uint32Array;
}
";

thread_local! {
    static SOURCE: RefCell<Option<Rc<PropertySource>>> = const { RefCell::new(None) };
}

/// Says whom to ask. Without it there are no properties.
#[wasm_bindgen(js_name = rawSetProperties)]
pub fn set(source: PropertySource) {
    SOURCE.set(Some(Rc::new(source)));
}

fn source() -> Option<Rc<PropertySource>> {
    SOURCE.with_borrow(Clone::clone)
}

pub(crate) fn exists(name: &str) -> bool {
    source().is_some_and(|source| source.has(name))
}

pub(crate) fn ranges(name: &str) -> Vec<(u32, u32)> {
    let numbers = source().map(|source| source.all(name)).unwrap_or_default();
    let (pairs, _) = numbers.as_chunks::<2>();
    pairs.iter().map(|[first, last]| (*first, *last)).collect()
}
