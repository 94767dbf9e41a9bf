//! Regular expressions: where the crate `jsonschema` understands a pattern, both agree.
#![cfg(not(target_arch = "wasm32"))]

use ag_ui_lit::pattern::{Match, Pattern};
use proptest::prelude::*;
use serde_json::json;

/// What the crate understands. Lookbehind of any length, `[^]` and empty classes are beyond it.
fn pattern() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        Just("a"),
        Just("b"),
        Just("é"),
        Just("😀"),
        Just("1"),
        Just("-"),
        Just("."),
        Just(r"\d"),
        Just(r"\w"),
        Just(r"\s"),
        Just(r"\D"),
        Just(r"\W"),
        Just(r"\S"),
        Just("^"),
        Just("$"),
        Just("[ab]"),
        Just("[^a]"),
        Just("[a-c1]"),
        Just(r"[\w-]"),
        Just(r"[^\d\s]"),
        Just(r"\p{Lu}"),
        Just(r"\P{L}"),
        Just(r"\u0061"),
        Just(r"\x41"),
        Just(r"\/"),
        Just(r"\."),
    ]
    .prop_map(str::to_owned);
    atom.prop_recursive(5, 40, 3, |inner| {
        let repeat = prop_oneof![
            Just("*"),
            Just("+"),
            Just("?"),
            Just("{2}"),
            Just("{0,2}"),
            Just("{1,}"),
            Just("*?"),
            Just("+?"),
            Just("??"),
            Just("{1,3}?"),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(|all| all.concat()),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|all| all.join("|")),
            (inner.clone(), repeat).prop_map(|(one, repeat)| format!("(?:{one}){repeat}")),
            inner.clone().prop_map(|one| format!("({one})")),
            inner.clone().prop_map(|one| format!("(?={one})")),
            inner.prop_map(|one| format!("(?!{one})")),
        ]
    })
}

fn text() -> impl Strategy<Value = String> {
    let character = prop::sample::select("aabbcA1 -\n_éÉ😀\u{2028}".chars().collect::<Vec<_>>());
    prop::collection::vec(character, 0..9).prop_map(|all| all.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn both_find_the_same(pattern in pattern(), texts in prop::collection::vec(text(), 8)) {
        let ours = Pattern::new(&pattern);
        prop_assert!(ours.is_ok(), "{pattern} was refused");
        let theirs = jsonschema::validator_for(&json!({ "pattern": pattern }));
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            // The crate does not translate what looks around: there its `\w` and `.` are Rust's.
            let is_translated = !pattern.contains("(?=") && !pattern.contains("(?!");
            for text in texts.into_iter().filter(|text| is_translated || text.is_ascii()) {
                let expected = if theirs.is_valid(&json!(text)) { Match::Yes } else { Match::No };
                prop_assert_eq!(ours.is_match(&text, text.len()), expected, "{} on {:?}", pattern, text);
            }
        }
    }
}
