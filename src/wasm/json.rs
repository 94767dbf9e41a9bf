use wasm_bindgen::prelude::*;

/// Objects cross as JSON text: one string is handed over faster than an object is walked, and the writer and the reader of
/// `src/json` are there anyway. The declarations still say of what it is the text.
#[wasm_bindgen(typescript_custom_section)]
const DECLARATION: &str = "
/** JSON text of a value of a type. */
export type Json<T> = string & { readonly textOf?: T };
";
