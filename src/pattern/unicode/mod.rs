//! What Unicode says of characters. A browser knows that already, and its tables are larger than everything else about
//! patterns together: in WebAssembly the driver asks the page's own `RegExp`.

#[cfg(target_arch = "wasm32")]
use crate::wasm::unicode as source;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(not(target_arch = "wasm32"))]
use native as source;

use super::ranges::Ranges;

/// Whether there is such a property: what stands between the braces of `\p{…}`, `L`, `Script=Greek`.
pub(super) fn is_property(name: &str) -> bool {
    source::is_property(name)
}

/// The code points that have a property.
pub(super) fn property(name: &str) -> Vec<(u32, u32)> {
    source::property(name)
}

/// Whether a character has a property.
pub(super) fn has(name: &str, c: char) -> bool {
    Ranges::new(&property(name)).contains(c as u32)
}

/// Characters and what each becomes by simple case folding, where that is another one; in order.
pub(super) fn folds() -> Vec<(u32, u32)> {
    source::folds()
}
