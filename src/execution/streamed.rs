use crate::error::ToolError;
use crate::json::{
    ArgumentsError, Changes, Document, ReadOptions, Reader, SyntaxError, arguments_of,
    check_object, end_arguments,
};

/// The arguments of a call while a model writes them. Each byte is read once, when it arrives.
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
    /// The state of two builders of the value: one for observers, one for the handler.
    reported: [Changes; 2],
}

impl StreamedArguments {
    /// Arguments without any text so far.
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

    /// Ends the text.
    ///
    /// # Errors
    ///
    /// As [`arguments_of`]: also if the value is not an object.
    pub fn end(&mut self) -> Result<(), ArgumentsError> {
        end_arguments(&mut self.reader)
    }

    /// Returns true if the arguments can't be read. [`error`](Self::error) has the reason.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        self.reader.error().is_some() || self.kind_error().is_some()
    }

    /// The reason for which the arguments can't be read.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        self.fault().map(|error| error.to_string())
    }

    /// The error of an execution with these arguments, if they can't be read.
    #[must_use]
    pub fn failure(&self) -> Option<ToolError> {
        let fault = self.fault()?;
        Some(ToolError::unreadable_arguments(&fault))
    }

    fn fault(&self) -> Option<ArgumentsError> {
        let error = self.reader.error().cloned().map(ArgumentsError::from);
        error.or_else(|| self.kind_error())
    }

    /// The error for a value that is not an object, known as soon as it begins.
    fn kind_error(&self) -> Option<ArgumentsError> {
        self.reader.tree().root()?;
        check_object(self.reader.tree()).err()
    }

    /// The additions since the last call for one of the two builders. They quote from `delta`, the piece that was read last,
    /// if it is given.
    pub fn changes(&mut self, builder: usize, delta: Option<&str>) -> &Changes {
        let changes = &mut self.reported[builder.min(1)];
        changes.record(self.reader.tree(), self.reader.big_integers(), delta);
        changes
    }

    /// The text that the last changes of a builder quote, without quotations from the delta.
    #[must_use]
    pub fn quoted(&self, builder: usize) -> &str {
        self.reported[builder.min(1)].text()
    }

    /// The complete arguments.
    pub(super) fn finish(mut self) -> Result<Document, ArgumentsError> {
        self.end()?;
        arguments_of(self.reader)
    }
}
