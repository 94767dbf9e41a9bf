//! Calls that a model wrote into its text, wherever the text is cut.

use ag_ui_lit::json::BigIntegers;
use ag_ui_lit_models::text::{Event, MAX_ARGUMENTS, MAX_NAME, ToolCallMarkers};
use proptest::prelude::*;

/// The events of a text in pieces, with adjacent texts joined.
fn read_pieces<'t>(pieces: impl IntoIterator<Item = &'t str>) -> Vec<Event> {
    let mut markers = ToolCallMarkers::new(BigIntegers::Error);
    let mut events = Vec::new();
    for piece in pieces {
        events.extend(markers.push(piece));
    }
    events.extend(markers.end());
    let mut joined: Vec<Event> = Vec::new();
    for event in events {
        match (joined.last_mut(), event) {
            (Some(Event::Text(before)), Event::Text(text)) => before.push_str(&text),
            (_, event) => joined.push(event),
        }
    }
    joined
}

fn characters(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices()
        .map(|(at, character)| &text[at..at + character.len_utf8()])
}

fn read(text: &str) -> Vec<Event> {
    let whole = read_pieces([text]);
    assert_eq!(
        read_pieces(characters(text)),
        whole,
        "in characters: {text}"
    );
    whole
}

/// The events in short: text unchanged, a call as `name(arguments)`, a fault as `!`.
fn found(text: &str) -> Vec<String> {
    let short = |event: Event| match event {
        Event::Text(text) => text,
        Event::Call(call) => format!("{}({})", call.name, call.arguments),
        Event::Broken(_) => "!".to_owned(),
    };
    read(text).into_iter().map(short).collect()
}

fn fault(text: &str) -> String {
    let faults: Vec<_> = read(text)
        .into_iter()
        .filter_map(|event| match event {
            Event::Broken(message) => Some(message),
            _ => None,
        })
        .collect();
    assert_eq!(faults.len(), 1, "{text}: {faults:?}");
    faults.concat()
}

fn written(events: &[Event]) -> String {
    let text = |event: &Event| match event {
        Event::Text(text) => text.clone(),
        _ => String::new(),
    };
    events.iter().map(text).collect()
}

#[test]
fn a_marker_is_a_call() {
    assert_eq!(
        found(r#"One. <tool_call name="a" args={"b": 1}></tool_call> Two."#),
        ["One. ", r#"a({"b": 1})"#, " Two."]
    );
}

#[test]
fn nested_braces_belong_to_the_arguments() {
    // A regular expression such as <tool_call name="([^"]+)" args=({[^}]+})><\/tool_call> would end at the first brace.
    let nested = r#"<tool_call name="a" args={"b":{"c":{"d":1}},"e":[{}]}></tool_call>"#;
    assert_eq!(found(nested), [r#"a({"b":{"c":{"d":1}},"e":[{}]})"#]);
    assert_eq!(
        found(r#"<tool_call name="a" args={}></tool_call>"#),
        ["a({})"]
    );
}

#[test]
fn strings_in_the_arguments_may_contain_parts_of_markers() {
    for string in [
        "}",
        "{",
        ">",
        "></tool_call>",
        r#"\"}"#,
        r"\\",
        "'",
        "`",
        "```",
        "<tool_call",
        "😀\u{e9}",
        "<tool_call name='x' args={}></tool_call>",
    ] {
        let text = format!(r#"<tool_call name="a" args={{"b":"{string}"}}></tool_call>."#);
        let call = format!(r#"a({{"b":"{string}"}})"#);
        assert_eq!(found(&text), [call.as_str(), "."], "{string}");
    }
}

#[test]
fn either_quote_and_space_between_the_parts_are_accepted() {
    for text in [
        "<tool_call name='a' args={\"b\":1}></tool_call>",
        "<tool_call\n  name = \"a\"\n  args = {\"b\":1}\n>\n</tool_call\t>",
        "<tool_call name=\"a\"args={\"b\":1} ></tool_call>",
        "<tool_call name=\"a\" args={\"b\":1}/>",
        "<tool_call name=\"a\" args={\"b\":1} / >",
    ] {
        assert_eq!(found(text), [r#"a({"b":1})"#], "{text}");
    }
    assert_eq!(found("<tool_call name=\"a\"></tool_call>"), ["a({})"]);
    assert_eq!(
        found("<tool_call name='flights::search \"x\"'/>"),
        ["flights::search \"x\"({})"]
    );
}

#[test]
fn several_markers_are_several_calls_in_their_order() {
    let text =
        "<tool_call name='a'/><tool_call name='b' args={}></tool_call>\nand <tool_call name='a'/>";
    assert_eq!(found(text), ["a({})", "b({})", "\nand ", "a({})"]);
}

#[test]
fn text_that_resembles_a_marker_is_text_without_a_fault() {
    for text in [
        "",
        "<",
        "a < b",
        "<tool",
        "<tool_cal",
        "<<",
        "<tool_<b>",
        "</tool_call>",
        "<tool_calls name='a'>",
        "<tool_call-name>",
        "<TOOL_CALL name='a'/>",
        "< tool_call name='a'/>",
        "<tool_result name='a'>",
    ] {
        let expected: Vec<&str> = if text.is_empty() { vec![] } else { vec![text] };
        assert_eq!(found(text), expected);
    }
    assert_eq!(found("<<tool_call name='a'/>"), ["<", "a({})"]);
    assert_eq!(found("<tool_<tool_call name='a'/>"), ["<tool_", "a({})"]);
}

#[test]
fn a_broken_marker_is_text_followed_by_its_fault() {
    for (text, expected) in [
        (
            "<tool_call>",
            "expected a space and name behind <tool_call, not '>'",
        ),
        (
            "<tool_call nome='a'/>",
            "expected a space and name behind <tool_call, not 'o'",
        ),
        ("<tool_call name 'a'/>", "expected = behind name, not '''"),
        (
            "<tool_call name=a/>",
            "expected a quote behind name=, not 'a'",
        ),
        (
            "<tool_call name=''/>",
            "expected the tool's name and the quote behind it, not '''",
        ),
        (
            "<tool_call name='a\nb'/>",
            "expected the tool's name and the quote behind it, not U+000A",
        ),
        (
            "<tool_call name='a' arg={}/>",
            "expected args= or > behind the name, not '='",
        ),
        (
            "<tool_call name='a' args {}/>",
            "expected = behind args, not '{'",
        ),
        (
            "<tool_call name='a' args='{}'/>",
            "expected a JSON object behind args=, without quotes, not '''",
        ),
        (
            "<tool_call name='a' args=[1]/>",
            "expected a JSON object behind args=, without quotes, not '['",
        ),
        (
            "<tool_call name='a' args={}}></tool_call>",
            "expected > behind the arguments, not '}'",
        ),
        (
            "<tool_call name='a' args={}> done",
            "expected </tool_call> at the end, not 'd'",
        ),
        (
            "<tool_call name='a' args={b:1}></tool_call>",
            "The arguments of a are not valid JSON: expected a key or '}', found 'b' at position 1.",
        ),
        (
            "<tool_call name='a' args={\"b\":\"c\nd\"}/>",
            "The arguments of a are not valid JSON: control character U+000A in a string must be written as an escape at position 7.",
        ),
        (
            "<tool_call name='a' args={\"b\":9007199254740993}/>",
            "The arguments of a can't be read: the integer 9007199254740993 can't be held exactly",
        ),
        (
            "<tool_call name='a' args={\"b\":1e400}/>",
            "is out of range",
        ),
    ] {
        let message = fault(text);
        assert!(message.contains(expected), "{text}: {message}");
        assert_eq!(written(&read(text)), text);
    }
}

#[test]
fn a_marker_after_a_broken_one_is_read() {
    let good = "<tool_call name='b'/>";
    for broken in [
        "<tool_call name='a' args={bad}></tool_call>",
        "<tool_call name='a' arg={}/>",
        "<tool_call>",
        "<tool_call name='a' ",
        "<tool_call name='a' args={}> ",
        "<tool_call name='a' args={\"x\": 1e400}></tool_call>",
    ] {
        let text = format!("{broken}{good}.");
        let events = read(&text);
        assert_eq!(written(&events), format!("{broken}."));
        let calls = events
            .iter()
            .filter(|event| matches!(event, Event::Call(_)));
        assert_eq!(calls.count(), 1, "{broken}");
    }
}

/// A model that forgets to escape a quoted text must not run the markers in it.
#[test]
fn a_marker_inside_broken_arguments_is_not_run() {
    for text in [
        r#"<tool_call name="write" args={"text":"he said "<tool_call name='rm' args={}></tool_call>" "}></tool_call>"#,
        "<tool_call name='write' args={\"text\":\"line\n<tool_call name='rm' args={}></tool_call>\n\"}></tool_call>",
        r#"<tool_call name="write" args={"text":"<tool_call name='rm' args={}></tool_call> and there the text was cut"#,
    ] {
        let events = read(text);
        assert_eq!(written(&events), text);
        assert!(matches!(
            events.last(),
            Some(Event::Broken(_) | Event::Text(_))
        ));
        assert!(!events.iter().any(|event| matches!(event, Event::Call(_))));
    }
}

#[test]
fn a_marker_that_never_ends_loses_no_text() {
    let text = r#"a <tool_call name="b" args={"c":"d"}></tool_call>"#;
    for (at, _) in text.char_indices() {
        let cut = &text[..at];
        let events = read(cut);
        assert_eq!(written(&events), cut);
        let is_begun = at >= "a <tool_call".len();
        let last = events.last();
        assert_eq!(
            matches!(last, Some(Event::Broken(fault)) if fault.contains("the text ends")),
            is_begun,
            "{cut}"
        );
    }
}

#[test]
fn in_code_a_marker_is_text() {
    let marker = r#"<tool_call name="a" args={"b":{}}></tool_call>"#;
    for text in [
        format!("`{marker}`"),
        format!("So: ``{marker} ` `` and"),
        format!("```\n{marker}\n```"),
        format!("a\n```xml\n{marker}\n"),
        format!("~~~ `x`\n{marker}\n```\n{marker}\n~~~"),
        format!("````\n```\n{marker}\n````"),
        format!("- list\n\n    ```js\n    {marker}\n    ```"),
        format!("1. ```\n   {marker}\n   ```"),
        format!("> ```\n> {marker}\n> ```"),
        format!("`two\nlines {marker}`"),
        format!("``` {marker}\n"),
        format!("```{marker}```"),
        format!("```\r\n{marker}\r\n```\r\n"),
        format!("`` ` {marker}``"),
        format!("- ```\n  {marker}\n"),
        format!("```\nx``\n{marker}\n```"),
    ] {
        assert_eq!(found(&text), [text.as_str()]);
    }
}

#[test]
fn after_code_a_marker_is_a_call_again() {
    let marker = "<tool_call name='a'/>";
    for (before, after) in [
        ("`code` ", ""),
        ("```\ncode\n```\n", ""),
        ("``` one line ``` ", ""),
        ("~~~\n```\n~~~\n", ""),
        ("```\ncode\n  ```  \n", ""),
        ("don`t ", ""),
        ("don`t ", " it"),
        ("don`t ", "\n\n`code`"),
        ("don``t ", " ` `"),
        ("a ` b `` c ``` ", "\n\n"),
        ("a `````````", "`````````"),
        ("`a` ` ", ""),
        ("one `\n\ntwo ", " `"),
        ("it`s\n", "\n```\ncode\n```"),
        ("``", ""),
        ("~~strike~~ ", "~~"),
        ("> quoted\n\n", ""),
        ("```js\ncode\n```js\n```\n", ""),
        ("aaa\n", ""),
        ("~~~`x\ncode\n~~~\n", " `"),
    ] {
        let text = format!("{before}{marker}{after}");
        let events: Vec<_> = found(&text);
        assert_eq!(
            events.iter().filter(|event| *event == "a({})").count(),
            1,
            "{text}: {events:?}"
        );
        assert_eq!(written(&read(&text)), format!("{before}{after}"));
    }
}

#[test]
fn backticks_after_a_marker_do_not_start_a_fence() {
    assert_eq!(
        found("<tool_call name='b'/>```\n<tool_call name='a'/>"),
        ["b({})", "```\n", "a({})"]
    );
}

#[test]
fn a_marker_in_a_models_thoughts_is_text() {
    let marker = r#"<tool_call name="a" args={"b": 1}></tool_call>"#;
    let call = r#"a({"b": 1})"#;
    for (before, after) in [
        ("<think>", "</think>"),
        ("<thinking>\n", "\n</thinking>"),
        ("<Reasoning>", "</REASONING>"),
        ("<thought >", "</thought >"),
        ("<think>a <think>b</think> c ", "</think>"),
        ("<think>1 < 2, <b>, </thinking> ", "</think>"),
        ("<think>``` ", "</think>"),
        ("<think>", ""),
        ("<think>never </thin", ""),
    ] {
        let text = format!("{before}{marker}{after}");
        assert_eq!(found(&text), [text.as_str()]);
        if !after.is_empty() {
            assert_eq!(found(&format!("{text}{marker}")), [text.as_str(), call]);
            assert_eq!(found(&format!("{text}\n```\n{marker}\n```\n")).len(), 1);
        }
    }
}

#[test]
fn text_that_resembles_a_thought_hides_no_call() {
    let marker = r#"<tool_call name="a" args={"b": 1}></tool_call>"#;
    for before in [
        "```\n<think>\n```\n",
        "`<think>` ",
        "<thinker>",
        "<think/>",
        "< think>",
        "</think>",
        "<reason>",
        "<think",
    ] {
        let expected = vec![before.to_owned(), r#"a({"b": 1})"#.to_owned()];
        assert_eq!(found(&format!("{before}{marker}")), expected);
    }
    // A run of backticks that no run closes does not start code.
    let text = format!("`a <think>{marker}");
    assert_eq!(found(&text), [text.as_str()]);
    let mut allowing = ToolCallMarkers::new(BigIntegers::Error).with_thoughts();
    let events = allowing.push(&format!("<think>{marker}</think>"));
    assert!(events.iter().any(|event| matches!(event, Event::Call(_))));
}

#[test]
fn text_is_passed_on_as_soon_as_it_can_not_be_a_marker() {
    let mut markers = ToolCallMarkers::new(BigIntegers::Error);
    let mut passed = |piece: &str| written(&markers.push(piece));
    assert_eq!(passed("a <"), "a ");
    assert_eq!(passed("b"), "<b");
    assert_eq!(passed("<tool_call"), "");
    assert_eq!(passed("s"), "<tool_calls");
    assert_eq!(passed("` <b> <tool"), "` <b> ");
    assert_eq!(passed("s>`"), "<tools>`");
    assert_eq!(
        passed("\n```\n<tool_call name='a"),
        "\n```\n<tool_call name='a"
    );
    assert_eq!(
        passed("\n```\n<tool_call name='a' args={\"a\": ?"),
        "\n```\n<tool_call name='a' args={\"a\": ?"
    );
    assert_eq!(passed(" and more <tool"), " and more <tool");
}

#[test]
fn integers_that_a_double_cannot_hold_may_be_allowed() {
    let mut markers = ToolCallMarkers::new(BigIntegers::Number);
    let events = markers.push(r#"<tool_call name="a" args={"id":9007199254740993}/>"#);
    assert!(
        matches!(&events[..], [Event::Call(call)] if call.arguments == r#"{"id":9007199254740993}"#)
    );
}

#[test]
fn a_lone_surrogate_comes_with_arguments_for_json_parse() {
    let text = r#"<tool_call name="a" args={"b":"\ud83d"}/>"#;
    let events = read(text);
    let [Event::Call(call)] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(call.arguments, r#"{"b":"\ud83d"}"#);
    assert_eq!(call.exact.as_deref(), Some("{\"b\":\"\u{FFFD}\"}"));
}

#[test]
fn names_arguments_and_depth_have_a_bound() {
    let name = "n".repeat(MAX_NAME);
    assert_eq!(
        found(&format!("<tool_call name='{name}'/>")),
        [format!("{name}({{}})")]
    );
    assert!(fault(&format!("<tool_call name='{name}n'/>")).contains("the tool's name"));

    let deep = |depth| {
        format!(
            "<tool_call name='a' args={{\"a\":{}{}}}/>",
            "[".repeat(depth),
            "]".repeat(depth)
        )
    };
    assert!(fault(&deep(600)).contains("nested deeper than 512 levels"));
    assert_eq!(read(&deep(300)).len(), 1);

    let long = format!(
        "<tool_call name='a' args={{\"a\":\"{}\"}}></tool_call>",
        "é".repeat(MAX_ARGUMENTS / 2)
    );
    let events = read_pieces([long.as_str()]);
    assert_eq!(written(&events), long);
    assert!(
        matches!(events.last(), Some(Event::Broken(fault)) if fault.contains("longer than 4194304 bytes")),
        "{:?}",
        events.last()
    );
}

/// Each of these would take hours at a cost of the square of its length.
#[test]
fn hostile_texts_are_read_once() {
    const TIMES: usize = 10_000;
    for piece in [
        "<",
        "<tool_call",
        "<tool_call ",
        "<tool_call name='a' args={\"",
        "<tool_call name='a' args={}>",
        "`<tool_call ",
        "` `` ``` <tool_call name='a' args={}/> ",
        "`",
        "<tool_call name='",
        "```\n",
        "\n`<tool_call",
        "</tool_call",
        "{",
        "<tool_call name='a' args={\"a\":[",
        "~~~ ",
    ] {
        let text = piece.repeat(TIMES);
        let events = read_pieces([text.as_str()]);
        let in_pieces = read_pieces((0..TIMES).map(|_| piece));
        assert_eq!(events, in_pieces);
    }
}

#[test]
fn a_reader_starts_over_after_the_end() {
    let mut markers = ToolCallMarkers::new(BigIntegers::Error);
    markers.push("```\n<tool_call name='a' args={");
    markers.end();
    assert_eq!(markers.push("<tool_call name='a'/>").len(), 1);
}

const PIECES: [&str; 38] = [
    "<",
    "tool_call",
    "<tool_call",
    "<tool_call ",
    " ",
    "name",
    "=",
    "'",
    "\"",
    "a",
    "args",
    "{",
    "}",
    ">",
    "/",
    "</tool_call>",
    "\n",
    "\n\n",
    "`",
    "``",
    "```",
    "~~~",
    "\\",
    "\"b\":",
    "1",
    "1e400",
    "9007199254740993",
    ",",
    "é",
    "😀",
    "\r\n",
    "<tool_call name='a' args={\"b\":\"c\"}></tool_call>",
    "<tool_call name=\"a\" args={\"b\":",
    "\\ud83d",
    "<think>",
    "</think>",
    "<Reasoning >",
    "</th",
];

fn any_text() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40)
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn the_same_events_are_found_wherever_a_text_is_cut(pieces in any_text()) {
        let text = pieces.concat();
        let whole = read_pieces([text.as_str()]);
        prop_assert_eq!(&read_pieces(pieces.iter().copied()), &whole);
        prop_assert_eq!(&read_pieces(characters(&text)), &whole);
        for (at, _) in text.char_indices() {
            let (before, after) = text.split_at(at);
            prop_assert_eq!(&read_pieces([before, after]), &whole, "cut at {}", at);
        }
    }

    #[test]
    fn all_text_outside_calls_is_passed_on(pieces in any_text()) {
        let text = pieces.concat();
        let events = read_pieces([text.as_str()]);
        let kept = written(&events).chars().count();
        let has_call = events.iter().any(|event| matches!(event, Event::Call(_)));
        prop_assert!(has_call || written(&events) == text);
        prop_assert!(kept <= text.chars().count());
    }

    #[test]
    fn any_arguments_come_out_as_they_were_written(key in ".{0,12}", value in ".{0,24}", before in "[a-z \n<>]{0,12}") {
        let arguments = serde_json::json!({ key: { "value": value } }).to_string();
        let text = format!("{before}<tool_call name=\"t\" args={arguments}></tool_call>{before}");
        let events = read_pieces([text.as_str()]);
        let calls: Vec<_> = events.iter().filter_map(|event| match event {
            Event::Call(call) => Some(call.arguments.as_str()),
            _ => None,
        }).collect();
        prop_assert_eq!(calls, [arguments.as_str()]);
    }
}
