use std::rc::Rc;

use crate::schema::explain::received::shortened;

/// Where a value is. Findings are many and share most of their paths.
#[derive(Debug, Clone, Default)]
pub(super) struct Path<'s> {
    last: Option<Rc<Link<'s>>>,
    len: usize,
}

#[derive(Debug)]
struct Link<'s> {
    step: Step<'s>,
    outer: Path<'s>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'s> {
    Key(&'s str),
    Index(usize),
}

impl<'s> Path<'s> {
    pub(super) fn key(&self, key: &'s str) -> Self {
        self.with(Step::Key(key))
    }

    pub(super) fn index(&self, index: usize) -> Self {
        self.with(Step::Index(index))
    }

    /// How many steps it has.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Its steps as texts, shortened: a model may have made up a name that is a megabyte long.
    pub(super) fn told(&self) -> Vec<String> {
        let mut told = Vec::with_capacity(self.len + 1);
        let mut at = self;
        while let Some(link) = &at.last {
            told.push(match link.step {
                Step::Key(key) => shortened(key),
                Step::Index(index) => index.to_string(),
            });
            at = &link.outer;
        }
        told.reverse();
        told
    }

    fn with(&self, step: Step<'s>) -> Self {
        Self {
            last: Some(Rc::new(Link {
                step,
                outer: self.clone(),
            })),
            len: self.len + 1,
        }
    }
}
