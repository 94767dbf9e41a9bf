//! Which characters are the same but for their case: ECMA-262 `Canonicalize` with the flags `u` and `i`, which is
//! Unicode's simple case folding.

use std::rc::Rc;

use super::ranges::Ranges;
use super::unicode;

/// Characters that are another when case is nothing, and which: in order.
pub(super) struct Cases(Vec<(u32, u32)>);

impl Cases {
    /// All of them; found once.
    pub(super) fn get() -> Rc<Self> {
        thread_local! {
            static CASES: Rc<Cases> = Rc::new(Cases(unicode::folds()));
        }
        CASES.with(Rc::clone)
    }

    /// What all cases of a character become.
    pub(super) fn fold(&self, c: char) -> u32 {
        let code_point = c as u32;
        let found = self.0.binary_search_by_key(&code_point, |(from, _)| *from);
        found.map_or(code_point, |index| self.0[index].1)
    }

    /// Everything that is in a set but for its case.
    pub(super) fn closure(&self, set: &Ranges) -> Ranges {
        let in_set = |(from, to): &&(u32, u32)| set.contains(*from) || set.contains(*to);
        let folded = self.0.iter().filter(in_set).map(|(_, to)| (*to, *to));
        let folded = Ranges::new(&folded.collect::<Vec<_>>());
        let cases = self.0.iter().filter(|(_, to)| folded.contains(*to));
        let cases = cases.map(|(from, _)| (*from, *from));
        let all = set.iter().chain(folded.iter()).chain(cases);
        Ranges::new(&all.collect::<Vec<_>>())
    }
}
