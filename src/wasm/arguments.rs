use std::cell::{Cell, RefCell};

use wasm_bindgen::prelude::*;

use super::input;
use super::tool::RawTool;
use crate::execution::StreamedArguments;
use crate::json::{BigIntegers, Changes, ReadOptions};
use crate::schema::Verdict;

/// Arguments that are read as they arrive. What has been read is told in steps, which are looked at in the module's memory
/// before anything else is called: where they are stands at `noted`.
#[wasm_bindgen]
pub struct RawArguments {
    stream: RefCell<Option<StreamedArguments>>,
    noted: Cell<Noted>,
}

/// Where the last steps are, and the text that they quote: addresses and, in bytes, a length.
#[derive(Default, Clone, Copy)]
#[repr(C)]
struct Noted {
    steps: u32,
    text: u32,
    text_length: u32,
}

/// What `push` and `end` found.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawArgumentsState {
    /// Nothing is wrong so far.
    Fine,
    /// It can't match the tool's schema any more.
    Invalid,
    /// It can't be read; `error` says why.
    Unreadable,
}

#[wasm_bindgen]
impl RawArguments {
    /// Nothing has come yet. `bigIntegers` is the option's name.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(max_depth: u32, big_integers: &str) -> Self {
        let options = ReadOptions {
            max_depth: max_depth as usize,
            big_integers: match big_integers {
                "bigint" => BigIntegers::Bigint,
                "number" => BigIntegers::Number,
                _ => BigIntegers::Error,
            },
        };
        Self {
            stream: RefCell::new(Some(StreamedArguments::new(options, None))),
            noted: Cell::default(),
        }
    }

    /// Judges them by a tool's schema, from the beginning.
    pub fn watch(&self, tool: &RawTool) {
        if let Some(stream) = &mut *self.stream.borrow_mut() {
            stream.watch(tool.shared());
        }
    }

    /// Reads the next piece, which was put where `rawReserveInput` said: so many bytes. Makes the steps for one of two
    /// builders of the value that it has not been told; for none when there is no such builder. Returns how many numbers
    /// the steps are × 4 + a `RawArgumentsState`: one number crosses for nothing.
    #[must_use]
    pub fn push(&self, bytes: usize, builder: usize) -> u32 {
        input::with_text(bytes, |text| {
            self.advance(builder, Some(text), |stream| drop(stream.push(text)))
        })
    }

    /// The text has ended. Returns what `push` does.
    #[must_use]
    pub fn end(&self, builder: usize) -> u32 {
        self.advance(builder, None, |stream| drop(stream.end()))
    }

    /// Makes the steps for a builder without reading anything. Returns what `push` does.
    #[must_use]
    pub fn note(&self, builder: usize) -> u32 {
        self.advance(builder, None, |_| {})
    }

    /// Where it is told where the last steps are: three 32-bit numbers, as long as this is not freed.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn noted(&self) -> usize {
        self.noted.as_ptr() as usize
    }

    /// Why they can't be read.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        self.stream.borrow().as_ref()?.error()
    }
}

/// How many builders there are.
const BUILDERS: usize = 2;

impl RawArguments {
    /// The arguments, for an execution. They can't be had twice.
    pub(super) fn take(&self) -> Option<StreamedArguments> {
        self.stream.borrow_mut().take()
    }

    fn advance(
        &self,
        builder: usize,
        delta: Option<&str>,
        step: impl FnOnce(&mut StreamedArguments),
    ) -> u32 {
        let mut stream = self.stream.borrow_mut();
        let Some(stream) = &mut *stream else {
            return RawArgumentsState::Fine as u32;
        };
        step(stream);
        let state = if stream.is_unreadable() {
            RawArgumentsState::Unreadable
        } else if stream.verdict() == Verdict::Invalid {
            RawArgumentsState::Invalid
        } else {
            RawArgumentsState::Fine
        };
        let steps = if builder < BUILDERS {
            self.note_changes(stream.changes(builder, delta))
        } else {
            0
        };
        steps << 2 | state as u32
    }

    fn note_changes(&self, changes: &Changes) -> u32 {
        let address = |at: usize| u32::try_from(at).unwrap_or_default();
        self.noted.set(Noted {
            steps: address(changes.steps().as_ptr() as usize),
            text: address(changes.text().as_ptr() as usize),
            text_length: address(changes.text().len()),
        });
        address(changes.steps().len())
    }
}
