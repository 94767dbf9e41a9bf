use std::cmp::Ordering;

/// Puts indices in order, and leaves those in place that are equal. Compiled once: each use of the standard library's sort
/// would add three kilobytes to the module that a page waits for.
pub(super) fn sort(indices: &mut [u32], order: &dyn Fn(u32, u32) -> Ordering) {
    indices.sort_by(|one, other| order(*one, *other));
}
