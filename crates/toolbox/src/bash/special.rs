//! Programs whose arguments do not reveal their effects.

use super::command::{Argument, Command};

/// Programs that run a text or a program from elsewhere, or that change the meaning of later words: variables, functions,
/// aliases, options of the shell, open files. A page has to list one word for word to allow it.
const SPECIAL: &[&str] = &[
    // Shells, and programs that contain one.
    "ash",
    "bash",
    "busybox",
    "csh",
    "dash",
    "elvish",
    "fish",
    "ksh",
    "mksh",
    "nu",
    "oksh",
    "osh",
    "pwsh",
    "rbash",
    "sh",
    "tcsh",
    "toybox",
    "xonsh",
    "yash",
    "zsh",
    // Programs that run others in their own way.
    "chroot",
    "chrt",
    "doas",
    "expect",
    "flock",
    "ionice",
    "parallel",
    "pkexec",
    "run0",
    "runuser",
    "script",
    "setpriv",
    "start-stop-daemon",
    "strace",
    "su",
    "systemd-run",
    "taskset",
    "time",
    "unbuffer",
    "unshare",
    "nsenter",
    "watch",
    // Builtins.
    ".",
    "[[",
    "alias",
    "autoload",
    "bg",
    "bind",
    "builtin",
    "chdir",
    "compgen",
    "complete",
    "compopt",
    "coproc",
    "declare",
    "dirs",
    "disown",
    "emulate",
    "enable",
    "eval",
    "exec",
    "export",
    "fc",
    "fg",
    "float",
    "getopts",
    "hash",
    "history",
    "integer",
    "jobs",
    "let",
    "local",
    "mapfile",
    "nameref",
    "popd",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "set",
    "setvar",
    "shift",
    "shopt",
    "source",
    "suspend",
    "trap",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "wait",
];

/// Builtins that keep the variables set before them.
const KEEPS_VARIABLES: [&str; 6] = [":", "break", "continue", "exit", "return", "times"];

/// Returns true for a program that an allowed pattern has to name word for word.
pub(super) fn is_special(command: &Command) -> bool {
    command.program().is_some_and(|name| {
        SPECIAL.contains(&name)
            || (KEEPS_VARIABLES.contains(&name) && !command.assignments.is_empty())
            || computes(name, &command.words[1..])
    })
}

/// Returns true for arguments by which a builtin sets a variable, or computes a subscript, which runs its contents.
fn computes(name: &str, arguments: &[Argument]) -> bool {
    let mut known = arguments.iter().filter_map(|argument| match argument {
        Argument::Known(text) => Some(text.as_str()),
        Argument::Unknown => None,
    });
    match name {
        "printf" => match known.next() {
            Some("--") => known.next().is_some_and(counts),
            Some(first) => first.starts_with('-') || counts(first),
            None => !arguments.is_empty(),
        },
        "test" | "[" => known.any(|word| {
            ["-v", "-R"].contains(&word) || (word.contains('[') && word.contains(['$', '`']))
        }),
        _ => false,
    }
}

/// Returns true for a format with `%n`, which sets the variable that an argument names.
fn counts(format: &str) -> bool {
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        if let Some(literal) = after.strip_prefix('%') {
            rest = literal;
            continue;
        }
        let is_before_kind =
            |letter: char| !letter.is_ascii_alphabetic() || "hlLjztqv".contains(letter);
        if after.trim_start_matches(is_before_kind).starts_with('n') {
            return true;
        }
        rest = after;
    }
    false
}
