//! Which characters are the same but for their case: ECMA-262 `Canonicalize` with the flags `u` and `i`, which is
//! Unicode's simple case folding. The standard library has the mappings, if not by that name.

use super::ranges::Ranges;

/// Code points from here on have no case.
const CASELESS: u32 = 0x1_E944;

/// What all cases of a character become.
pub(super) fn fold(code_point: u32) -> u32 {
    match code_point {
        // The one letter whose upper case belongs to another letter.
        0x131 => return 0x131,
        // Their upper cases are several letters, so the standard library can't say that they are the same as these.
        0x1FD3 => return 0x390,
        0x1FE3 => return 0x3B0,
        0xFB05 => return 0xFB06,
        _ => {}
    }
    let Some(c) = char::from_u32(code_point) else {
        return code_point;
    };
    let upper = only(c.to_uppercase()).unwrap_or(c);
    only(upper.to_lowercase()).unwrap_or(upper) as u32
}

fn only(mut mapped: impl Iterator<Item = char>) -> Option<char> {
    let first = mapped.next()?;
    mapped.next().is_none().then_some(first)
}

/// Everything that is in a set but for its case.
pub(super) fn fold_closure(set: &Ranges) -> Ranges {
    let mut folded: Vec<(u32, u32)> = Vec::new();
    for (first, last) in set.iter() {
        let cased = (first..=last.min(CASELESS)).map(fold);
        folded.extend(cased.map(|folded| (folded, folded)));
    }
    let folded = Ranges::new(folded);
    let mut same: Vec<(u32, u32)> = set.iter().collect();
    let alike = (0..CASELESS).filter(|c| folded.contains(fold(*c)));
    same.extend(alike.map(|c| (c, c)));
    Ranges::new(same)
}
