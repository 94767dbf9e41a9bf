use std::cell::RefCell;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::crossing::RawToolError;
use crate::execution::StreamedArguments;
use crate::json::{BigIntegers, Changes, ReadOptions};

/// Arguments that are read while they arrive. Additions are reported in steps: see [`Changes`].
#[wasm_bindgen]
pub struct RawArguments(RefCell<Option<StreamedArguments>>);

/// The number of builders of the value.
const BUILDERS: usize = 2;

#[wasm_bindgen]
impl RawArguments {
    /// Arguments without any text so far.
    #[wasm_bindgen(constructor)]
    pub fn new(max_depth: usize, big_integers: Ts<BigIntegers>) -> Result<Self, JsError> {
        let options = ReadOptions {
            max_depth,
            big_integers: big_integers.to_rust()?,
        };
        Ok(Self(RefCell::new(Some(StreamedArguments::new(options)))))
    }

    /// Reads the next piece. Returns the steps for one of two builders of the value since its last ones; none if there is no
    /// such builder. The last step is `FAULT` if the text can't be read; `error` has the reason.
    #[must_use]
    pub fn push(&self, text: &str, builder: usize) -> Vec<i32> {
        self.advance(builder, Some(text), |stream| drop(stream.push(text)))
    }

    /// Ends the text. Returns steps as `push` does.
    #[must_use]
    pub fn end(&self, builder: usize) -> Vec<i32> {
        self.advance(builder, None, |stream| drop(stream.end()))
    }

    /// The steps for a builder, without reading anything.
    #[must_use]
    pub fn steps(&self, builder: usize) -> Vec<i32> {
        self.advance(builder, None, |_| {})
    }

    /// The text that the last steps of a builder quote, without quotations from the last piece.
    #[must_use]
    pub fn quoted(&self, builder: usize) -> String {
        let stream = self.0.borrow();
        stream
            .as_ref()
            .map_or_else(String::new, |stream| stream.quoted(builder).to_owned())
    }

    /// The reason for which the arguments can't be read.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        self.0.borrow().as_ref()?.error()
    }

    /// The error of an execution with these arguments, if they can't be read.
    #[must_use]
    pub fn failure(&self) -> Option<RawToolError> {
        self.0.borrow().as_ref()?.failure().map(RawToolError)
    }
}

impl RawArguments {
    /// Moves the arguments into an execution, once.
    pub(super) fn take(&self) -> Option<StreamedArguments> {
        self.0.borrow_mut().take()
    }

    fn advance(
        &self,
        builder: usize,
        delta: Option<&str>,
        step: impl FnOnce(&mut StreamedArguments),
    ) -> Vec<i32> {
        let mut stream = self.0.borrow_mut();
        let Some(stream) = &mut *stream else {
            return Vec::new();
        };
        step(stream);
        let mut steps = if builder < BUILDERS {
            stream.changes(builder, delta).steps().to_vec()
        } else {
            Vec::new()
        };
        if stream.is_unreadable() {
            steps.push(Changes::FAULT);
        }
        steps
    }
}
