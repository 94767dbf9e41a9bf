//! The effects of an allowed line, as the filter parsed it.

use std::collections::BTreeSet;

use ag_ui_lit_toolbox::bash::{CommandFilter, CommandLine, Operator, PlainCommand, Redirect};

use super::stage::Run;

/// A line that may run.
pub struct Allowed {
    pub given: String,
    pub print: String,
    pub runs: Vec<Run>,
    pub files: BTreeSet<String>,
}

/// The effects of a line, unless they depend on the exit code of a builtin.
pub fn understood(given: &str, filter: &CommandFilter) -> Option<Allowed> {
    let print = filter.check(given).ok()?;
    let read = CommandLine::read(given).expect("what is allowed can be read");
    assert_eq!(CommandLine::read(&print).as_ref(), Ok(&read), "{given:?}");
    let is_stub = |command: &PlainCommand| ["p", "q"].contains(&command.words[0].as_str());
    let is_sure =
        |command: &PlainCommand| !matches!(command.operator, Operator::And | Operator::Or);
    if !read.commands.iter().all(is_stub) && !read.commands.iter().all(is_sure) {
        return None;
    }
    let mut allowed = Allowed {
        given: given.to_owned(),
        print,
        runs: Vec::new(),
        files: BTreeSet::new(),
    };
    let mut succeeded = true;
    let mut runs = true;
    for command in &read.commands {
        runs = match command.operator {
            Operator::Then => true,
            Operator::And => succeeded,
            Operator::Or => !succeeded,
            Operator::Pipe => runs,
        };
        if !runs {
            continue;
        }
        for redirect in &command.redirects {
            if let Redirect::Write { path, .. } = redirect {
                let name = path.strip_prefix("out/").unwrap_or_default();
                if path != "/dev/null" {
                    // It would open a missing file.
                    if name.contains('/') {
                        return None;
                    }
                    allowed.files.insert(name.to_owned());
                }
            }
        }
        succeeded = command.words[0] == "p";
        if is_stub(command) {
            let value = command.assignments.iter().rfind(|(name, _)| name == "V");
            let value = value.map_or("unset", |(_, value)| value);
            let words = command.words.iter().cloned();
            allowed
                .runs
                .push([value.to_owned()].into_iter().chain(words).collect());
        }
    }
    Some(allowed)
}

/// The expected log of the stubs, and the expected files.
pub fn expected(lines: &[Allowed]) -> (Vec<Run>, BTreeSet<String>) {
    let mut runs: Vec<Run> = lines.iter().flat_map(|line| line.runs.clone()).collect();
    runs.sort();
    (
        runs,
        lines.iter().flat_map(|line| line.files.clone()).collect(),
    )
}
