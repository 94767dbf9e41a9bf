//! `bash`: exactly the checked and shown command runs; output and time are bounded.

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

proptest! {
    #[test]
    fn output_is_bounded_in_any_pieces(pieces in prop::collection::vec("[a-zé漢]{0,40}", 0..40), max in 0..200_usize) {
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

/// The preview for a person.
fn preview(options: BashOptions, arguments: Value) -> String {
    let tool = Bash::new(Rc::new(MemoryShell::default()), options);
    let state = MemoryState::default();
    match futures_executor::block_on(AnyTool::preview(&tool, arguments, &state)) {
        Some(Preview::Text { text }) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_command_returns_its_output_and_its_exit_code() {
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
fn a_command_that_takes_too_long_is_stopped_and_not_retried() {
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
fn refused_commands_are_not_run() {
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
fn the_command_that_runs_is_the_one_that_was_parsed_and_shown() {
    let given = "ls  \"my files\"|ls\n";
    let printed = "ls 'my files' | ls";
    let options = BashOptions {
        filter: allowing(&["ls *"]),
        background: true,
        ..BashOptions::default()
    };
    let shell = Rc::new(MemoryShell::default());
    let ran = run(&shell, options.clone(), json!({ "command": given }));
    run(
        &shell,
        options.clone(),
        json!({ "command": given, "background": true }),
    );
    assert_eq!(*shell.ran.borrow(), [printed]);
    assert_eq!(*shell.started.borrow(), [printed]);
    assert_eq!(
        ran.structured_data("t").metadata.unwrap()["command"],
        printed
    );
    assert_eq!(
        preview(options, json!({ "command": given })),
        format!("$ {printed}")
    );
    // Without a filter it is the model's own text, unchanged.
    let shell = Rc::new(MemoryShell::default());
    run(&shell, BashOptions::default(), json!({ "command": given }));
    assert_eq!(*shell.ran.borrow(), [given]);
    assert_eq!(
        preview(BashOptions::default(), json!({ "command": given })),
        format!("$ {given}")
    );
}

#[test]
fn invisible_characters_are_shown_by_their_codes() {
    let arguments = json!({
        "command": "rm \u{202e}fdp.x\u{8}\u{8}\r\u{1b}[2K\n\tls a\u{200b}\u{a0}\u{e0041}",
        "description": "List \u{2066}files\u{7}"
    });
    let shown = r"$ rm \u{202e}fdp.x\u{8}\u{8}\u{d}\u{1b}[2K".to_owned()
        + "\n\t"
        + r"ls a\u{200b}\u{a0}\u{e0041}"
        + "\n\n"
        + r"(List \u{2066}files\u{7})";
    assert_eq!(preview(BashOptions::default(), arguments.clone()), shown);
    let refusing = BashOptions {
        filter: allowing(&["rm *", "ls *"]),
        ..BashOptions::default()
    };
    assert_eq!(preview(refusing, arguments), shown);
}

#[test]
fn control_characters_never_run_without_approval() {
    let shell = Rc::new(MemoryShell::default());
    let unasked = BashOptions {
        asked: false,
        ..BashOptions::default()
    };
    for command in [
        "echo \u{1b}[2J",
        "ls\r",
        "ls \u{8}",
        "ls \u{9b}",
        "ls \u{7f}",
        "ls \u{0}",
    ] {
        assert!(
            run(&shell, unasked.clone(), json!({ "command": command })).is_error(),
            "{command:?}"
        );
    }
    assert!(
        run(
            &shell,
            BashOptions::default(),
            json!({ "command": "ls \u{0}" })
        )
        .is_error()
    );
    assert!(shell.ran.borrow().is_empty());
    run(&shell, unasked, json!({ "command": "ls\n\tx" }));
    run(&shell, BashOptions::default(), json!({ "command": "ls\r" }));
    assert_eq!(*shell.ran.borrow(), ["ls\n\tx", "ls\r"]);
}

#[test]
fn a_command_that_is_too_long_to_show_is_refused() {
    let shell = Rc::new(MemoryShell::default());
    for command in ["x".repeat(70_000), "\u{202e}".repeat(10_000)] {
        assert!(
            run(
                &shell,
                BashOptions::default(),
                json!({ "command": command })
            )
            .is_error()
        );
    }
    run(
        &shell,
        BashOptions::default(),
        json!({ "command": "x".repeat(60_000) }),
    );
    assert_eq!(shell.ran.borrow().len(), 1);
}

#[test]
fn a_background_command_returns_its_id_at_once() {
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
fn a_timeout_beyond_the_limit_is_lowered_with_a_note() {
    let options = BashOptions {
        max_timeout: 60,
        ..BashOptions::default()
    };
    let output = |hangs, timeout: Option<u32>| {
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
    let note = "[3600 seconds were requested; the maximum here is 60.]";
    assert_eq!(output(false, Some(3_600)), format!("so far\n\n{note}"));
    let stopped = output(true, Some(3_600));
    assert!(
        stopped.contains("after 60 seconds") && stopped.contains(note),
        "{stopped}"
    );
    // The default time limit is not a request of the model.
    assert_eq!(output(false, Some(60)), "so far");
    assert_eq!(output(false, None), "so far");
}

#[test]
fn the_preview_starts_with_the_command_and_can_not_imitate_another() {
    let preview = |arguments| preview(BashOptions::default(), arguments);
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
