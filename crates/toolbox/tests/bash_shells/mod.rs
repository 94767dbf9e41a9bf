//! Lines that the filter allows have exactly the parsed effects in real shells.
//!
//! The programs in lines are stubs that log their arguments, in a separate `PATH`; every other program that a line might run
//! is such a stub too. `PROPTEST_CASES` is the number of lines for each shell.

mod lines;
mod stage;
mod understood;

use std::collections::BTreeSet;
use std::path::Path;

use ag_ui_lit_toolbox::bash::CommandFilter;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};

use lines::{EXAMPLES, WRAPPERS, line, wrapped};
use stage::{Run, Stage};
use understood::{Allowed, expected, understood};

/// The allowed commands. `p` succeeds and `q` fails; the others are builtins, which stubs can't replace.
const ALLOWED: [&str; 7] = [
    "p *", "q *", "V=* p *", "printf *", "test *", "[ *", "> out/*",
];

/// A shell's name, and the command that starts it.
type Found = (&'static str, Vec<&'static str>);

/// The shells that this machine has.
fn shells() -> Vec<Found> {
    let all = [
        ("sh", vec!["/bin/sh"]),
        ("bash", vec!["/bin/bash"]),
        (
            "bash in UTF-8",
            vec!["/usr/bin/env", "LC_ALL=C.UTF-8", "/bin/bash"],
        ),
        ("dash", vec!["/bin/dash"]),
        ("busybox", vec!["/bin/busybox", "sh"]),
    ];
    let exists = |(_, start): &Found| {
        let mut programs = start.iter().filter(|word| word.starts_with('/'));
        programs.all(|program| Path::new(program).exists())
    };
    all.into_iter().filter(exists).collect()
}

fn filter() -> CommandFilter {
    let allow = ALLOWED.map(str::to_owned);
    CommandFilter::new(Some(&allow), &[]).expect("patterns")
}

/// Runs lines together, and separately to find a failing one.
fn compare(stage: &Stage, (name, shell): &Found, lines: &[Allowed]) {
    let text: Vec<&str> = lines.iter().map(|line| line.print.as_str()).collect();
    if stage.run(shell, &text.join("\n")) == expected(lines) {
        return;
    }
    for line in lines {
        assert_eq!(
            stage.run(shell, &line.print),
            expected(std::slice::from_ref(line)),
            "{name}: {:?}, printed {:?}",
            line.given,
            line.print
        );
    }
    panic!("{name}: lines that are right by themselves disturb each other: {text:?}");
}

#[test]
fn allowed_lines_have_the_parsed_effects_in_every_shell() {
    let shells = shells();
    assert!(
        shells.iter().any(|(name, _)| *name == "sh"),
        "there is no sh"
    );
    let filter = filter();
    let config = Config::default();
    let mut runner = TestRunner::new(config.clone());
    let strategy = line();
    for found in &shells {
        let stage = Stage::new(found.0);
        let (mut left, mut allowed) = (config.cases, 0);
        let mut given: Vec<String> = EXAMPLES.map(str::to_owned).into();
        while left > 0 {
            while left > 0 && given.len() < 500 {
                given.push(strategy.new_tree(&mut runner).expect("a line").current());
                left -= 1;
            }
            let lines: Vec<Allowed> = given
                .iter()
                .filter_map(|line| understood(line, &filter))
                .collect();
            given.clear();
            allowed += lines.len();
            compare(&stage, found, &lines);
        }
        eprintln!(
            "{}: {allowed} of {} lines were allowed and run",
            found.0, config.cases
        );
        assert!(allowed > 20);
    }
}

#[test]
fn programs_that_run_others_only_run_allowed_ones() {
    let allow: Vec<String> = ["p *", "q", "V=b p *"]
        .map(str::to_owned)
        .into_iter()
        .chain(WRAPPERS.map(|name| format!("{name} *")))
        .collect();
    let filter = CommandFilter::new(Some(&allow), &[]).expect("patterns");
    // The system's, and busybox's if it is installed.
    for all in ["/usr/bin", "/bin/busybox"].map(Path::new) {
        if all.exists() {
            let stage = Stage::new("wrappers");
            for name in WRAPPERS {
                let program = if all.is_dir() {
                    all.join(name)
                } else {
                    all.to_owned()
                };
                std::os::unix::fs::symlink(program, stage.0.join("bin").join(name))
                    .expect("a link");
            }
            let allowed = run_wrapped(&stage, &filter);
            eprintln!("{}: {allowed} lines were allowed and run", all.display());
        }
    }
}

/// Runs lines of programs that run others, and fails if a forbidden one ran. Returns the number of lines.
fn run_wrapped(stage: &Stage, filter: &CommandFilter) -> usize {
    let config = Config::default();
    let mut runner = TestRunner::new(config.clone());
    let strategy = wrapped();
    let mut left = config.cases;
    let mut allowed = 0;
    while left > 0 {
        let batch = left.min(200);
        left -= batch;
        let lines = (0..batch).map(|_| strategy.new_tree(&mut runner).expect("a line").current());
        let prints: Vec<String> = lines.filter_map(|line| filter.check(&line).ok()).collect();
        allowed += prints.len();
        let strangers = |text: &str| {
            let (runs, _) = stage.run(&["/bin/sh"], text);
            let is_allowed = |run: &&Run| {
                let words: Vec<&str> = run.iter().map(String::as_str).collect();
                matches!(words[..], ["unset" | "b", "p", ..] | ["unset", "q"])
            };
            runs.iter()
                .filter(|run| !is_allowed(run))
                .cloned()
                .collect::<Vec<_>>()
        };
        if !strangers(&prints.join("\n")).is_empty() {
            for print in &prints {
                assert_eq!(strangers(print), [""; 0].map(|_| Run::new()), "{print}");
            }
            panic!("lines that are right by themselves disturb each other: {prints:?}");
        }
    }
    allowed
}

#[test]
fn a_forbidden_stub_that_runs_is_detected() {
    let stage = Stage::new("canary");
    let (runs, files) = stage.run(&["/bin/sh"], "rm x > y; p 'a\nb'");
    let run = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Run>();
    assert_eq!(
        runs,
        [run(&["unset", "p", "a\nb"]), run(&["unset", "rm", "x"])]
    );
    assert_eq!(files, BTreeSet::from(["../y".to_owned()]));
}
