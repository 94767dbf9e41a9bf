//! Keys that occur again later in the same object: the last one counts.

use std::collections::BTreeMap;

use super::{Entry, Tree, text};
use crate::json::containers::fingerprint;

impl Tree {
    /// Marks the keys of an object that occur again later in it. Returns their number.
    pub(super) fn shadow(&mut self, container: u32, end: u32, source: &str) -> u32 {
        /// The maximum number of keys that are compared with each other, which is cheaper than a table.
        const FEW: usize = 12;
        let unescaped = &self.unescaped;
        let name = |entry: Entry| match entry {
            Entry::Key(span) => text(span, source, unescaped),
            _ => "",
        };
        let mut keys = [(0, 0); FEW];
        let mut count = 0;
        let mut at = container + 1;
        let mut shadowed = Vec::new();
        while at < end {
            let Some(place) = keys.get_mut(count) else {
                shadowed = self.shadowed_among_many(container + 1, end, source);
                break;
            };
            let this = name(self.entries[at as usize]);
            let mark = fingerprint(this.as_bytes());
            *place = (at, mark);
            for (earlier, its_mark) in &keys[..count] {
                if *its_mark == mark && name(self.entries[*earlier as usize]) == this {
                    shadowed.push(*earlier);
                }
            }
            count += 1;
            at = self.after(at + 1);
        }
        let mut count = 0;
        for key in shadowed {
            // A key with three occurrences was found twice.
            if let Entry::Key(span) = self.entries[key as usize] {
                self.entries[key as usize] = Entry::Shadowed(span);
                count += 1;
            }
        }
        count
    }

    fn shadowed_among_many(&self, mut at: u32, end: u32, source: &str) -> Vec<u32> {
        let name = |key: u32| match self.entries[key as usize] {
            Entry::Key(span) => text(span, source, &self.unescaped),
            _ => "",
        };
        let mut latest = BTreeMap::new();
        let mut shadowed = Vec::new();
        while at < end {
            shadowed.extend(latest.insert(name(at), at));
            at = self.after(at + 1);
        }
        shadowed
    }
}
