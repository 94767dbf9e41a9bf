//! Programs that run the program in their arguments.

use super::command::{Argument, Command, Kind};

/// A program whose arguments are options followed by a program. Every option that is not listed is refused: the next word
/// may be its value instead of the program.
struct Wrapper {
    name: &'static str,
    /// Options without a value.
    flags: &'static [&'static str],
    /// Options with a required value: the next word, or attached (`-n1`, `--signal=KILL`).
    values: &'static [&'static str],
    /// The number of words before the program that are not options.
    skipped: usize,
}

const WRAPPERS: [Wrapper; 8] = [
    wrapper("command", &["-p"], &[], 0),
    wrapper(
        "env",
        &["-i", "--ignore-environment"],
        &["-u", "--unset"],
        0,
    ),
    wrapper("nice", &[], &["-n", "--adjustment"], 0),
    wrapper("nohup", &[], &[], 0),
    wrapper("setsid", &[], &[], 0),
    wrapper(
        "stdbuf",
        &[],
        &["-i", "-o", "-e", "--input", "--output", "--error"],
        0,
    ),
    wrapper("sudo", &["-n", "-H"], &["-u", "-g"], 0),
    wrapper(
        "timeout",
        &["--foreground", "--preserve-status"],
        &["-k", "-s", "--kill-after", "--signal"],
        1,
    ),
];

const XARGS: Wrapper = wrapper(
    "xargs",
    &["-0", "-r", "-t", "-x", "--null", "--no-run-if-empty"],
    &[
        "-I",
        "-n",
        "-P",
        "-L",
        "-d",
        "-s",
        "--max-args",
        "--max-procs",
        "--delimiter",
    ],
    0,
);

const fn wrapper(
    name: &'static str,
    flags: &'static [&'static str],
    values: &'static [&'static str],
    skipped: usize,
) -> Wrapper {
    Wrapper {
        name,
        flags,
        values,
        skipped,
    }
}

/// The commands that a command runs in addition to itself.
///
/// # Errors
///
/// The reason for which its arguments do not reveal them.
pub(super) fn inner(command: &Command) -> Result<Vec<Command>, String> {
    let Some(name) = command.program() else {
        return Ok(Vec::new());
    };
    let arguments = &command.words[1..];
    match name {
        "find" => find(arguments),
        "xargs" => xargs(arguments),
        // It only prints the command that would run.
        "command" if matches!(arguments.first().and_then(known), Some("-v" | "-V")) => {
            Ok(Vec::new())
        }
        _ => match WRAPPERS.iter().find(|wrapper| wrapper.name == name) {
            Some(wrapper) => wrapped(wrapper, arguments),
            None => Ok(Vec::new()),
        },
    }
}

fn known(argument: &Argument) -> Option<&str> {
    match argument {
        Argument::Known(text) => Some(text),
        Argument::Unknown => None,
    }
}

fn wrapped(wrapper: &Wrapper, arguments: &[Argument]) -> Result<Vec<Command>, String> {
    let mut rest = after_options(wrapper, arguments, &mut |_, _| {})?;
    rest = rest.get(wrapper.skipped..).unwrap_or_default();
    let is_variable = |word: &&Argument| known(word).is_some_and(|word| word.contains('='));
    let variables = match wrapper.name {
        "env" => rest.iter().take_while(is_variable).count(),
        _ => 0,
    };
    runnable(rest[..variables].to_vec(), rest[variables..].to_vec())
}

/// The words after the options. Each option is passed on with its value.
fn after_options<'a>(
    wrapper: &Wrapper,
    arguments: &'a [Argument],
    option: &mut dyn FnMut(&str, &str),
) -> Result<&'a [Argument], String> {
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first() {
        let Some(word) = known(first) else {
            return Err(unclear(wrapper.name, UNKNOWN));
        };
        if word == "--" {
            return Ok(after);
        }
        if !word.starts_with('-') {
            break;
        }
        rest = after;
        if wrapper.flags.contains(&word) {
            continue;
        }
        if wrapper.values.contains(&word) {
            // An unknown word may be several, including the program.
            let value = match after.first().map(known) {
                Some(None) => return Err(unclear(wrapper.name, UNKNOWN)),
                value => value.flatten().unwrap_or_default(),
            };
            option(word, value);
            rest = after.get(1..).unwrap_or_default();
            continue;
        }
        match attached(word).filter(|(name, _)| wrapper.values.contains(name)) {
            Some((name, value)) => option(name, value),
            None => return Err(unclear(wrapper.name, word)),
        }
    }
    Ok(rest)
}

/// An option and its value in one word.
fn attached(word: &str) -> Option<(&str, &str)> {
    match word.strip_prefix("--") {
        Some(_) => word.split_once('='),
        None => word.split_at_checked(2),
    }
}

const UNKNOWN: &str = "words that are only known when it runs";

fn unclear(name: &str, option: &str) -> String {
    let option: String = option.chars().take(60).collect();
    format!("the program that {name} runs can't be determined with {option}")
}

fn xargs(arguments: &[Argument]) -> Result<Vec<Command>, String> {
    let mut place = None;
    let rest = after_options(&XARGS, arguments, &mut |name, value| {
        if name == "-I" {
            place = Some(value.to_owned());
        }
    })?;
    let mut words: Vec<Argument> = rest
        .iter()
        .map(|word| match (known(word), &place) {
            (Some(text), Some(place)) if text.contains(place.as_str()) => Argument::Unknown,
            _ => word.clone(),
        })
        .collect();
    if !words.is_empty() {
        words.push(Argument::Unknown);
    }
    runnable(Vec::new(), words)
}

fn find(arguments: &[Argument]) -> Result<Vec<Command>, String> {
    const RUNS: [&str; 4] = ["-exec", "-execdir", "-ok", "-okdir"];
    if arguments.contains(&Argument::Unknown) {
        return Err(unclear("find", UNKNOWN));
    }
    let mut commands = Vec::new();
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if !known(first).is_some_and(|word| RUNS.contains(&word)) {
            continue;
        }
        let end = rest
            .iter()
            .position(|word| known(word).is_some_and(|word| word == ";" || word == "+"))
            .ok_or("the command of find has no end")?;
        let is_many = known(&rest[end]) == Some("+");
        // Other implementations read such a `+` as an argument, and continue to the next end.
        if is_many && (end == 0 || known(&rest[end - 1]) != Some("{}") || !is_exec(first)) {
            return Err("find only accepts + after {}, for -exec and -execdir".to_owned());
        }
        let words = rest[..end].iter().map(placeholder).collect();
        commands.extend(runnable(Vec::new(), words)?);
        rest = &rest[end + 1..];
    }
    Ok(commands)
}

fn is_exec(word: &Argument) -> bool {
    known(word).is_some_and(|word| word.starts_with("-exec"))
}

/// Replaces `{}`, which stands for a found path.
fn placeholder(argument: &Argument) -> Argument {
    match argument {
        Argument::Known(text) if text.contains("{}") => Argument::Unknown,
        other => other.clone(),
    }
}

fn runnable(assignments: Vec<Argument>, words: Vec<Argument>) -> Result<Vec<Command>, String> {
    match words.first() {
        None => Ok(Vec::new()),
        Some(Argument::Known(name))
            if !name.is_empty() && !name.starts_with('-') && !name.contains('=') =>
        {
            Ok(vec![Command {
                kind: Kind::Run,
                assignments,
                words,
            }])
        }
        Some(_) => Err("the program that runs can't be determined from its arguments".to_owned()),
    }
}
