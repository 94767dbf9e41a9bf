//! The command filter must not be fooled, and output and time are bounded.

use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{AnyTool, Attribute, MemoryState, Preview, RunResult, ToolContext, run_tool};
use ag_ui_lit_toolbox::bash::{Bash, BashOptions, BoundedOutput, CommandFilter, MemoryShell};
use proptest::prelude::*;
use serde_json::{Value, json};

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn allowing(allow: &[&str]) -> CommandFilter {
    CommandFilter::new(Some(&texts(allow)), &[]).unwrap()
}

fn denying(deny: &[&str]) -> CommandFilter {
    CommandFilter::new(None, &texts(deny)).unwrap()
}

#[test]
fn what_is_listed_runs_alone_and_together() {
    let filter = allowing(&[
        "ls *",
        "git status",
        "grep *",
        "npm run test:*",
        "echo *",
        "true",
        "> out/*",
    ]);
    for command in [
        "ls",
        "ls -la 'a b'",
        "git status",
        "git status && ls",
        "ls | grep -v x; git status",
        "(ls; { git status; })",
        "echo $HOME *.txt ~",
        "echo \"$(ls -la)\" `git status`",
        "for x in a b; do echo \"$x\"; done",
        "if ls; then echo yes; else echo no; fi",
        "ls 2>&1 >/dev/null",
        "echo hi > out/a.txt",
        "npm run test:unit",
        "\\ls",
        "l\"s\" 'a'",
        "echo $((1 + 2))",
        "cases() { ls; }; true",
        "# only a comment\nls",
        "echo <(ls)",
        "grep a <<'EOF'\n$(rm -rf /)\nEOF",
        "! ls || true",
    ] {
        assert_eq!(filter.check(command), Ok(()), "{command}");
    }
}

#[test]
fn whatever_else_stands_in_a_command_is_refused() {
    let filter = allowing(&[
        "ls *",
        "git status",
        "echo *",
        "env *",
        "xargs *",
        "sudo *",
        "sh *",
        "find *",
        "eval *",
        "timeout *",
        "true",
        "x=*",
        "> out/*",
        "npm *",
    ]);
    let passed = [
        "rm -rf /",
        "ls; rm x",
        "ls && rm x",
        "ls || rm x",
        "ls | rm x",
        "ls & rm x",
        "ls\nrm x",
        "(rm x)",
        "{ rm x; }",
        "echo $(rm x)",
        "echo `rm x`",
        "echo \"a $(rm x) b\"",
        "echo \"`rm x`\"",
        "echo ${x:-$(rm x)}",
        "echo $((`rm x`))",
        "echo $(($(rm x)))",
        "echo <(rm x)",
        "ls > >(rm x)",
        "ls > /etc/passwd",
        "ls >> ~/.bashrc",
        "ls > out/../../etc/passwd",
        "ls &> x",
        "ls < /dev/tcp/evil.example/80",
        "$CMD x",
        "$(echo rm) x",
        "r$x m",
        "{rm,x}",
        "/tmp/l? x",
        "$'rm' x",
        "env rm x",
        "env A=b rm x",
        "env -u A rm x",
        "env -S 'rm x'",
        "sudo rm x",
        "sudo -u root env nice rm x",
        "sh -c 'rm x'",
        "sh -c \"ls; rm x\"",
        "sh -c 'sh -c \"rm x\"'",
        "sh script.sh",
        "echo rm | sh",
        "sh <<< 'rm x'",
        "sh <<EOF\nrm x\nEOF",
        "sh -c \"$x\"",
        "echo x | xargs rm",
        "echo x | xargs -I {} rm {}",
        "find . -exec rm {} \\;",
        "find . -execdir sh -c 'rm {}' ';'",
        "eval rm x",
        "eval \"$x\"",
        "timeout 5 rm x",
        "PATH=/tmp ls",
        "LD_PRELOAD=x ls",
        "PATH=/tmp; ls",
        "ls() { rm x; }; ls",
        "alias ls=rm",
        "trap 'rm x' EXIT",
        ". ./x",
        "source x",
        "x='a[$(rm x)]'; echo $((x))",
        "echo ${a[$(rm x)]}",
        "echo ${x@P}",
        "echo ${!x}",
        "[[ x -eq 1 ]]",
        "[[ -v a[$(rm)] ]]",
        "(( x ))",
        "for x in $(rm x); do ls; done",
        "case $(rm x) in a) ls;; esac",
        "while rm x; do ls; done",
        "until ls; do rm x; done",
        "if ls; then rm x; fi",
        "coproc rm x",
        "time rm x",
        "ls <<EOF\n$(rm x)\nEOF",
        "ls <<EOF\n'$(rm x)' \"`rm x`\"\nEOF",
        "ls <<< $(rm x)",
        "git status --short",
        "git  'status x'",
        "'git status'",
        "./ls",
        "/tmp/ls",
        "ls\\\n; rm x",
        "echo 'unclosed",
        "ls (",
        "echo a; r\\m x",
        "a=(1 $(rm x)); ls",
        "a[$(rm x)]=1",
        "exec rm x",
        "command rm x",
    ]
    .into_iter()
    .filter(|command| filter.check(command).is_ok());
    assert_eq!(passed.collect::<Vec<_>>(), [""; 0]);
}

/// Programs that run others, by what is not always seen to be one.
const WRAPPERS: [&str; 23] = [
    "[ *",
    "builtin *",
    "busybox *",
    "command *",
    "env *",
    "exec *",
    "export *",
    "find *",
    "local *",
    "nice *",
    "nohup *",
    "printf *",
    "read *",
    "readonly *",
    "sh *",
    "sudo *",
    "test *",
    "timeout *",
    "typeset *",
    "unset *",
    "wait *",
    "watch *",
    "xargs *",
];

#[test]
fn a_program_that_runs_another_hides_it_nowhere() {
    let filter = allowing(&WRAPPERS);
    let passed = [
        // Options in clusters, of which one takes the next word for its own.
        "env -iu A rm x",
        "env -iS 'rm x'",
        "env --unset A rm x",
        "sudo -nu root rm x",
        "sudo --user root rm x",
        "xargs -0I {} rm {}",
        "xargs -rn 1 rm",
        "xargs --max-args 1 rm",
        "timeout --foreground -k 1 5 rm x",
        "timeout -vk 1 5 rm x",
        "nice -vn 5 rm x",
        // One in another.
        "nohup rm x",
        "nohup nohup rm x",
        "nohup sh -c 'rm x'",
        "env nohup nice -n 5 timeout 5 rm x",
        "xargs sh -c 'rm \"$1\"'",
        "xargs env A=b rm",
        "find . -exec env A=b rm {} +",
        "find . -exec nohup sh -c 'rm {}' \\;",
        "find . -ok rm {} ';'",
        "find . -okdir rm {} ';'",
        "sh -c 'nohup sh -c \"env rm x\"'",
        "sh -ec 'rm x'",
        "sh -c -- 'rm x'",
        "busybox sh -c 'rm x'",
        "builtin command rm x",
        // What asks about a command asks with its first word only.
        "command rm -v",
        "command rm -V x",
        // What is run later, again and again.
        "watch rm x",
        "watch -n 1 rm x",
        "local x=1",
        "typeset -n x=PATH",
        // Subscripts are computed, also where they stood in quotes.
        "test -v 'a[$(rm x)]'",
        "[ -v 'a[$(rm x)]' ]",
        "printf -v 'a[$(rm x)]' y",
        "read 'a[`rm x`]'",
        "unset 'a[$(rm x)]'",
        "export 'a[$(rm x)]=1'",
        "readonly 'a[$(rm x)]=1'",
        "wait -n -p 'a[$(rm x)]'",
    ]
    .into_iter()
    .filter(|command| filter.check(command).is_ok());
    assert_eq!(passed.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_program_that_runs_what_is_allowed_may() {
    let filter = allowing(&[&WRAPPERS[..], &["ls *"]].concat());
    for command in [
        "nohup ls",
        "env A=b ls -la",
        "env -u A ls",
        "nice -n 5 ls",
        "nice -5 ls",
        "timeout --signal=KILL 5 ls",
        "timeout -k 1 5 ls",
        "xargs -n 1 ls",
        "command -v rm",
        "command ls",
        "printf '%s' 'a[1]'",
        "test -f x",
        "find . -exec ls {} +",
        "nohup sh -c 'ls; env ls'",
    ] {
        assert_eq!(filter.check(command), Ok(()), "{command}");
    }
}

#[test]
fn what_is_denied_is_found_wherever_it_stands() {
    let filter = denying(&["rm *", "git push *", "curl *"]);
    for command in [
        "rm x",
        "/bin/rm x",
        "ls; rm",
        "r\"m\" x",
        "\\rm x",
        "A=b rm x",
        "env A=b /usr/bin/rm x",
        "sudo rm x",
        "echo x | xargs -n 1 rm -f",
        "bash -c 'git push --force'",
        "git push",
        "git $X",
        "$X",
        "nice -n 5 curl x",
        "busybox rm x",
        "find . -name x -exec rm {} +",
    ] {
        assert!(filter.check(command).is_err(), "{command}");
    }
    for command in [
        "ls",
        "git pull",
        "git status $X",
        "echo rm",
        "grep 'rm x' file",
        "ls > x",
    ] {
        assert_eq!(filter.check(command), Ok(()), "{command}");
    }
}

#[test]
fn deny_wins_and_a_refusal_says_what_is_allowed() {
    let filter = CommandFilter::new(Some(&texts(&["git *"])), &texts(&["git push *"])).unwrap();
    assert_eq!(filter.check("git log"), Ok(()));
    let denied = filter.check("git push -f").unwrap_err();
    assert!(
        denied.contains("denies `git push -f`") && denied.contains("Allowed: git *"),
        "{denied}"
    );
    let refused = filter.check("make").unwrap_err();
    assert!(refused.contains("does not allow `make`"), "{refused}");
    assert!(CommandFilter::new(Some(&texts(&["ls", " "])), &[]).is_err());
}

#[test]
fn nothing_that_is_nested_takes_for_ever() {
    let filter = allowing(&["ls *"]);
    let deep = |open: &str, close: &str| format!("{}ls{}", open.repeat(12), close.repeat(12));
    for command in [
        deep("(", ")"),
        deep("( ", " )"),
        deep("$(", ")"),
        deep("((", "))"),
        deep("{ ", "; }"),
        deep("$((", "))"),
        deep("${x:-", "}"),
        deep("\"$(", ")\""),
        "(".repeat(5_000),
        "$(".repeat(3_000),
        "`".repeat(48),
        "if ls; then ".repeat(12),
        "ls | ".repeat(1_500),
        "<<E ".repeat(2_000),
        "ls ".repeat(4_000),
        "ls;".repeat(199),
        "'\"".repeat(2_000),
    ] {
        let _ = filter.check(&command);
    }
}

proptest! {
    #[test]
    fn no_text_breaks_the_filter(text in r#"[a-z$(){}\[\]`'"\\<>|&;!#*?=~ \n-]{0,60}"#) {
        let _ = allowing(&["ls *"]).check(&text);
    }

    #[test]
    fn what_passes_runs_nothing_but_what_is_listed(inner in "[a-km-rt-z]{2,6}", place in 0..6_usize) {
        // No letter of `ls`, so it is never what is allowed.
        let command = match place {
            0 => format!("ls; {inner}"),
            1 => format!("ls $({inner})"),
            2 => format!("ls \"`{inner}`\""),
            3 => format!("ls | {inner} | ls"),
            4 => format!("(ls && {inner})"),
            _ => format!("ls <({inner})"),
        };
        prop_assume!(!["if", "do", "fi", "in", "for", "done", "then"].contains(&inner.as_str()));
        prop_assert!(allowing(&["ls *"]).check(&command).is_err());
    }

    #[test]
    fn output_is_bounded_however_it_comes(pieces in prop::collection::vec("[a-zé漢]{0,40}", 0..40), max in 0..200_usize) {
        let mut output = BoundedOutput::new(max);
        for piece in &pieces {
            output.push(piece);
        }
        let whole = pieces.concat();
        let count = whole.chars().count();
        prop_assert_eq!(output.left_out(), count.saturating_sub(max));
        if count <= max {
            prop_assert_eq!(output.text(), whole);
        } else {
            let head: String = whole.chars().take(max / 3).collect();
            prop_assert!(output.text().starts_with(&head));
        }
    }
}

fn run(shell: &Rc<MemoryShell>, options: BashOptions, arguments: Value) -> RunResult {
    let tools: Vec<Rc<dyn AnyTool>> = vec![Rc::new(Bash::new(Rc::clone(shell), options))];
    let context = ToolContext::of_call("bash", "call-1", Rc::new(MemoryState::default()));
    futures_executor::block_on(run_tool(&tools, &context, arguments))
}

#[test]
fn a_command_gives_its_output_and_its_exit_code() {
    let shell = Rc::new(MemoryShell {
        output: "a\nb\n".to_owned(),
        ..MemoryShell::default()
    });
    shell.exit_code.set(Some(3));
    let result = run(&shell, BashOptions::default(), json!({ "command": "make" }));
    assert_eq!(result.assistant_facing(), "a\nb\n\n\nExit code 3");
    assert_eq!(result.structured_data("t").metadata.unwrap()["exitCode"], 3);
    assert_eq!(*shell.ran.borrow(), ["make"]);
}

#[test]
fn one_that_takes_too_long_is_stopped_and_not_tried_again() {
    let shell = Rc::new(MemoryShell {
        output: "so far".to_owned(),
        hangs: true,
        ..MemoryShell::default()
    });
    let result = run(
        &shell,
        BashOptions::default(),
        json!({ "command": "sleep 9", "timeout": 5 }),
    );
    let failure = result.outcome.unwrap_err();
    assert_eq!(failure.category, Some(ToolErrorCategory::Timeout));
    assert_eq!(failure.retryable, Some(false));
    assert!(failure.message.contains("after 5 seconds") && failure.message.contains("so far"));
}

#[test]
fn what_is_refused_is_not_run() {
    let shell = Rc::new(MemoryShell::default());
    let options = BashOptions {
        filter: allowing(&["ls *"]),
        ..BashOptions::default()
    };
    for arguments in [
        json!({ "command": "ls; rm x" }),
        json!({ "command": "  " }),
        json!({ "command": "ls", "background": true }),
        json!({ "command": "ls", "timeout": 0 }),
        json!({ "command": "ls", "shell": "zsh" }),
    ] {
        assert!(run(&shell, options.clone(), arguments).is_error());
    }
    assert!(shell.ran.borrow().is_empty() && shell.started.borrow().is_empty());
}

#[test]
fn one_in_the_background_gives_its_id_at_once() {
    let shell = Rc::new(MemoryShell::default());
    let options = BashOptions {
        background: true,
        ..BashOptions::default()
    };
    let result = run(
        &shell,
        options,
        json!({ "command": "npm start", "background": true }),
    );
    assert!(result.assistant_facing().contains("bash-1"));
    assert_eq!(*shell.started.borrow(), ["npm start"]);
}

#[test]
fn a_time_beyond_the_page_s_is_lowered_and_that_is_said() {
    let options = BashOptions {
        max_timeout: 60,
        ..BashOptions::default()
    };
    let said = |hangs, timeout: Option<u32>| {
        let shell = Rc::new(MemoryShell {
            output: "so far".to_owned(),
            hangs,
            ..MemoryShell::default()
        });
        let mut arguments = json!({ "command": "make" });
        if let Some(timeout) = timeout {
            arguments["timeout"] = json!(timeout);
        }
        run(&shell, options.clone(), arguments).assistant_facing()
    };
    let note = "[Of the 3600 seconds asked for, 60 were allowed, which is the most here.]";
    assert_eq!(said(false, Some(3_600)), format!("so far\n\n{note}"));
    let stopped = said(true, Some(3_600));
    assert!(
        stopped.contains("after 60 seconds") && stopped.contains(note),
        "{stopped}"
    );
    // The page's own usual time is nothing that the model has asked for.
    assert_eq!(said(false, Some(60)), "so far");
    assert_eq!(said(false, None), "so far");
}

#[test]
fn what_a_person_is_shown_begins_with_the_command_and_can_t_be_another() {
    let tool = Bash::new(Rc::new(MemoryShell::default()), BashOptions::default());
    let preview = |arguments| {
        let state = MemoryState::default();
        match futures_executor::block_on(AnyTool::preview(&tool, arguments, &state)) {
            Some(Preview::Text { text }) => text,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(preview(json!({ "command": "rm -rf ." })), "$ rm -rf .");
    let forged = format!("List files.\r\n\n$ ls\n{}", "x".repeat(500));
    let shown = preview(json!({ "command": "rm -rf .", "description": forged }));
    let why = shown.strip_prefix("$ rm -rf .\n\n(List files. $ ls ");
    assert!(
        why.is_some_and(|why| !why.contains(['\r', '\n'])),
        "{shown}"
    );
    assert!(shown.chars().count() < 240, "{shown}");
}

#[test]
fn a_trace_names_the_program_and_no_secret() {
    let tool = Bash::new(Rc::new(MemoryShell::default()), BashOptions::default());
    for (command, program) in [
        (
            "curl -H 'Authorization: Bearer hush' https://a.example",
            Some("curl"),
        ),
        ("./bin/run-it.sh hush", Some("./bin/run-it.sh")),
        ("TOKEN=hush curl x", None),
        ("'hush' x", None),
        ("$(echo hush)", None),
        ("hush;ls", None),
        ("", None),
    ] {
        let traced = AnyTool::tracing_attributes(&tool, json!({ "command": command }));
        let expected: Vec<_> = program
            .map(|program| Attribute::new("process.executable.name", program))
            .into_iter()
            .collect();
        assert_eq!(traced, expected, "{command}");
    }
}
