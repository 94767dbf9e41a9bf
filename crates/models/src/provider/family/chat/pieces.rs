use crate::provider::calls::{CallStream, Finding, Open, Reading, key_of, name};
use crate::provider::json::Json;
use crate::provider::lower::Fit;

/// The call that a piece belongs to.
enum Belongs {
    /// A pending call, by its key.
    To(String),
    /// A new call, which starts with this piece.
    ToAnother,
    /// No identifiable call, or one that is ignored.
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

/// Streamed chat completions: the pieces of calls.
impl CallStream {
    /// Reads the next chunk of a completion.
    pub(in crate::provider) fn chat(
        &mut self,
        event: &Json,
        reading: &mut Reading,
        findings: &mut Vec<Finding>,
    ) {
        let choices = event.get("choices").map(Json::items).into_iter().flatten();
        let is_first = |choice: &&Json| match choice.get("index") {
            Some(Json::Number(index)) => index == "0",
            _ => true,
        };
        for choice in choices.filter(is_first) {
            for call in calls_in(choice, "delta") {
                if name(call, "type") != "custom" {
                    self.chat_piece(&Piece::of(call), reading, findings);
                }
            }
            // Some servers repeat the complete calls at the end.
            for (place, call) in calls_in(choice, "message").enumerate() {
                let function = call.get("function").unwrap_or(&Json::Null);
                let known = self.by_id(name(call, "id")).or_else(|| {
                    self.open
                        .get_index(place)
                        .filter(|_| name(call, "id").is_empty())
                        .map(|(key, _)| key.clone())
                });
                match known {
                    Some(key) => self.whole_call(&key, function, reading, findings),
                    None if !self.ids.contains(name(call, "id")) => {
                        self.chat_begin(
                            &Piece {
                                index: String::new(),
                                ..Piece::of(call)
                            },
                            reading,
                            findings,
                        );
                    }
                    None => {}
                }
            }
        }
    }

    fn chat_piece(
        &mut self,
        piece: &Piece<'_>,
        reading: &mut Reading,
        findings: &mut Vec<Finding>,
    ) {
        let key = match self.chat_call(piece, reading, findings) {
            Belongs::To(key) => key,
            Belongs::ToAnother => return self.chat_begin(piece, reading, findings),
            Belongs::ToNone => return,
        };
        self.identify(&key, piece, findings);
        self.rename(&key, piece.sent, reading);
        self.announce(&key, false, reading, findings);
        // An object holds all arguments of a call.
        if let Some(open) = self.open.get_mut(&key)
            && open.text.is_empty()
            && !open.is_empty()
            && piece.has_text()
        {
            open.spoil("More arguments arrived after an object with all of them.");
        }
        if piece.arguments.is_some() {
            self.more(&key, piece.arguments, reading, findings);
        }
    }

    fn chat_call(
        &mut self,
        piece: &Piece<'_>,
        reading: &Reading,
        findings: &mut Vec<Finding>,
    ) -> Belongs {
        let Piece {
            index, id, sent, ..
        } = piece;
        if self.open.contains_key(index) {
            if !self.is_another(index, piece, reading) {
                return Belongs::To(index.clone());
            }
            // Some compatible servers do not number calls.
            self.finish(index, reading, findings);
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
                self.stray("", piece.arguments, findings);
                return Belongs::ToNone;
            }
            Some(_) if sent.is_empty() => match self.key_or_last("", findings) {
                Some(key) => Some(key),
                None => return Belongs::ToNone,
            },
            last => last.filter(|key| !self.is_another(key, piece, reading)),
        };
        known.map_or(Belongs::ToAnother, Belongs::To)
    }

    /// The call of a piece whose index or id matches no pending call.
    fn chat_unknown(&self, piece: &Piece<'_>) -> Belongs {
        if !piece.id.is_empty() || !piece.sent.is_empty() {
            return Belongs::ToAnother;
        }
        if self.passed.contains(&piece.index) {
            return Belongs::ToNone;
        }
        // The call that started without an index.
        let mut uncounted = self.open.iter().filter(|(_, open)| !open.is_counted);
        match (uncounted.next(), uncounted.next()) {
            (Some((key, _)), None) => Belongs::To(key.clone()),
            _ => Belongs::ToAnother,
        }
    }

    /// Returns true if a piece with the index of a pending call starts another call.
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
            !piece.id.is_empty() && open.id != piece.id && (open.is_announced || !open.is_made);
        if has_other_id {
            return !is_piece;
        }
        // The pending call is closed, or belongs to another tool.
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

    /// Returns true if a piece with the id of a pending call continues it, and is not a second call with that id.
    fn goes_on(&self, key: &str, piece: &Piece<'_>) -> bool {
        let is_same = |open: &Open| piece.sent == open.sent && !open.is_closed();
        piece.sent.is_empty() || self.open.get(key).is_some_and(is_same)
    }

    /// Reads an id that arrives late, or continues.
    fn identify(&mut self, key: &str, piece: &Piece<'_>, findings: &mut Vec<Finding>) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        if piece.id.is_empty() || open.id == piece.id || open.is_announced || !open.text.is_empty()
        {
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
            findings.push(Finding::Issue("Two calls have the same id.".to_owned()));
        }
    }

    fn chat_begin(
        &mut self,
        piece: &Piece<'_>,
        reading: &mut Reading,
        findings: &mut Vec<Finding>,
    ) {
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
        self.begin(key.clone(), open, findings);
        self.announce(&key, false, reading, findings);
        if piece.arguments.is_some() {
            self.more(&key, piece.arguments, reading, findings);
        }
    }
}

fn calls_in<'c>(choice: &'c Json, holder: &str) -> impl Iterator<Item = &'c Json> + use<'c> {
    let calls = choice
        .get(holder)
        .and_then(|holder| holder.get("tool_calls"));
    calls.map(Json::items).into_iter().flatten()
}
