//! The common parts of chat completions: `OpenAI`'s, and those of vendors that took over their form.

use crate::provider::calls::{
    Call, CallStream, Given, Open, Reading, Told, first, key_of, list, name,
};
use crate::provider::json::{Json, object, text};
use crate::provider::lower::{Fit, ToolInfo};

/// A function, as a tool.
pub fn tool(tool: &ToolInfo, name: &str, schema: Json, is_strict: bool) -> Json {
    let members = [
        ("name", text(name)),
        ("description", text(&tool.description)),
        ("parameters", schema),
    ];
    let strict = is_strict.then_some(("strict", Json::Bool(true)));
    object([
        ("type", text("function")),
        ("function", object(members.into_iter().chain(strict))),
    ])
}

/// The calls of a completion, or of the message of one.
pub fn calls(answer: &Json, reading: &mut Reading) -> Vec<Call> {
    let choice = list(answer, "choices").next();
    let message = choice
        .and_then(|choice| choice.get("message"))
        .unwrap_or(answer);
    functions(message, "tool_calls", reading)
}

/// Calls of functions, in the form that AG-UI took over, too.
pub fn functions(message: &Json, key: &str, reading: &mut Reading) -> Vec<Call> {
    let calls = list(message, key).filter(|call| call.get("function").is_some());
    let calls: Vec<_> = calls
        .map(|call| {
            let function = call.get("function").unwrap_or(&Json::Null);
            let id = match name(call, "id") {
                // Some servers that are compatible give none.
                "" => reading.make_id(),
                id => id.to_owned(),
            };
            reading.call(
                &id,
                name(function, "name"),
                Given::needed(function.get("arguments")),
            )
        })
        .collect();
    calls
}

/// The reason for which a completion or a chunk ends.
pub fn ending(event: &Json) -> &str {
    if matches!(event.get("error"), Some(Json::Object(_))) {
        "error"
    } else {
        first(event, "choices", "finish_reason")
    }
}

/// The call that a piece belongs to.
enum Belongs {
    /// An open one, by its key.
    To(String),
    /// One that begins with it.
    ToAnother,
    /// None that can be told, or one that is passed over.
    ToNone,
}

/// A piece of a call.
struct Piece<'p> {
    index: String,
    id: &'p str,
    sent: &'p str,
    arguments: Option<&'p Json>,
}

impl<'p> Piece<'p> {
    fn of(call: &'p Json) -> Self {
        let function = call.get("function").unwrap_or(&Json::Null);
        Self {
            index: key_of(call, &["index"]),
            id: name(call, "id"),
            sent: name(function, "name"),
            arguments: function
                .get("arguments")
                .filter(|given| **given != Json::Null),
        }
    }

    fn has_text(&self) -> bool {
        self.arguments
            .is_some_and(|given| given.as_str().is_none_or(|text| !text.trim().is_empty()))
    }
}

impl CallStream {
    /// Reads the next chunk of a completion.
    pub(in crate::provider) fn chat(
        &mut self,
        event: &Json,
        reading: &mut Reading,
        told: &mut Vec<Told>,
    ) {
        let choices = event.get("choices").map(Json::items).into_iter().flatten();
        let is_first = |choice: &&Json| match choice.get("index") {
            Some(Json::Number(index)) => index == "0",
            _ => true,
        };
        for choice in choices.filter(is_first) {
            for call in calls_in(choice, "delta") {
                if name(call, "type") != "custom" {
                    self.chat_piece(&Piece::of(call), reading, told);
                }
            }
            // Some servers say all of it at the end.
            for (place, call) in calls_in(choice, "message").enumerate() {
                let function = call.get("function").unwrap_or(&Json::Null);
                let known = self.by_id(name(call, "id")).or_else(|| {
                    self.open
                        .get_index(place)
                        .filter(|_| name(call, "id").is_empty())
                        .map(|(key, _)| key.clone())
                });
                match known {
                    Some(key) => self.whole_call(&key, function, reading, told),
                    None if !self.ids.contains(name(call, "id")) => {
                        self.chat_begin(
                            &Piece {
                                index: String::new(),
                                ..Piece::of(call)
                            },
                            reading,
                            told,
                        );
                    }
                    None => {}
                }
            }
        }
    }

    fn chat_piece(&mut self, piece: &Piece<'_>, reading: &mut Reading, told: &mut Vec<Told>) {
        let key = match self.chat_call(piece, reading, told) {
            Belongs::To(key) => key,
            Belongs::ToAnother => return self.chat_begin(piece, reading, told),
            Belongs::ToNone => return,
        };
        self.identify(&key, piece, told);
        self.rename(&key, piece.sent, reading);
        self.tell(&key, false, reading, told);
        // An object has all of a call's arguments.
        if let Some(open) = self.open.get_mut(&key)
            && open.text.is_empty()
            && !open.is_empty()
            && piece.has_text()
        {
            open.spoil("More arguments came behind an object that had all of them.");
        }
        if piece.arguments.is_some() {
            self.more(&key, piece.arguments, reading, told);
        }
    }

    fn chat_call(&mut self, piece: &Piece<'_>, reading: &Reading, told: &mut Vec<Told>) -> Belongs {
        let Piece {
            index, id, sent, ..
        } = piece;
        if self.open.contains_key(index) {
            if !self.is_another(index, piece, reading) {
                return Belongs::To(index.clone());
            }
            // Some servers that are compatible count no calls.
            self.finish(index, reading, told);
            self.passed.remove(index);
            return Belongs::ToAnother;
        }
        if let Some(key) = self.by_id(id).filter(|key| self.goes_on(key, piece)) {
            return Belongs::To(key);
        }
        if !index.is_empty() || !id.is_empty() {
            return self.chat_unknown(piece);
        }
        let last = self.open.keys().next_back().cloned();
        let known = match last {
            _ if sent.is_empty() && piece.arguments.is_none() => return Belongs::ToNone,
            None if sent.is_empty() => {
                self.stray("", piece.arguments, told);
                return Belongs::ToNone;
            }
            Some(_) if sent.is_empty() => match self.meant("", told) {
                Some(key) => Some(key),
                None => return Belongs::ToNone,
            },
            last => last.filter(|key| !self.is_another(key, piece, reading)),
        };
        known.map_or(Belongs::ToAnother, Belongs::To)
    }

    /// Of a piece with an index or an id that no open call has.
    fn chat_unknown(&self, piece: &Piece<'_>) -> Belongs {
        if !piece.id.is_empty() || !piece.sent.is_empty() {
            return Belongs::ToAnother;
        }
        if self.passed.contains(&piece.index) {
            return Belongs::ToNone;
        }
        // The call that began without an index.
        let mut uncounted = self.open.iter().filter(|(_, open)| !open.is_counted);
        match (uncounted.next(), uncounted.next()) {
            (Some((key, _)), None) => Belongs::To(key.clone()),
            _ => Belongs::ToAnother,
        }
    }

    /// Returns true if a piece that names an open call by its place begins another one.
    fn is_another(&self, key: &str, piece: &Piece<'_>, reading: &Reading) -> bool {
        let Some(open) = self.open.get(key) else {
            return false;
        };
        if piece.sent.is_empty() {
            return false;
        }
        let names = &reading.names;
        let goes_on = |sent: String| {
            names.fit(&sent) > names.fit(piece.sent)
                || names.fit(&open.sent) < Fit::Name && names.fit(&sent) > Fit::None
        };
        let is_piece =
            open.text.is_empty() && names.joined(&open.sent, piece.sent).is_some_and(goes_on);
        let has_other_id =
            !piece.id.is_empty() && open.id != piece.id && (open.is_told || !open.is_made);
        if has_other_id {
            return !is_piece;
        }
        // No more can be added to it, or it is of another tool.
        let is_of_another = piece.index.is_empty()
            && !is_piece
            && !open.sent.is_empty()
            && open.sent != piece.sent
            && (names.fit(piece.sent) == Fit::Name || !open.text.is_empty());
        piece.id.is_empty() && (open.is_closed() && piece.has_text() || is_of_another)
    }

    fn by_id(&self, id: &str) -> Option<String> {
        let known = self.open.iter().find(|(_, open)| open.id == id)?;
        (!id.is_empty()).then(|| known.0.clone())
    }

    /// Returns true if a piece with the id of an open call is one of its pieces, and no second call of the same id.
    fn goes_on(&self, key: &str, piece: &Piece<'_>) -> bool {
        let is_same = |open: &Open| piece.sent == open.sent && !open.is_closed();
        piece.sent.is_empty() || self.open.get(key).is_some_and(is_same)
    }

    /// An id that comes late, or goes on.
    fn identify(&mut self, key: &str, piece: &Piece<'_>, told: &mut Vec<Told>) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        if piece.id.is_empty() || open.id == piece.id || open.is_told || !open.text.is_empty() {
            return;
        }
        let id = if open.is_made {
            piece.id.to_owned()
        } else if piece.has_text() {
            return;
        } else {
            format!("{}{}", open.id, piece.id)
        };
        if self.ids.insert(id.clone()) {
            self.ids.remove(&open.id);
            (open.id, open.is_made) = (id, false);
        } else {
            open.spoil("Another call has the same id.");
            told.push(Told::Issue("Two calls have the same id.".to_owned()));
        }
    }

    fn chat_begin(&mut self, piece: &Piece<'_>, reading: &mut Reading, told: &mut Vec<Told>) {
        let is_made = piece.id.is_empty();
        let is_counted = !piece.index.is_empty();
        let key = match (piece.index.as_str(), piece.id) {
            ("", "") => self.own_key(),
            ("", id) => id.to_owned(),
            (index, _) => index.to_owned(),
        };
        let open = Open {
            id: if is_made {
                reading.make_id()
            } else {
                piece.id.to_owned()
            },
            is_made,
            sent: piece.sent.to_owned(),
            is_counted,
            ..Open::default()
        };
        self.begin(key.clone(), open, told);
        self.tell(&key, false, reading, told);
        if piece.arguments.is_some() {
            self.more(&key, piece.arguments, reading, told);
        }
    }
}

fn calls_in<'c>(choice: &'c Json, holder: &str) -> impl Iterator<Item = &'c Json> + use<'c> {
    let calls = choice
        .get(holder)
        .and_then(|holder| holder.get("tool_calls"));
    calls.map(Json::items).into_iter().flatten()
}
