use std::ops::Deref;

use super::call::Call;

/// The calls of a conversation, oldest first, with a search by id: a client may name tens of thousands in one request.
#[derive(Debug, Default)]
pub(super) struct Calls {
    list: Vec<Call>,
    /// Positions in the list, in the order of the ids. A hash table would be several times as much code.
    by_id: Vec<usize>,
}

impl Calls {
    pub(super) fn find(&self, id: &str) -> Option<&Call> {
        let place = self.search(id).ok()?;
        self.list.get(self.by_id[place])
    }

    /// A call. Its id must not be changed.
    pub(super) fn find_mut(&mut self, id: &str) -> Option<&mut Call> {
        let place = self.search(id).ok()?;
        self.list.get_mut(self.by_id[place])
    }

    /// All calls. Their ids must not be changed.
    pub(super) fn iter_mut(&mut self) -> std::slice::IterMut<'_, Call> {
        self.list.iter_mut()
    }

    /// Adds a call with a new id.
    pub(super) fn push(&mut self, call: Call) {
        self.list.push(call);
        self.index(self.list.len() - 1);
    }

    /// Replaces all calls.
    pub(super) fn set(&mut self, calls: Vec<Call>) {
        self.list = calls;
        self.index_all();
    }

    pub(super) fn retain(&mut self, is_kept: impl FnMut(&Call) -> bool) {
        self.list.retain(is_kept);
        self.index_all();
    }

    fn index_all(&mut self) {
        self.by_id.clear();
        for place in 0..self.list.len() {
            self.index(place);
        }
    }

    #[inline(never)]
    fn index(&mut self, place: usize) {
        if let Err(at) = self.search(&self.list[place].id) {
            self.by_id.insert(at, place);
        }
    }

    /// The position of an id in `by_id`, or the position at which to insert it.
    #[inline(never)]
    fn search(&self, id: &str) -> Result<usize, usize> {
        let list = &self.list;
        self.by_id
            .binary_search_by(|place| list[*place].id.as_str().cmp(id))
    }
}

impl Deref for Calls {
    type Target = [Call];

    fn deref(&self) -> &[Call] {
        &self.list
    }
}
