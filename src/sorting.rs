//! One sort for the whole crate: each use of the standard library's would add three kilobytes to the module that a page
//! waits for.

use std::cmp::Ordering;

/// Puts indices in order, and leaves those in place that are equal.
pub(crate) fn sort(indices: &mut [u32], order: &dyn Fn(u32, u32) -> Ordering) {
    indices.sort_by(|one, other| order(*one, *other));
}

/// The indices of things, in the order of the things.
pub(crate) fn sorted(count: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut indices: Vec<u32> = (0..).take(count).collect();
    sort(&mut indices, &|one, other| {
        order(one as usize, other as usize)
    });
    indices
}
