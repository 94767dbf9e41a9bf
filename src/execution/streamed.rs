use crate::error::ToolError;
use crate::json::{
    ArgumentsError, Changes, Document, ReadOptions, Reader, SyntaxError, arguments_of,
    check_object, end_arguments,
};

/// A call's arguments while a model writes them: read as they arrive, each byte once.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::execution::StreamedArguments;
/// use ag_ui_lit::json::ReadOptions;
///
/// let mut arguments = StreamedArguments::new(ReadOptions::default());
/// arguments.push(r#"{"nights": 3"#)?;
/// assert!(!arguments.is_unreadable());
/// assert!(arguments.push("x").is_err());
/// assert!(arguments.is_unreadable());
/// # Ok::<(), ag_ui_lit::json::SyntaxError>(())
/// ```
pub struct StreamedArguments {
    reader: Reader,
    /// What two builders of the value know: one for whoever looks, one for the handler.
    reported: [Changes; 2],
}

impl StreamedArguments {
    /// Arguments of which nothing has come.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        Self {
            reader: Reader::new(options),
            reported: Default::default(),
        }
    }

    /// Reads the next piece.
    ///
    /// # Errors
    ///
    /// As [`Reader::push`].
    pub fn push(&mut self, delta: &str) -> Result<(), SyntaxError> {
        self.reader.push(delta)
    }

    /// The text has ended.
    ///
    /// # Errors
    ///
    /// As [`arguments_of`]: also when it is no object.
    pub fn end(&mut self) -> Result<(), ArgumentsError> {
        end_arguments(&mut self.reader)
    }

    /// Whether they can't be read; [`error`](Self::error) says why.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        self.reader.error().is_some() || self.kind_error().is_some()
    }

    /// Why they can't be read.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        self.fault().map(|error| error.to_string())
    }

    /// The error of an execution with them, if they can't be read.
    #[must_use]
    pub fn failure(&self) -> Option<ToolError> {
        let fault = self.fault()?;
        Some(ToolError::unreadable_arguments(&fault))
    }

    fn fault(&self) -> Option<ArgumentsError> {
        let error = self.reader.error().cloned().map(ArgumentsError::from);
        error.or_else(|| self.kind_error())
    }

    /// Anything but an object is known for one as soon as it begins.
    fn kind_error(&self) -> Option<ArgumentsError> {
        self.reader.tree().root()?;
        check_object(self.reader.tree()).err()
    }

    /// What was added since this was asked for one of the two builders. Quotes from `delta`, the piece that was read last,
    /// if it is given.
    pub fn changes(&mut self, builder: usize, delta: Option<&str>) -> &Changes {
        let changes = &mut self.reported[builder.min(1)];
        changes.note(self.reader.tree(), self.reader.big_integers(), delta);
        changes
    }

    /// What the last changes of a builder quote that is not in the delta.
    #[must_use]
    pub fn quoted(&self, builder: usize) -> &str {
        self.reported[builder.min(1)].text()
    }

    /// The arguments, now that there are no more.
    pub(super) fn finish(mut self) -> Result<Document, ArgumentsError> {
        self.end()?;
        arguments_of(self.reader)
    }
}
