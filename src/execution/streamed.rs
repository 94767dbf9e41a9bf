use std::rc::Rc;

use crate::json::{
    ArgumentsError, Changes, Document, ReadOptions, Reader, SyntaxError, arguments_of,
    check_object, end_arguments,
};
use crate::schema::{Progress, Schema, Verdict};
use crate::tool::Tool;

/// A call's arguments while a model writes them: read and judged as they arrive, each byte once.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::execution::StreamedArguments;
/// use ag_ui_lit::json::ReadOptions;
/// use ag_ui_lit::schema::Verdict;
/// use ag_ui_lit::tool::Definition;
///
/// let definition = Definition::read(
///     r#"{
///         "name": "book",
///         "description": "Books a room.",
///         "handler": "function",
///         "schema": { "properties": { "nights": { "maximum": 30 } } }
///     }"#,
/// )?;
/// let tool = definition.check().unwrap();
/// let mut arguments = StreamedArguments::new(ReadOptions::default(), Some(tool.into()));
/// arguments.push(r#"{"nights": 3"#)?;
/// assert_eq!(arguments.verdict(), Verdict::Valid);
/// arguments.push("65, ")?;
/// assert_eq!(arguments.verdict(), Verdict::Invalid);
/// # Ok::<(), ag_ui_lit::json::SyntaxError>(())
/// ```
pub struct StreamedArguments {
    reader: Reader,
    tool: Option<Rc<Tool>>,
    progress: Progress,
    /// What two builders of the value have been told: one for whoever looks, one for the handler.
    told: [Changes; 2],
}

impl StreamedArguments {
    /// Arguments of which nothing has come, perhaps for a tool that is known already.
    #[must_use]
    pub fn new(options: ReadOptions, tool: Option<Rc<Tool>>) -> Self {
        Self {
            reader: Reader::new(options),
            tool,
            progress: Progress::default(),
            told: Default::default(),
        }
    }

    /// Judges them by a tool's schema, from the beginning.
    pub fn watch(&mut self, tool: Rc<Tool>) {
        self.tool = Some(tool);
        self.progress = Progress::default();
        self.judge();
    }

    /// Reads the next piece.
    ///
    /// # Errors
    ///
    /// As [`Reader::push`].
    pub fn push(&mut self, delta: &str) -> Result<(), SyntaxError> {
        let read = self.reader.push(delta);
        self.judge();
        read
    }

    /// The text has ended.
    ///
    /// # Errors
    ///
    /// As [`arguments_of`]: also when it is no object.
    pub fn end(&mut self) -> Result<(), ArgumentsError> {
        let ended = end_arguments(&mut self.reader);
        self.judge();
        ended
    }

    /// Whether they can't be read; [`error`](Self::error) says why.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        self.reader.error().is_some() || self.kind_error().is_some()
    }

    /// Why they can't be read.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        let error = self.reader.error().cloned().map(ArgumentsError::from);
        error
            .or_else(|| self.kind_error())
            .map(|error| error.to_string())
    }

    /// Anything but an object is known for one as soon as it begins.
    fn kind_error(&self) -> Option<ArgumentsError> {
        self.reader.tree().root()?;
        check_object(self.reader.tree()).err()
    }

    /// What the tool's schema says of what has come.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match schema_of(self.tool.as_deref()) {
            Some(_) => self.progress.verdict(),
            None => Verdict::Unsure,
        }
    }

    /// What was added since one of the two builders was told last. Quotes from `delta`, the piece that was read last, if it
    /// is given.
    pub fn changes(&mut self, builder: usize, delta: Option<&str>) -> &Changes {
        let told = &mut self.told[builder.min(1)];
        told.note(self.reader.tree(), self.reader.big_integers(), delta);
        told
    }

    /// The arguments, now that there are no more, and what is known of them if they were judged for this tool.
    pub(super) fn finish(
        mut self,
        tool: &Tool,
    ) -> (Result<Document, ArgumentsError>, Option<Verdict>) {
        let ended = self.end();
        let is_judged = self
            .tool
            .as_ref()
            .is_some_and(|known| known.id() == tool.id());
        let verdict = is_judged.then(|| self.verdict());
        (ended.and_then(|()| arguments_of(self.reader)), verdict)
    }

    fn judge(&mut self) {
        if let Some(schema) = schema_of(self.tool.as_deref()) {
            self.progress.advance(schema, self.reader.tree());
        }
    }
}

fn schema_of(tool: Option<&Tool>) -> Option<&Schema> {
    tool?.schema()
}
