use std::rc::Rc;

use ag_ui_lit::tool::{AnyTool, MemoryState, RunResult, ToolContext, run_tool};
use ag_ui_lit_toolbox::files::{MemoryFiles, Workspace};
use ag_ui_lit_toolbox::search::{GlobTool, GrepTool, LinePattern, PathPattern};
use futures_executor::block_on;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::turns::{Slow, dropped_after};

fn run(files: &Rc<MemoryFiles>, tool: &str, arguments: Value) -> RunResult {
    let workspace = Workspace::new(files.clone());
    let tools: Vec<Rc<dyn AnyTool>> = vec![
        Rc::new(GrepTool(workspace.clone())),
        Rc::new(GlobTool(workspace)),
    ];
    let context = ToolContext::of_call(tool, "call", Rc::new(MemoryState::default()));
    block_on(run_tool(&tools, &context, arguments))
}

fn grep(files: &Rc<MemoryFiles>, arguments: Value) -> String {
    run(files, "grep_tool", arguments).assistant_facing()
}

fn glob(files: &Rc<MemoryFiles>, arguments: Value) -> String {
    run(files, "glob_tool", arguments).assistant_facing()
}

fn project() -> Rc<MemoryFiles> {
    let files = MemoryFiles::default();
    files.put("src/main.ts", "import a\nlet Total = 1\nexport a\n");
    files.put("src/deep/util.js", "// total\r\nlet total = 2\r\n");
    files.put("README.md", "Total of all\n");
    files.put("logo.png", b"\x89PNG\0total");
    Rc::new(files)
}

#[test]
fn matching_lines_are_returned_by_file() {
    let files = project();
    assert_eq!(
        grep(&files, json!({ "pattern": "[Tt]otal =" })),
        "src/main.ts\n2:let Total = 1\n\nsrc/deep/util.js\n2:let total = 2\n\n\
         [2 lines in 2 of 3 text files. 1 binary files were skipped.]"
    );
    let result = run(
        &files,
        "grep_tool",
        json!({ "pattern": "total", "ignore_case": true }),
    );
    let metadata = result.structured_data("").metadata.unwrap();
    assert_eq!(metadata["matches"], 4.0);
    assert_eq!(metadata["binaryFiles"], 1.0);
    assert_eq!(
        metadata["files"][2],
        json!({ "path": "src/deep/util.js", "matches": 2.0, "isTruncated": false })
    );
}

#[test]
fn a_search_can_be_narrowed() {
    let files = project();
    let text = grep(
        &files,
        json!({ "pattern": "total", "ignore_case": true, "include": ["*.{ts,md}"], "exclude": ["src/**"] }),
    );
    assert!(
        text.starts_with("README.md\n1:Total of all\n\n[1 lines in 1 of 1"),
        "{text}"
    );
    let text = grep(&files, json!({ "pattern": "total", "path": "src/deep" }));
    assert!(text.contains("2 lines in 1 of 1"), "{text}");
    let text = grep(
        &files,
        json!({ "pattern": "total", "path": "/src/deep/util.js" }),
    );
    assert!(text.contains("2 lines in 1 of 1"), "{text}");
    let text = grep(&files, json!({ "pattern": "x", "path": "nowhere" }));
    assert!(text.contains("The folder nowhere does not exist"), "{text}");
}

#[test]
fn lines_around_a_match_are_shown_once() {
    let files = Rc::new(MemoryFiles::default());
    files.put("a", "1\nx\n3\nx\n5\n6\n7\n8\nx\n");
    let text = grep(&files, json!({ "pattern": "x", "context_lines": 1 }));
    assert!(
        text.starts_with("a\n1-1\n2:x\n3-3\n4:x\n5-5\n--\n8-8\n9:x\n"),
        "{text}"
    );
    let text = grep(&files, json!({ "pattern": "x", "context_lines": 11 }));
    assert!(text.contains("must be 0 to 10"), "{text}");
}

#[test]
fn long_lines_are_cut_around_the_match() {
    let files = Rc::new(MemoryFiles::default());
    files.put("a", "é".repeat(5000) + "needle" + &"ü".repeat(5000));
    let text = grep(&files, json!({ "pattern": "needle" }));
    assert!(text.contains("needle") && text.len() < 600, "{text}");
    assert!(text.contains("characters] é"), "{text}");
}

#[test]
fn results_are_bounded_with_a_note() {
    let files = Rc::new(MemoryFiles::default());
    for file in 0..10 {
        files.put(&format!("f{file}"), "hit\n".repeat(60));
    }
    let result = run(&files, "grep_tool", json!({ "pattern": "hit" }));
    let text = result.assistant_facing();
    assert!(text.contains("[f0 has more lines that match.]"), "{text}");
    assert!(
        text.contains("200 lines in 4 of 4 text files. The search ended there"),
        "{text}"
    );
    assert_eq!(
        result.structured_data("").metadata.unwrap()["isTruncated"],
        true
    );
}

#[test]
fn letters_of_all_scripts_may_be_counted() {
    for pattern in [
        r"\w{5}",
        r"\b\w{3,10}\b",
        r"\w+ \w+ \w+",
        r"(\w+\s+){2}\w+",
        r"\pL{20}",
        r"\w{50}|name",
    ] {
        let text = grep(
            &project(),
            json!({ "pattern": pattern, "ignore_case": true }),
        );
        assert!(!text.contains("unfolds into too much"), "{pattern}: {text}");
        let text = grep(&project(), json!({ "pattern": pattern }));
        assert!(!text.contains("unfolds into too much"), "{pattern}: {text}");
    }
}

#[test]
fn expressions_that_unfold_into_too_much_are_refused() {
    for pattern in [r"\w{1000}{1000}", r"(\pL{50}){50}", r"((a{100}){100}){100}"] {
        let text = grep(&project(), json!({ "pattern": pattern }));
        assert!(text.contains("unfolds into too much"), "{pattern}: {text}");
    }
    for (pattern, why) in [
        ("(", "not a valid expression"),
        (r"(?=a)", "Look-around"),
        (r"(a)\1", "back references"),
        ("", "is empty"),
        ("a\nb", "line feed"),
    ] {
        let text = grep(&project(), json!({ "pattern": pattern }));
        assert!(text.contains(why), "{pattern}: {text}");
    }
    let text = grep(&project(), json!({ "pattern": "a".repeat(1001) }));
    assert!(text.contains("longer than 1000"), "{text}");
    let deep = "(".repeat(400) + &")".repeat(400);
    assert!(grep(&project(), json!({ "pattern": deep })).contains("not a valid expression"));
}

#[test]
fn a_literal_text_can_be_searched() {
    let files = Rc::new(MemoryFiles::default());
    files.put("a", "f(x)\nfx\n");
    let text = grep(&files, json!({ "pattern": "f(x)", "literal": true }));
    assert!(text.contains("1:f(x)\n\n[1 lines"), "{text}");
}

#[test]
fn files_are_found_by_their_paths_the_newest_first() {
    let files = project();
    assert_eq!(
        glob(&files, json!({ "pattern": "**" })),
        "logo.png\nREADME.md\nsrc/deep/util.js\nsrc/main.ts"
    );
    assert_eq!(
        glob(&files, json!({ "pattern": "*.{js,ts}" })),
        "src/deep/util.js\nsrc/main.ts"
    );
    assert_eq!(glob(&files, json!({ "pattern": "src/*" })), "src/main.ts");
    assert_eq!(
        glob(&files, json!({ "pattern": "/src/**/*.js" })),
        "src/deep/util.js"
    );
    assert_eq!(
        glob(&files, json!({ "pattern": "deep/*", "path": "src" })),
        "src/deep/util.js"
    );
    assert_eq!(
        glob(&files, json!({ "pattern": "*.rs" })),
        "[None of the 6 visited files and folders matches the pattern.]"
    );
}

#[test]
fn many_files_are_cut() {
    let files = Rc::new(MemoryFiles::default());
    for file in 0..300 {
        files.put(&format!("f{file}"), "");
    }
    let text = glob(&files, json!({ "pattern": "**" }));
    assert!(text.starts_with("f299\nf298\n"), "{text}");
    assert!(text.contains("[200 of 300 files"), "{text}");
}

#[test]
fn patterns_that_unfold_into_too_much_are_refused() {
    let files = project();
    for (pattern, why) in [
        ("{a,b}".repeat(20), "1000 alternatives"),
        ("a".repeat(600), "longer than 500"),
        (String::new(), "is empty"),
        ("[a".to_owned(), "is not a pattern"),
        ("{a".to_owned(), "is not a pattern"),
        ("{".repeat(200), "is not a pattern"),
    ] {
        let text = glob(&files, json!({ "pattern": pattern }));
        assert!(text.contains(why), "{pattern}: {text}");
        let text = grep(&files, json!({ "pattern": "x", "include": [pattern] }));
        assert!(text.contains(why), "{pattern}: {text}");
    }
    let text = grep(&files, json!({ "pattern": "x", "include": vec!["a"; 21] }));
    assert!(text.contains("may have 20"), "{text}");
}

proptest! {
    #[test]
    fn patterns_and_expressions_never_panic(text in any::<String>(), line in any::<String>()) {
        if let Ok(pattern) = PathPattern::new(&text) {
            let _fits = pattern.fits(&line);
        }
        if let Ok(pattern) = LinePattern::new(&text, false, true) {
            let _found = pattern.find(&line);
        }
    }

    #[test]
    fn stars_and_braces_never_hang(text in "[*?{},a/\\[\\]!]{0,60}", path in "[a/]{0,200}") {
        if let Ok(pattern) = PathPattern::new(&text) {
            let _fits = pattern.fits(&path);
        }
    }
}

#[test]
fn a_search_dropped_at_any_await_changes_nothing() {
    let files = project();
    for (tool, arguments) in [
        (
            "grep_tool",
            json!({ "pattern": "total", "ignore_case": true }),
        ),
        ("glob_tool", json!({ "pattern": "**" })),
    ] {
        let all = run(&files, tool, arguments.clone()).assistant_facing();
        let workspace = Workspace::new(Rc::new(Slow(files.clone())));
        let tools: [Rc<dyn AnyTool>; 2] = [
            Rc::new(GrepTool(workspace.clone())),
            Rc::new(GlobTool(workspace)),
        ];
        let tool_of = tools.iter().find(|each| each.name() == tool).unwrap();
        let context = ToolContext::of_call(tool, "call", Rc::new(MemoryState::default()));
        let mut turns = 0;
        loop {
            let work = tool_of.execute(arguments.clone(), &context);
            let done = dropped_after(turns, work);
            assert_eq!(files.locks_held(), 0, "{tool} after {turns} turns");
            // The same tool can search again, with the same result.
            let again = block_on(tool_of.execute(arguments.clone(), &context)).unwrap();
            assert_eq!(again.assistant_facing(), all, "{tool} after {turns} turns");
            if let Some(done) = done {
                assert_eq!(done.unwrap().assistant_facing(), all);
                break;
            }
            turns += 1;
        }
        assert!(turns > 3, "{tool}: {turns}");
        assert_eq!(files.get("README.md").unwrap(), b"Total of all\n");
    }
}
