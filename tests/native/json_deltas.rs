//! Text in pieces is read like text in one piece, wherever it is cut.

use std::collections::HashMap;

use ag_ui_lit::json::{
    self, BigIntegers, Changes, Document, Kind, Node, ReadOptions, Reader, Step, SyntaxError, Walk,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const OPTIONS: ReadOptions = ReadOptions {
    max_depth: 64,
    big_integers: BigIntegers::Bigint,
};

fn read_pieces<'t>(pieces: impl IntoIterator<Item = &'t str>) -> Result<Document, SyntaxError> {
    let mut reader = Reader::new(OPTIONS);
    for piece in pieces {
        reader.push(piece)?;
    }
    reader.finish()?;
    let exact = reader.is_exact();
    let (tree, big_integers) = reader.into_parts();
    Ok(Document {
        tree,
        exact,
        big_integers,
    })
}

fn characters(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices()
        .map(|(at, character)| &text[at..at + character.len_utf8()])
}

fn assert_same_wherever_it_is_cut(text: &str) {
    let whole = json::read(text, OPTIONS);
    for (at, _) in text.char_indices() {
        let (before, after) = text.split_at(at);
        assert_eq!(
            read_pieces([before, after]),
            whole,
            "cut at {at}: {text:.200}"
        );
    }
    assert_eq!(
        read_pieces(characters(text)),
        whole,
        "in characters: {text:.200}"
    );
}

const SAMPLES: [&str; 22] = [
    r#" { "a" : [ 1 , -0.5e+10 , true , false , null ] , "b" : { } , "c" : "" } "#,
    r#"{"text": "a\"\\\/\b\f\n\r\té😀\u0041\u00e9\ud83d\ude00"}"#,
    r#"["\ud83d","\ud83dx","\ud83d\n","\ud83d\u0041","\ud83d\ud83d\ude00","\ude00"]"#,
    r#"{"a": 1, "b": 2, "a": {"a": 1, "a": 2}, "b": 3}"#,
    "[9007199254740993, 100000000000000000000, -9007199254740993, 0, -0, 1e400]",
    "[9007199254740993, {\"id\": 123456789012345678901}]",
    "-",
    "1.",
    "1e",
    "1e+",
    "01",
    "-01",
    "1.5.5",
    "[1,]",
    "{\"a\":}",
    "{\"a\" 1}",
    "nul",
    "truex",
    "\"\\ud8\"",
    "\"\\x\"",
    "\"\u{1}\"",
    "\"é\u{1}\"",
];

#[test]
fn samples_are_read_the_same_wherever_they_are_cut() {
    for text in SAMPLES {
        assert_same_wherever_it_is_cut(text);
    }
}

#[test]
fn every_file_of_the_json_test_suite_is_read_the_same_wherever_it_is_cut() {
    for (_, text) in crate::json_corpus::files() {
        if text.len() < 20_000 {
            assert_same_wherever_it_is_cut(&text);
        } else {
            let (before, after) = text.split_at(text.len() / 2);
            assert_eq!(read_pieces([before, after]), json::read(&text, OPTIONS));
        }
    }
}

fn so_far(reader: &Reader) -> Value {
    reader.tree().root().map_or(Value::Null, Node::to_value)
}

#[test]
fn the_value_so_far_is_available_at_any_time() {
    let mut reader = Reader::new(OPTIONS);
    let mut after = |piece: &str| {
        reader.push(piece).unwrap();
        so_far(&reader)
    };
    assert_eq!(after(" "), Value::Null);
    assert_eq!(after("{"), json!({}));
    assert_eq!(after(r#""na"#), json!({}));
    assert_eq!(after(r#"me""#), json!({}));
    assert_eq!(after(":"), json!({}));
    assert_eq!(after(r#" ""#), json!({ "name": "" }));
    assert_eq!(after(r"Ad\ud83d"), json!({ "name": "Ad" })); // A high surrogate alone is no character.
    assert_eq!(after(r"\ude00"), json!({ "name": "Ad😀" }));
    assert_eq!(
        after(r#"", "list": [1"#),
        json!({ "name": "Ad😀", "list": [] })
    );
    assert_eq!(after("2, tr"), json!({ "name": "Ad😀", "list": [12] }));
    assert_eq!(
        after("ue, {"),
        json!({ "name": "Ad😀", "list": [12, true, {}] })
    );
    assert_eq!(after(r#"}], "name": "B"#)["name"], json!("B"));
}

#[test]
fn a_value_is_complete_when_only_space_may_follow() {
    let is_complete = |text: &str| {
        let mut reader = Reader::new(OPTIONS);
        let _ = reader.push(text);
        reader.is_complete()
    };
    for text in ["{}", r#"{"a": [1]}"#, "[] ", "null", r#""a""#] {
        assert!(is_complete(text), "{text}");
    }
    // A number may continue.
    for text in ["", " ", "{", "[1, 2", "nul", r#""a"#, "12", "{}x"] {
        assert!(!is_complete(text), "{text}");
    }
}

#[test]
fn after_an_error_nothing_more_is_read_and_the_value_so_far_stays() {
    let mut reader = Reader::new(OPTIONS);
    reader.push(r#"{"a": 1, "#).unwrap();
    assert_eq!(reader.error(), None);
    let error = reader.push("]").unwrap_err();
    assert_eq!(error.to_string(), "expected a key, found ']' at position 9");
    assert_eq!(reader.error(), Some(&error));
    assert_eq!(reader.push(r#""b": 2}"#).unwrap_err(), error);
    assert_eq!(reader.finish().unwrap_err(), error);
    assert_eq!(so_far(&reader), json!({ "a": 1 }));
}

#[test]
fn positions_are_counted_from_the_beginning() {
    let cases: [(&[&str], &str); 5] = [
        (
            &["[\"é😀\"", ", x]"],
            "expected a value, found 'x' at position 8",
        ),
        (&["[90071992", "54740993", "]"], "at position 1"),
        (
            &["[\"\\", "x\"]"],
            "unknown escape \\x in a string at position 2",
        ),
        (
            &["[\"\\u00", "zz\"]"],
            "expected four hexadecimal digits after \\u at position 4",
        ),
        (&["[tr", "ap]"], "expected true, found 'a' at position 3"),
    ];
    for (pieces, message) in cases {
        let options = ReadOptions::default();
        let mut reader = Reader::new(options);
        let failed = pieces.iter().find_map(|piece| reader.push(piece).err());
        let error = failed
            .unwrap_or_else(|| panic!("{pieces:?} was read"))
            .to_string();
        assert!(error.ends_with(message), "{error}");
    }
}

#[test]
fn a_walk_takes_each_step_once_and_stops_at_incomplete_parts() {
    let text = r#"{"a": [1, "two", {"b": null}], "c": true}"#;
    let steps = |pieces: &[&str]| {
        let mut reader = Reader::new(OPTIONS);
        let mut walk = Walk::default();
        let mut taken = Vec::new();
        for piece in pieces {
            reader.push(piece).unwrap();
            while let Some(step) = walk.next(reader.tree()) {
                taken.push(match step {
                    Step::Key(key) => format!("key {key}"),
                    Step::Leaf(node) => node.to_value().to_string(),
                    Step::Enter(node) if matches!(node.kind(), Kind::Array(_)) => "[".to_owned(),
                    Step::Enter(_) => "{".to_owned(),
                    Step::Leave(node) => format!("end of {}", node.to_value()),
                });
            }
        }
        taken
    };
    let expected = [
        "{",
        "key a",
        "[",
        "1",
        r#""two""#,
        "{",
        "key b",
        "null",
        r#"end of {"b":null}"#,
        r#"end of [1,"two",{"b":null}]"#,
        "key c",
        "true",
        r#"end of {"a":[1,"two",{"b":null}],"c":true}"#,
    ];
    assert_eq!(steps(&[text]), expected);
    assert_eq!(steps(&characters(text).collect::<Vec<_>>()), expected);
    assert_eq!(
        steps(&[&text[..14]]),
        expected[..4],
        "\"two\" is not complete"
    );
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn any_text_is_read_the_same_in_any_pieces(
        text in r#"[\[\]{}:,"\\a-fu0-9.eE+\-é😀 ]{0,40}"#,
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let mut cuts: Vec<usize> = cuts
            .iter()
            .filter(|_| !places.is_empty())
            .map(|cut| places[cut.index(places.len())])
            .collect();
        cuts.sort_unstable();
        cuts.push(text.len());
        let mut from = 0;
        let pieces: Vec<&str> = cuts
            .iter()
            .map(|to| { let piece = &text[from..*to]; from = *to; piece })
            .collect();
        prop_assert_eq!(read_pieces(pieces), json::read(&text, OPTIONS));
    }
}

/// Builds a value from the steps of [`Changes`], as the page's half does.
#[derive(Default)]
struct Builder {
    open: Vec<(Value, Option<String>)>,
    key: Option<String>,
    known_keys: HashMap<i32, String>,
    string: String,
    root: Option<Value>,
}

impl Builder {
    fn apply(&mut self, changes: &Changes, delta: Option<&str>) {
        let mut quoted: Vec<u16> = changes.text().encode_utf16().collect();
        let mut steps = changes.steps().iter().copied();
        while let Some(code) = steps.next() {
            let mut next = || steps.next().unwrap();
            if code == Changes::KNOWN_KEY {
                self.key = Some(self.known_keys.get(&next()).cloned().unwrap_or_default());
                continue;
            }
            let number = if code == Changes::KEY { next() } else { 0 };
            let mut quote = || {
                let (place, length) = (next(), usize::try_from(next()).unwrap());
                if place != Changes::TEXT {
                    let place = usize::try_from(place).unwrap();
                    return delta.unwrap()[place..place + length].to_owned();
                }
                let rest = quoted.split_off(length);
                String::from_utf16(&std::mem::replace(&mut quoted, rest)).unwrap()
            };
            match code {
                Changes::OBJECT => self.open.push((json!({}), self.key.take())),
                Changes::ARRAY => self.open.push((json!([]), self.key.take())),
                Changes::LEAVE => {
                    let (value, key) = self.open.pop().unwrap();
                    self.key = key;
                    self.place(value);
                }
                Changes::KEY => {
                    self.key = Some(quote());
                    self.known_keys
                        .extend(self.key.clone().map(|key| (number, key)));
                }
                Changes::STRING => {
                    let text = quote();
                    self.place(text.into());
                }
                Changes::BEGIN | Changes::MORE => self.string.push_str(&quote()),
                Changes::END => {
                    let text = std::mem::take(&mut self.string) + &quote();
                    self.place(text.into());
                }
                Changes::NUMBER => {
                    let (low, high) = (next(), next());
                    let number = f64::from_bits(
                        u64::from(low.cast_unsigned()) | u64::from(high.cast_unsigned()) << 32,
                    );
                    self.place(number.into());
                }
                Changes::INTEGER => self.place(f64::from(next()).into()),
                Changes::BIG => {
                    let digits = quote();
                    self.place(format!("{digits}n").into());
                }
                Changes::TRUE => self.place(true.into()),
                Changes::FALSE => self.place(false.into()),
                Changes::NULL => self.place(Value::Null),
                code => panic!("{code} is no step"),
            }
        }
        assert!(quoted.is_empty(), "all of the text is quoted");
    }

    fn place(&mut self, value: Value) {
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some((Value::Array(items), _)) => items.push(value),
            Some((container, _)) => container[self.key.take().unwrap()] = value,
        }
    }
}

#[test]
fn the_steps_build_the_value_however_often_they_are_requested() {
    let text = r#"{"a": "x\n😀y", "b": [1, -2.5, 9007199254740993, 0.5, -9007199254740995, true, false, null, "", {}], "a": "zé", "": "plain \t"}"#;
    let expected = json!({
        "a": "zé",
        "b": [1.0, -2.5, "9007199254740993n", 0.5, "-9007199254740995n", true, false, null, "", {}],
        "": "plain \t",
    });
    let lengths = (1..8).chain([text.len()]);
    for (length, quotes) in lengths.flat_map(|length| [(length, true), (length, false)]) {
        let mut reader = Reader::new(OPTIONS);
        let mut changes = Changes::default();
        let mut builder = Builder::default();
        let letters: Vec<&str> = characters(text).collect();
        for piece in letters.chunks(length).map(<[&str]>::concat) {
            reader.push(&piece).unwrap();
            let delta = quotes.then_some(piece.as_str());
            changes.record(reader.tree(), reader.big_integers(), delta);
            builder.apply(&changes, delta);
        }
        assert_eq!(builder.root.unwrap(), expected, "{length} at a time");
        changes.record(reader.tree(), reader.big_integers(), None);
        assert!(changes.steps().is_empty(), "no addition is reported twice");
    }
}

#[test]
fn steps_quote_from_the_last_delta() {
    let mut reader = Reader::new(OPTIONS);
    let mut changes = Changes::default();
    let mut steps = |delta: &str| {
        reader.push(delta).unwrap();
        changes.record(reader.tree(), reader.big_integers(), Some(delta));
        (changes.steps().to_vec(), changes.text().to_owned())
    };
    let (_, text) = steps(r#"[{"key": "val"#);
    assert_eq!(text, "");
    assert_eq!(steps("ue one"), (vec![Changes::MORE, 0, 6], String::new()));
    let (first, text) = steps(r#"\n"}, {"k"#);
    assert_eq!(first[..3], [Changes::END, Changes::TEXT, 1]);
    assert_eq!(text, "\n");
    let (second, text) = steps(r#"ey": "é"#);
    assert_eq!(second[0], Changes::KNOWN_KEY);
    assert_eq!(
        (&second[2..], &*text),
        (&[Changes::BEGIN, Changes::TEXT, 1][..], "é")
    );
}

#[test]
fn any_number_of_keys_is_reported_correctly() {
    let keys: Vec<String> = (0..300)
        .map(|index| format!("{}{index}", "k".repeat(index % 70)))
        .collect();
    let object: Value = keys.iter().map(|key| (key.clone(), json!(key))).collect();
    let text = json!([object, object]).to_string();
    let mut reader = Reader::new(OPTIONS);
    let mut changes = Changes::default();
    let mut builder = Builder::default();
    for piece in characters(&text) {
        reader.push(piece).unwrap();
        changes.record(reader.tree(), reader.big_integers(), Some(piece));
        builder.apply(&changes, Some(piece));
    }
    assert_eq!(builder.root.unwrap(), json!([object, object]));
}
