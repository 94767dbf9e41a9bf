use std::collections::HashMap;

use super::keyword::{Holds, holds};
use crate::provider::json::{Json, step};

/// The possible targets of a document's references.
pub struct References<'s> {
    root: &'s Json,
    /// The place of each `$anchor` and `$dynamicAnchor`.
    anchors: HashMap<&'s str, String>,
    /// The place of each `$id`. It is found by the exact text of a reference.
    ids: HashMap<&'s str, String>,
    /// The places of the document's parts with a base address of their own.
    parts: Vec<String>,
}

impl<'s> References<'s> {
    pub fn of(root: &'s Json) -> Self {
        let mut references = Self {
            root,
            anchors: HashMap::new(),
            ids: HashMap::new(),
            parts: Vec::new(),
        };
        references.record(root, "");
        references
    }

    /// The target of a reference and its place; `None` for one that leads elsewhere, or by an address that would have to be
    /// resolved first. `at` is the place of the reference.
    pub fn resolve(&self, reference: &str, at: &str) -> Option<(&'s Json, String)> {
        let (resource, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let base = match resource {
            "" => self.part_of(at).to_owned(),
            id => self.ids.get(id)?.clone(),
        };
        let pointer = match decoded(fragment)?.as_str() {
            "" => base,
            pointer if pointer.starts_with('/') => base + pointer,
            anchor => self.anchors.get(anchor)?.clone(),
        };
        self.root.at(&pointer).map(|found| (found, pointer))
    }

    fn part_of(&self, at: &str) -> &str {
        let holds = |part: &&String| {
            let rest = at.strip_prefix(part.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let parts = self.parts.iter().filter(holds);
        parts
            .max_by_key(|part| part.len())
            .map_or("", String::as_str)
    }

    /// Recursive: the depth of the parsed schema is bounded.
    fn record(&mut self, schema: &'s Json, at: &str) {
        let Some(members) = schema.as_object() else {
            return;
        };
        for (keyword, value) in members {
            let at = step(at, keyword);
            match holds(keyword, value) {
                Holds::Schema => self.record(value, &at),
                Holds::Schemas => {
                    for (index, item) in value.items().enumerate() {
                        self.record(item, &step(&at, &index.to_string()));
                    }
                }
                Holds::ByKey => {
                    for (key, member) in value.as_object().into_iter().flatten() {
                        self.record(member, &step(&at, key));
                    }
                }
                Holds::Value => {}
            }
        }
        let name = |keyword: &str| members.get(keyword).and_then(Json::as_str);
        for anchor in [name("$anchor"), name("$dynamicAnchor")]
            .into_iter()
            .flatten()
        {
            self.anchors.entry(anchor).or_insert_with(|| at.to_owned());
        }
        match name("$id") {
            // Before 2019-09 an `$id` with only a fragment was an anchor.
            Some(id) if id.starts_with('#') => {
                self.anchors
                    .entry(&id[1..])
                    .or_insert_with(|| at.to_owned());
            }
            Some(id) => {
                let id = id.trim_end_matches('#');
                self.parts.push(at.to_owned());
                self.ids.entry(id).or_insert_with(|| at.to_owned());
            }
            None => {}
        }
    }
}

/// A fragment, percent-decoded.
fn decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
            let (high, low) = (digit(rest.next())?, digit(rest.next())?);
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
