use std::cell::{Cell, RefCell};

use wasm_bindgen::prelude::*;

use super::input;
use super::tool::RawTool;
use crate::execution::StreamedArguments;
use crate::json::{BigIntegers, ReadOptions};
use crate::schema::Verdict;

/// Arguments that are read as they arrive. What has been read is told in steps: `note` makes them, and they are looked at
/// in the module's memory before anything else is called.
#[wasm_bindgen]
pub struct RawArguments {
    stream: RefCell<Option<StreamedArguments>>,
    noted: Cell<Noted>,
}

/// Where the last steps are.
#[derive(Default, Clone, Copy)]
struct Noted {
    steps: usize,
    text: usize,
    text_len: usize,
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

    /// Reads the next piece.
    #[must_use]
    pub fn push(&self, delta: &str) -> RawArgumentsState {
        self.advance(|stream| drop(stream.push(delta)))
    }

    /// `push` of text that was put where `rawReserveInput` said.
    #[wasm_bindgen(js_name = pushInput)]
    #[must_use]
    pub fn push_input(&self, bytes: usize) -> RawArgumentsState {
        let text = input::text(bytes);
        self.advance(|stream| drop(stream.push(&text)))
    }

    /// The text has ended.
    #[must_use]
    pub fn end(&self) -> RawArgumentsState {
        self.advance(|stream| drop(stream.end()))
    }

    /// Why they can't be read.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        self.stream.borrow().as_ref()?.error()
    }

    /// Makes the steps that one of two builders of the value has not been told; says how many numbers they are.
    #[must_use]
    pub fn note(&self, builder: usize) -> usize {
        let mut stream = self.stream.borrow_mut();
        let Some(stream) = &mut *stream else { return 0 };
        let changes = stream.changes(builder);
        self.noted.set(Noted {
            steps: changes.steps().as_ptr() as usize,
            text: changes.text().as_ptr() as usize,
            text_len: changes.text().len(),
        });
        changes.steps().len()
    }

    /// Where the steps are in memory: 32-bit numbers.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn steps(&self) -> usize {
        self.noted.get().steps
    }

    /// Where the text is that they quote: UTF-8.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn text(&self) -> usize {
        self.noted.get().text
    }

    /// Its length in bytes.
    #[wasm_bindgen(getter, js_name = textLength)]
    #[must_use]
    pub fn text_length(&self) -> usize {
        self.noted.get().text_len
    }
}

impl RawArguments {
    /// The arguments, for an execution. They can't be had twice.
    pub(super) fn take(&self) -> Option<StreamedArguments> {
        self.stream.borrow_mut().take()
    }

    fn advance(&self, step: impl FnOnce(&mut StreamedArguments)) -> RawArgumentsState {
        let mut stream = self.stream.borrow_mut();
        let Some(stream) = &mut *stream else {
            return RawArgumentsState::Fine;
        };
        step(stream);
        if stream.error().is_some() {
            RawArgumentsState::Unreadable
        } else if stream.verdict() == Verdict::Invalid {
            RawArgumentsState::Invalid
        } else {
            RawArgumentsState::Fine
        }
    }
}
