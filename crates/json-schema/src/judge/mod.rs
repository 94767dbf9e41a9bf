//! Arguments that still arrive: each part is judged when it is complete, so that hardly anything is left to do at the end.

mod part;
mod plan;
mod progress;

use std::rc::Rc;

use ag_ui_lit::error::ValidationIssue;
use ag_ui_lit::json::{Reader, Walk, end_arguments};
pub(crate) use plan::Plan;
use progress::{Progress, Verdict};

use crate::schema::{Schema, unreadable};
use crate::value::{Exact, reading};

/// Arguments that still arrive.
///
/// A part that can't match is known when it is complete. Only a key that stands twice in an object could still undo it,
/// since the last one counts: so a whole with such a part is judged again at the end, for its words as well.
///
/// # Examples
///
/// ```
/// use std::rc::Rc;
/// use ag_ui_lit_json_schema::{Judge, Schema};
///
/// let schema = Rc::new(Schema::read(r#"{ "properties": { "n": { "minimum": 3 } } }"#)?);
/// let mut judge = Judge::new(Rc::clone(&schema), 128);
/// assert!(judge.push(r#"{"n": 2"#), "it may be 25");
/// assert!(!judge.push(r#", "text": "#));
/// assert!(!judge.push(r#""and so on"}"#));
/// assert_eq!(judge.end()[0].message, "expected a number of at least 3, received 2");
/// # Ok::<(), ag_ui_lit_json_schema::SchemaError>(())
/// ```
pub struct Judge {
    schema: Rc<Schema>,
    reader: Reader,
    /// Bytes that have come.
    length: usize,
    walk: Walk,
    progress: Progress,
}

impl Judge {
    /// Nothing has arrived yet. `max_depth` is how many arrays and objects may be nested.
    #[must_use]
    pub fn new(schema: Rc<Schema>, max_depth: usize) -> Self {
        Self {
            schema,
            reader: Reader::new(reading(max_depth)),
            length: 0,
            walk: Walk::default(),
            progress: Progress::default(),
        }
    }

    /// Takes the next piece of the text. False when it can't match the schema any more. Of a text that can't be read it
    /// says nothing before the end.
    pub fn push(&mut self, delta: &str) -> bool {
        self.length += delta.len();
        if self.reader.push(delta).is_ok() {
            self.advance();
        }
        self.progress.verdict != Verdict::Invalid
    }

    /// There is no more. Returns what [`Schema::validate`] says of the whole text; what was judged is not judged again.
    #[must_use]
    pub fn end(&mut self) -> Vec<ValidationIssue> {
        if let Err(error) = end_arguments(&mut self.reader) {
            return unreadable(&error);
        }
        self.advance();
        if self.progress.verdict == Verdict::Valid {
            return Vec::new();
        }
        let exact = Exact(self.reader.big_integers());
        self.schema.issues(self.reader.tree(), exact)
    }

    fn advance(&mut self) {
        let exact = Exact(self.reader.big_integers());
        let plan = self.schema.plan(self.length);
        let Some(plan) = plan.filter(|_| !exact.any_rounded()) else {
            self.progress.give_up();
            return;
        };
        while self.progress.verdict == Verdict::Valid
            && let Some(step) = self.walk.next(self.reader.tree())
        {
            self.progress.take(plan, step, exact);
        }
    }
}
