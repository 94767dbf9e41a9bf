//! A call's arguments while a model writes them: additions, and the point at which they become invalid.

use ag_ui_lit::execution::StreamedArguments;
use ag_ui_lit::json::{Changes, ReadOptions};

fn streamed() -> StreamedArguments {
    StreamedArguments::new(ReadOptions::default())
}

#[test]
fn each_of_the_two_builders_gets_its_own_additions() {
    let mut arguments = streamed();
    arguments.push(r#"{"a": "é"#).unwrap();
    let steps = arguments.changes(0, None).steps();
    // The core chooses the number of the remembered key.
    let key = steps[2];
    let begun = [
        Changes::OBJECT,
        Changes::KEY,
        key,
        Changes::TEXT,
        1,
        Changes::BEGIN,
        Changes::TEXT,
        1,
    ];
    assert_eq!(steps, begun);
    assert_eq!(arguments.quoted(0), "aé");
    arguments.push("ß\"}").unwrap();
    let ended = [Changes::END, Changes::TEXT, 1, Changes::LEAVE];
    assert_eq!(arguments.changes(0, None).steps(), ended);
    assert_eq!(arguments.quoted(0), "ß");
    // The other one has requested nothing yet.
    assert_eq!(arguments.quoted(1), "");
    let whole = [
        Changes::OBJECT,
        Changes::KEY,
        key,
        Changes::TEXT,
        1,
        Changes::STRING,
        Changes::TEXT,
        2,
        Changes::LEAVE,
    ];
    assert_eq!(arguments.changes(1, None).steps(), whole);
    assert_eq!(arguments.quoted(1), "aéß");
    for builder in [0, 1, 2] {
        assert!(arguments.changes(builder, None).steps().is_empty());
    }
}

#[test]
fn invalid_arguments_are_known_at_once() {
    for (pieces, message) in [
        (
            &["", " ", "["][..],
            "The arguments must be a JSON object, not an array.",
        ),
        (
            &["\"te"],
            "The arguments must be a JSON object, not a string.",
        ),
        (
            &["{", "x"],
            "The arguments are not valid JSON: expected a key or '}', found 'x' at position 1.",
        ),
    ] {
        let mut arguments = streamed();
        let (last, before) = pieces.split_last().unwrap();
        for piece in before {
            arguments.push(piece).unwrap();
            assert!(!arguments.is_unreadable());
            assert_eq!(arguments.error(), None);
        }
        let _ = arguments.push(last);
        assert!(arguments.is_unreadable(), "{pieces:?}");
        assert_eq!(arguments.error().as_deref(), Some(message));
        assert!(arguments.end().is_err());
    }
}

#[test]
fn an_early_end_names_the_missing_token_and_blank_arguments_are_an_empty_object() {
    let mut arguments = streamed();
    arguments.push(r#"{"a": "#).unwrap();
    let error = arguments.end().unwrap_err().to_string();
    assert_eq!(arguments.error(), Some(error));
    let mut blank = streamed();
    assert!(blank.end().is_ok());
    assert!(!blank.is_unreadable());
    assert_eq!(
        blank.changes(0, None).steps(),
        [Changes::OBJECT, Changes::LEAVE]
    );
}
