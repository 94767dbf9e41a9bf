//! Regular expressions: no pattern and no text take for ever, or all the memory.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::pattern::{Match, Pattern, PatternError};
use ag_ui_lit::schema::Schema;
use serde_json::json;

fn found(pattern: &str, text: &str) -> Match {
    Pattern::new(pattern).unwrap().is_match(text, text.len())
}

/// Ends with a verdict: each of these takes an exponential or cubic number of steps in a backtracking engine.
#[test]
fn a_pattern_made_to_run_away_ends_with_a_verdict() {
    let letters = format!("{}!", "a".repeat(100_000));
    let digits = format!("{}!", "1".repeat(100_000));
    for (pattern, text) in [
        (r"^(a+)+$", &letters),
        (r"^(a|aa)+$", &letters),
        (r"^(a|a)*$", &letters),
        (r"^(a*)*$", &letters),
        (r"^((a*)*)*$", &letters),
        (r"^([a-z]+)*\d$", &letters),
        (r"^(a?){50}a{50}$", &letters),
        (r"a*a*a*a*a*b", &letters),
        (r"(\d+)*x$", &digits),
        (r"^(\d{0,50}){0,50}$", &digits),
        (r"^(\d{0,20}x?){0,40}$", &digits),
        // Looking around is no reason to try one way after the other.
        (r"^(?=(a+)+$)a", &letters),
        (r"^(?!b)(a+)+$", &letters),
        (r"(?<=a)(a+)+$", &letters),
        (r"(a*)*(?=b)c", &letters),
        (r"(?:(?!b).)*c", &letters),
        (r"(?:(?=.*b)a)+", &letters),
        (r"(?<=(a+)+b)c", &letters),
        (r"^(?=(?:(?!b)(?=a*)a)*$)", &letters),
    ] {
        assert_eq!(found(pattern, text), Match::No, "{pattern}");
    }
}

#[test]
fn a_pattern_that_refers_back_gives_up_and_says_so() {
    let text = format!("{}!", "a".repeat(100_000));
    for pattern in [
        r"^(a+)+\1$",
        r"(a*)*\1b",
        r"(a+)+(?=\1b)",
        r"^(?=(a+)+\1$)",
        r"(?<=\1(a+)+)b",
        r"(a|a)*\1b",
    ] {
        assert_eq!(found(pattern, &text), Match::TooManySteps, "{pattern}");
    }
    // What needs few steps gets a verdict also in a long text.
    assert_eq!(found(r"^(a)\1", &text), Match::Yes);
    assert_eq!(found(r"(!)\1", &text), Match::No);
}

#[test]
fn a_megabyte_is_read_once() {
    let text = format!("{}\u{e9}1", "Abcdé fgh\n".repeat(100_000));
    for (pattern, expected) in [
        (r"[a-z]+@[a-z]+\.[a-z]{2,}", Match::No),
        (r"\p{Lu}\p{Ll}+ [a-h]+$", Match::No),
        (r"^[^]*\d$", Match::Yes),
        (r"^(?:\S+\s+)*\S+$", Match::Yes),
        (r"^(?=[^]*\d)(?=[^]*[A-Z])(?![^]*X)[^]{8,}$", Match::Yes),
        (r"(?<!f)gh1", Match::No),
        (r"\bé1$", Match::No),
        (r"(?i:FGH)\s(?-i:a)", Match::No),
    ] {
        assert_eq!(found(pattern, &text), expected, "{pattern}");
    }
}

#[test]
fn states_are_forgotten_when_there_are_too_many() {
    // As many states as there are ways to have an `a` among the last twenty characters: a million.
    let mut random = 1_u32;
    let text: String = (0..50_000)
        .map(|_| {
            random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            if random >> 16 & 1 == 0 { 'a' } else { 'b' }
        })
        .collect();
    let pattern = Pattern::new(r"a[ab]{20}c").unwrap();
    assert_eq!(pattern.is_match(&text, text.len()), Match::No);
    assert_eq!(
        pattern.is_match(&format!("{text}c"), text.len() + 1),
        if text.as_bytes()[text.len() - 21] == b'a' {
            Match::Yes
        } else {
            Match::No
        }
    );
    // When each of them has thousands of steps, there is no verdict.
    assert_eq!(found(r"(?:a[ab]{5000}){2}c", &text), Match::TooManySteps);
}

#[test]
fn the_texts_of_a_value_share_its_steps() {
    let pattern = Pattern::new(r"^(a+)+\1$").unwrap();
    let text = format!("{}!", "a".repeat(30));
    for _ in 0..20_000 {
        let found = pattern.is_match(&text, 20_000 * text.len());
        assert_eq!(found, Match::TooManySteps);
    }
}

#[test]
fn however_many_patterns_there_are_each_is_matched() {
    let matches = |pattern: &str, text: &str| {
        let schema = Schema::read(&json!({ "pattern": pattern }).to_string()).unwrap();
        schema.validate(&json!(text).to_string()).is_empty()
    };
    for number in 0..3_000 {
        assert!(matches(
            &format!("^[a-z]{{1,50}}{number}$"),
            &format!("ab{number}")
        ));
    }
    let large: Vec<String> = (0..50).map(|n| format!("^.{{0,20000}}{n}$")).collect();
    for _ in 0..2 {
        for pattern in &large {
            assert!(!matches(pattern, "x"), "{pattern}");
        }
    }
}

/// Sizes of which each takes seconds or hundreds of megabytes if it is not bounded.
#[test]
fn a_pattern_of_a_hundred_kilobytes_is_refused_before_it_is_compiled() {
    let characters = |count: u32| (0..count).filter_map(|more| char::from_u32(0x4E00 + more));
    let names: Vec<String> = (0..20_000)
        .map(|number| format!("(?<a{number}>b)"))
        .collect();
    let sets: String = characters(20_000).collect();
    let properties = r"\p{L}".repeat(10_000);
    for pattern in [
        names.concat(),
        sets,
        format!("[{properties}]"),
        "a".repeat(300_000),
    ] {
        assert_eq!(
            Pattern::new(&pattern).err(),
            Some(PatternError::TooLarge),
            "{pattern:.20}"
        );
    }
    // Where it can be only a few sets, any number of characters is fine.
    let set: String = characters(20_000).collect();
    assert_eq!(found(&format!("^[{set}]$"), "\u{4E01}"), Match::Yes);
}

#[test]
fn a_step_that_forgets_many_groups_counts_for_several() {
    let pattern = format!(r"(?:b{})?c\1", "()".repeat(12_000));
    assert_eq!(found(&pattern, &"a".repeat(100_000)), Match::TooManySteps);
    let slots = Pattern::new(r"^(b)\1a{0,10000}").unwrap();
    for _ in 0..100_000 {
        assert_eq!(slots.is_match("a", 1_000_000), Match::TooManySteps);
    }
}

/// The stack of a wasm module is a megabyte; this is a quarter of it, in a build that is not optimised.
#[test]
fn deep_patterns_need_little_stack() {
    let deep = |open: &str, close: &str| {
        let pattern = format!("{}a{}", open.repeat(200), close.repeat(200));
        Pattern::new(&pattern)
            .map(|pattern| pattern.is_match("a", 1))
            .is_ok()
    };
    let deep = move || {
        deep("(", ")");
        deep("(?:b|", ")?");
        deep(r"(?:\1(b)|", ")");
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    thread.spawn(deep).unwrap().join().unwrap();
}
