//! What Unicode says of characters: the page's own `RegExp` knows, so the module need not bring it.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** What Unicode says of characters. */
export interface UnicodeSource {
  /** Whether there is such a property: what stands between the braces of `\\\\p{…}`. */
  isProperty(name: string): boolean;
  /** The code points that have a property: first, last, first, last, in order. */
  property(name: string): Uint32Array;
  /** Code points, and what each becomes by simple case folding, where that is another one: from, to, from, to, in order. */
  folds(): Uint32Array;
}
";

#[wasm_bindgen]
extern "C" {
    /// Who is asked.
    #[wasm_bindgen(typescript_type = "UnicodeSource")]
    pub type UnicodeSource;

    #[wasm_bindgen(method, js_name = isProperty)]
    fn is_property(this: &UnicodeSource, name: &str) -> bool;

    #[wasm_bindgen(method)]
    fn property(this: &UnicodeSource, name: &str) -> Vec<u32>;

    #[wasm_bindgen(method)]
    fn folds(this: &UnicodeSource) -> Vec<u32>;
}

thread_local! {
    static SOURCE: RefCell<Option<Rc<UnicodeSource>>> = const { RefCell::new(None) };
}

/// Says who is asked. Without that, there are no properties and no cases.
#[wasm_bindgen(js_name = rawSetUnicode)]
pub fn set(source: UnicodeSource) {
    SOURCE.set(Some(Rc::new(source)));
}

pub(crate) fn is_property(name: &str) -> bool {
    source().is_some_and(|source| source.is_property(name))
}

pub(crate) fn property(name: &str) -> Vec<(u32, u32)> {
    pairs(source().map(|source| source.property(name)))
}

pub(crate) fn folds() -> Vec<(u32, u32)> {
    pairs(source().map(|source| source.folds()))
}

fn source() -> Option<Rc<UnicodeSource>> {
    SOURCE.with_borrow(Clone::clone)
}

fn pairs(numbers: Option<Vec<u32>>) -> Vec<(u32, u32)> {
    let numbers = numbers.unwrap_or_default();
    let (pairs, _) = numbers.as_chunks::<2>();
    pairs.iter().map(|[first, last]| (*first, *last)).collect()
}
