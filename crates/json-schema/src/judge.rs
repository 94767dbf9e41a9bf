use std::rc::Rc;

use ag_ui_lit::error::ValidationIssue;

use crate::schema::Schema;

/// Arguments that still arrive.
pub struct Judge {
    schema: Rc<Schema>,
    text: String,
    max_depth: usize,
}

impl Judge {
    /// Nothing has arrived yet.
    #[must_use]
    pub fn new(schema: Rc<Schema>, max_depth: usize) -> Self {
        Self {
            schema,
            text: String::new(),
            max_depth,
        }
    }

    /// The next piece of the text. False when it can't match the schema any more.
    pub fn push(&mut self, delta: &str) -> bool {
        self.text.push_str(delta);
        true
    }

    /// There is no more: what [`Schema::validate`] says of the whole text.
    #[must_use]
    pub fn end(&self) -> Vec<ValidationIssue> {
        self.schema.validate(&self.text, self.max_depth)
    }
}
