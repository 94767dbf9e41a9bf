use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use super::differences::is_known;
use super::texts::{PIECES, SEEDS};
use super::{DIALECTS, FORMATS, oracle, ours};
use crate::schema::Dialect;

/// A change to a text: where, how many characters go, and what comes.
type Edit = (Index, usize, &'static str);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let piece = prop_oneof![Just(""), select(&PIECES[..])];
    prop::collection::vec((any::<Index>(), 0..3usize, piece), 0..4)
}

fn edited(seed: &str, edits: &[Edit]) -> String {
    let mut text: Vec<char> = seed.chars().collect();
    for (at, removed, piece) in edits {
        let at = at.index(text.len() + 1);
        let end = text.len().min(at + removed);
        text.splice(at..end, piece.chars());
    }
    text.into_iter().collect()
}

fn agree(dialect: Dialect, names: &[&str], cases: u32) {
    let oracles: Vec<_> = names.iter().map(|name| oracle(name, dialect)).collect();
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let texts = (select(&SEEDS[..]), edits());
    let checked = TestRunner::new(config).run(&texts, |(seed, edits)| {
        let text = edited(seed, &edits);
        for (name, oracle) in names.iter().zip(&oracles) {
            let ours = ours(name, dialect, &text);
            let theirs = oracle.is_valid(&Value::String(text.clone()));
            prop_assert!(
                ours == theirs || is_known(name, &text),
                "{name} of {text:?}: ours {ours}, theirs {theirs}"
            );
        }
        Ok(())
    });
    if let Err(difference) = checked {
        panic!("{dialect:?}: {difference}");
    }
}

#[test]
fn near_valid_texts_are_judged_as_the_crate_judges_them() {
    agree(Dialect::Draft202012, &FORMATS, 10_000);
}

#[test]
fn every_dialect_knows_the_formats_that_the_crate_knows_in_it() {
    for (dialect, _) in DIALECTS {
        agree(dialect, &FORMATS, 500);
    }
}

#[test]
fn every_seed_is_judged_as_the_crate_judges_it() {
    for name in FORMATS {
        let oracle = oracle(name, Dialect::Draft202012);
        for seed in SEEDS {
            let theirs = oracle.is_valid(&Value::String(seed.to_owned()));
            assert_eq!(
                ours(name, Dialect::Draft202012, seed),
                theirs,
                "{name} of {seed:?}"
            );
        }
    }
}
