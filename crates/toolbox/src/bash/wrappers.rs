//! Programs that run what their arguments say.

use super::command::Command;
use super::words::Argument;

/// What a command runs besides itself.
pub(super) enum Inner {
    /// Nothing.
    Nothing,
    /// A program with arguments.
    Commands(Vec<Command>),
    /// A text that a shell reads.
    Text(String),
}

/// Shells, which read a text.
const SHELLS: [&str; 9] = [
    "sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "rbash", "fish",
];

/// What runs, or makes the shell run later, something that can't be seen here.
const OPAQUE: [&str; 24] = [
    ".",
    "source",
    "alias",
    "trap",
    "hash",
    "enable",
    "bind",
    "complete",
    "compopt",
    "fc",
    "mapfile",
    "readarray",
    "parallel",
    "busybox",
    "toybox",
    "su",
    "script",
    "expect",
    "coproc",
    "let",
    "declare",
    "local",
    "typeset",
    "watch",
];

/// What takes names of variables, whose subscripts it computes.
const SUBSCRIPTS: [&str; 8] = [
    "[", "export", "printf", "read", "readonly", "test", "unset", "wait",
];

/// Programs whose arguments are options and then a program. For each the options that take a value of their own.
const PREFIXES: [(&str, &[&str]); 19] = [
    ("builtin", &[]),
    ("chrt", &["-p"]),
    ("chroot", &[]),
    ("command", &[]),
    ("doas", &["-u", "-C"]),
    ("env", &["-u", "-C", "--unset", "--chdir"]),
    ("exec", &["-a"]),
    ("flock", &["-w", "-E"]),
    ("ionice", &["-c", "-n", "-p"]),
    ("nice", &["-n"]),
    ("nohup", &[]),
    ("setsid", &[]),
    ("stdbuf", &["-i", "-o", "-e"]),
    ("strace", &["-e", "-o", "-p"]),
    ("sudo", &["-u", "-g", "-h", "-p", "-C", "-r", "-t", "-U"]),
    ("time", &["-f", "-o"]),
    ("timeout", &["-k", "-s", "--kill-after", "--signal"]),
    ("unbuffer", &[]),
    ("xargs", &["-I", "-n", "-P", "-L", "-d", "-E", "-s", "-a"]),
];

/// What a command runs.
///
/// # Errors
///
/// Why it can't be told.
pub(super) fn inner(command: &Command) -> Result<Inner, String> {
    let Some(name) = command.program() else {
        return Ok(Inner::Nothing);
    };
    let arguments = &command.words[1..];
    if OPAQUE.contains(&name) {
        return Err(format!("what {name} runs can't be seen here"));
    }
    if SHELLS.contains(&name) {
        return shell(name, arguments);
    }
    if name == "eval" {
        return eval(arguments);
    }
    if SUBSCRIPTS.contains(&name) && arguments.iter().filter_map(known).any(computes) {
        return Err(format!(
            "what {name} computes in brackets can't be seen here"
        ));
    }
    if name == "find" {
        return find(arguments);
    }
    match PREFIXES.iter().find(|(prefix, _)| *prefix == name) {
        Some((_, options)) => prefixed(name, options, arguments),
        None => Ok(Inner::Nothing),
    }
}

/// A subscript is computed, and what it holds is run, also where it stood in quotes.
fn computes(word: &str) -> bool {
    word.contains('[') && word.contains(['$', '`'])
}

fn known(argument: &Argument) -> Option<&str> {
    match argument {
        Argument::Known(text) => Some(text),
        Argument::Unknown => None,
    }
}

/// Only `sh -c 'text'`: without it a shell reads a file, or what it is sent.
fn shell(name: &str, arguments: &[Argument]) -> Result<Inner, String> {
    match arguments {
        [Argument::Known(option), Argument::Known(text), ..]
            if ["-c", "-ec", "-lc", "-xc"].contains(&option.as_str()) =>
        {
            Ok(Inner::Text(text.clone()))
        }
        [Argument::Known(option)] if option == "--version" => Ok(Inner::Nothing),
        _ => Err(format!(
            "what {name} runs can't be seen here, unless it stands in quotes after -c"
        )),
    }
}

fn eval(arguments: &[Argument]) -> Result<Inner, String> {
    let words: Option<Vec<&str>> = arguments.iter().map(known).collect();
    match words {
        Some(words) => Ok(Inner::Text(words.join(" "))),
        None => Err("what eval runs is only known when it runs".to_owned()),
    }
}

fn find(arguments: &[Argument]) -> Result<Inner, String> {
    const RUNS: [&str; 4] = ["-exec", "-execdir", "-ok", "-okdir"];
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
            .ok_or("what find runs has no end")?;
        commands.push(runnable(rest[..end].iter().map(placeholder).collect())?);
        rest = &rest[end + 1..];
    }
    Ok(if commands.is_empty() {
        Inner::Nothing
    } else {
        Inner::Commands(commands)
    })
}

/// `{}` is what is found.
fn placeholder(argument: &Argument) -> Argument {
    match argument {
        Argument::Known(text) if text.contains("{}") => Argument::Unknown,
        other => other.clone(),
    }
}

fn prefixed(name: &str, options: &[&str], arguments: &[Argument]) -> Result<Inner, String> {
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first() {
        let Some(word) = known(first) else {
            return Err(format!("what {name} runs is only known when it runs"));
        };
        if name == "env"
            && ["-S", "--split-string"]
                .iter()
                .any(|split| word.starts_with(split))
        {
            return Err("what env -S runs can't be seen here".to_owned());
        }
        if word == "--" {
            rest = after;
            break;
        }
        if options.contains(&word) {
            rest = after.get(1..).unwrap_or_default();
        } else if may_hide_a_value(word) {
            return Err(format!(
                "the options of {name} can't be told apart: write each by itself, and long ones with ="
            ));
        } else if word.starts_with('-') || (takes_variables(name) && is_assignment(word)) {
            rest = after;
        } else {
            break;
        }
    }
    // Before the program stands how long, what root, which lock.
    if ["timeout", "chroot", "flock", "chrt"].contains(&name) {
        rest = rest.get(1..).unwrap_or_default();
    }
    let mut words: Vec<Argument> = rest.iter().map(placeholder).collect();
    if name == "command" && matches!(arguments.first().and_then(known), Some("-v" | "-V")) {
        return Ok(Inner::Nothing);
    }
    if words.is_empty() {
        return Ok(Inner::Nothing);
    }
    if name == "xargs" {
        words.push(Argument::Unknown);
    }
    Ok(Inner::Commands(vec![runnable(words)?]))
}

/// Several options in one word, or a long one without its value: the next word may belong to it, and not be the program.
fn may_hide_a_value(word: &str) -> bool {
    let is_number = word.len() > 1 && word[1..].bytes().all(|byte| byte.is_ascii_digit());
    word.starts_with('-') && word.len() > 2 && !word.contains('=') && !is_number
}

fn takes_variables(name: &str) -> bool {
    ["env", "sudo", "doas"].contains(&name)
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && !name.contains('/'))
}

fn runnable(words: Vec<Argument>) -> Result<Command, String> {
    match words.first() {
        Some(Argument::Known(_)) => Ok(Command::of(words)),
        _ => Err("which program runs is only known when it runs".to_owned()),
    }
}
