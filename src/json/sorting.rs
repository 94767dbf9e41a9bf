use std::cmp::Ordering;

/// Puts indices in order, and leaves those in place that are equal. A merge sort that is compiled once: each use of the
/// standard library's would add three kilobytes to the module that a page waits for.
pub(super) fn sort(indices: &mut Vec<u32>, order: &dyn Fn(u32, u32) -> Ordering) {
    let mut merged = Vec::with_capacity(indices.len());
    let mut width = 1;
    while width < indices.len() {
        for runs in indices.chunks(2 * width) {
            let (mut left, mut right) = runs.split_at(width.min(runs.len()));
            while let (Some((first, others)), Some((second, further))) =
                (left.split_first(), right.split_first())
            {
                if order(*first, *second) == Ordering::Greater {
                    merged.push(*second);
                    right = further;
                } else {
                    merged.push(*first);
                    left = others;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(indices, &mut merged);
        merged.clear();
        width *= 2;
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::sort;

    proptest! {
        #[test]
        fn indices_come_in_the_order_of_what_they_stand_for(values in prop::collection::vec(0_u8..20, 0..200)) {
            let of = |index: u32| values[index as usize];
            let mut expected: Vec<u32> = (0..).take(values.len()).collect();
            let mut sorted = expected.clone();
            sort(&mut sorted, &|one, other| of(one).cmp(&of(other)));
            expected.sort_by_key(|index| of(*index));
            prop_assert_eq!(sorted, expected);
        }
    }
}
