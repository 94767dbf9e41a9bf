use std::rc::Rc;

use ag_ui_lit::tool::{AnyTool, MemoryState, Preview, RunResult, ToolContext, run_tool};
use ag_ui_lit_toolbox::files::{
    Edit, FileEdit, FileMultiEdit, FilePath, FileRead, FileWrite, Files, FilesError, MemoryFiles,
    TextForm, Workspace, apply, unified,
};
use futures_executor::block_on;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::turns::{Slow, dropped_after};

/// The tools over files in memory.
struct Bench {
    files: Rc<MemoryFiles>,
    tools: Vec<Rc<dyn AnyTool>>,
    state: Rc<MemoryState>,
}

impl Bench {
    fn new() -> Self {
        let files = Rc::new(MemoryFiles::default());
        let workspace = Workspace::new(files.clone());
        Self {
            files,
            tools: vec![
                Rc::new(FileRead(workspace.clone())),
                Rc::new(FileWrite(workspace.clone())),
                Rc::new(FileEdit(workspace.clone())),
                Rc::new(FileMultiEdit(workspace)),
            ],
            state: Rc::new(MemoryState::default()),
        }
    }

    fn with(path: &str, content: impl AsRef<[u8]>) -> Self {
        let bench = Self::new();
        bench.files.put(path, content);
        bench
    }

    fn run(&self, tool: &str, arguments: Value) -> RunResult {
        let context = ToolContext::of_call(tool, "call", self.state.clone());
        let result = block_on(run_tool(&self.tools, &context, arguments));
        assert_eq!(self.files.locks_held(), 0, "a lock is left");
        result
    }

    fn run_text(&self, tool: &str, arguments: Value) -> String {
        self.run(tool, arguments).assistant_facing()
    }

    fn read(&self, path: &str) -> String {
        self.run_text("file_read", json!({ "path": path }))
    }

    fn edit(&self, path: &str, old: &str, new: &str) -> RunResult {
        self.run(
            "file_edit",
            json!({ "path": path, "old_text": old, "new_text": new }),
        )
    }

    fn preview(&self, tool: &str, arguments: Value) -> Option<Preview> {
        let tool = self.tools.iter().find(|known| known.name() == tool);
        block_on(tool.unwrap().preview(arguments, &*self.state))
    }
}

fn metadata(result: &RunResult) -> Value {
    result.structured_data("").metadata.unwrap_or_default()
}

#[test]
fn lines_are_returned_with_their_numbers() {
    let bench = Bench::with("a.txt", "one\ntwo\n\nfour");
    assert_eq!(
        bench.read("/a.txt"),
        "     1\tone\n     2\ttwo\n     3\t\n     4\tfour"
    );
    let part = bench.run(
        "file_read",
        json!({ "path": "a.txt", "offset": 2, "limit": 1 }),
    );
    assert_eq!(
        part.assistant_facing(),
        "     2\ttwo\n[Lines 2 to 2 of 4. Call file_read with offset 3 to read on.]"
    );
    let metadata = metadata(&part);
    assert_eq!(metadata["totalLines"], 4.0);
    assert_eq!(metadata["isTruncated"], true);
    assert!(
        bench
            .run_text("file_read", json!({ "path": "a.txt", "offset": 9 }))
            .contains("has 4 lines")
    );
}

#[test]
fn an_empty_file_is_reported_as_empty() {
    let bench = Bench::with("a.txt", "");
    let result = bench.run("file_read", json!({ "path": "a.txt" }));
    assert_eq!(result.assistant_facing(), "[The file is empty.]");
    assert_eq!(metadata(&result)["isTruncated"], false);
}

#[test]
fn reading_is_bounded_with_a_note_about_the_rest() {
    let bench = Bench::with("long.txt", "x".repeat(5000) + "\r\n" + &"é".repeat(3000));
    let text = bench.read("long.txt");
    assert!(text.contains("[… 3000 characters more]"), "{text}");
    assert!(text.contains("[… 2000 characters more]"), "{text}");
    bench.files.put("many.txt", "line\n".repeat(5000));
    let text = bench.read("many.txt");
    assert!(
        text.ends_with("[Lines 1 to 2000 of 5000. Call file_read with offset 2001 to read on.]")
    );
    bench
        .files
        .put("wide.txt", ("y".repeat(1500) + "\n").repeat(500));
    let text = bench.read("wide.txt");
    assert!(text.len() < 102_000, "{}", text.len());
    assert!(text.contains("of 500."));
}

#[test]
fn only_the_necessary_part_of_a_large_file_is_read() {
    let bench = Bench::with("large.txt", "0123456789abcde\n".repeat(2_000_000));
    let text = bench.run_text("file_read", json!({ "path": "large.txt", "limit": 2 }));
    assert!(text.contains("there are more"), "{text}");
    assert!(
        bench.files.bytes_read() < 2_000_000,
        "{}",
        bench.files.bytes_read()
    );
    let text = bench.run_text(
        "file_read",
        json!({ "path": "large.txt", "offset": 2_000_000, "limit": 2 }),
    );
    assert_eq!(text, "2000000\t0123456789abcde");
    let refused = bench.edit("large.txt", "0", "1");
    assert!(refused.assistant_facing().contains("up to 8.0 MiB"));
}

#[test]
fn no_path_leaves_the_root() {
    let bench = Bench::with("a.txt", "secret");
    for path in [
        "../a.txt",
        "x/../a.txt",
        "/../a.txt",
        "./a.txt",
        "x//a.txt",
        "//a.txt",
        "a.txt/",
        "x\\a.txt",
        "..\\a.txt",
        "a\0.txt",
        "a\n.txt",
        "a\u{7f}",
        "a\u{85}",
    ] {
        for tool in ["file_read", "file_write"] {
            let mut arguments = json!({ "path": path });
            if tool == "file_write" {
                arguments["content"] = json!("x");
            }
            let result = bench.run(tool, arguments);
            assert!(result.is_error(), "{path:?}");
            let text = result.assistant_facing();
            assert!(text.contains("from the root downwards"), "{text}");
        }
    }
    assert_eq!(bench.files.paths(), ["a.txt"]);
    let deep = vec!["d"; 65].join("/");
    assert!(bench.read(&deep).contains("deeper than 64"));
    assert!(bench.read(&"d".repeat(5000)).contains("longer than 4096"));
    assert!(bench.read("").contains("is a folder"));
}

proptest! {
    #[test]
    fn a_path_is_refused_or_stays_below_the_root(text in "[a./\\\\\\x00-\\x20é]{0,12}") {
        if let Ok(path) = FilePath::parse(&text) {
            for name in path.names() {
                prop_assert!(!name.is_empty() && name != "." && name != "..");
                prop_assert!(!name.contains(['/', '\\', '\0']));
            }
            prop_assert_eq!(FilePath::parse(&path.to_string()), Ok(path));
        }
    }
}

#[test]
fn binary_files_are_described() {
    let bench = Bench::with("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    let result = bench.run("file_read", json!({ "path": "a.png" }));
    let text = result.assistant_facing();
    assert!(text.contains("is binary (PNG image): 16 bytes"), "{text}");
    assert_eq!(metadata(&result)["isBinary"], true);
    let refused = bench.run_text("file_write", json!({ "path": "a.png", "content": "x" }));
    assert!(refused.contains("was not read yet"), "{refused}");
    // UTF-32, and an undeclared legacy encoding.
    for bytes in [
        &b"\xff\xfe\0\0a\0\0\0"[..],
        b"\x93\xfa\x96\x7b\x8c\xea\x81\x42",
    ] {
        bench.files.put("b", bytes);
        assert!(bench.read("b").contains("binary"));
    }
}

#[test]
fn a_file_is_written_with_its_folders() {
    let bench = Bench::new();
    let result = bench.run(
        "file_write",
        json!({ "path": "a/b/c.txt", "content": "hi\n" }),
    );
    assert_eq!(result.assistant_facing(), "New file: a/b/c.txt, 3 bytes.");
    assert_eq!(metadata(&result)["isNew"], true);
    assert_eq!(bench.files.get("a/b/c.txt").unwrap(), b"hi\n");
    // It was written here, so it counts as seen.
    let again = bench.run(
        "file_write",
        json!({ "path": "a/b/c.txt", "content": "ho\n" }),
    );
    assert!(!again.is_error(), "{}", again.assistant_facing());
    assert!(
        metadata(&again)["diff"]
            .as_str()
            .unwrap()
            .contains("-hi\n+ho")
    );
}

#[test]
fn a_file_that_was_not_read_is_not_overwritten() {
    let bench = Bench::with("a.txt", "theirs");
    let refused = bench.run_text("file_write", json!({ "path": "a.txt", "content": "mine" }));
    assert!(
        refused.contains("was not read yet. Call file_read first"),
        "{refused}"
    );
    assert!(bench.edit("a.txt", "theirs", "mine").is_error());
    bench.read("a.txt");
    bench.files.put("a.txt", "others"); // The same size.
    let refused = bench.edit("a.txt", "others", "mine");
    assert!(
        refused
            .assistant_facing()
            .contains("changed by somebody else")
    );
    assert_eq!(bench.files.get("a.txt").unwrap(), b"others");
    bench.read("a.txt");
    assert!(!bench.edit("a.txt", "others", "mine").is_error());
}

#[test]
fn a_touched_file_does_not_count_as_changed() {
    let bench = Bench::with("a.txt", "same");
    bench.read("a.txt");
    bench.files.put("a.txt", "same");
    assert!(!bench.edit("a.txt", "same", "other").is_error());
}

#[test]
fn an_edit_needs_exactly_one_place() {
    let bench = Bench::with("a.txt", "one\ntwo\none\n");
    bench.read("a.txt");
    let text = bench.edit("a.txt", "one", "1").assistant_facing();
    assert!(text.contains("is in 2 places, at lines 1, 3"), "{text}");
    assert!(text.ends_with("The file a.txt is unchanged."), "{text}");
    let text = bench.edit("a.txt", "three", "3").assistant_facing();
    assert!(text.contains("is not in the file"), "{text}");
    let text = bench.edit("a.txt", "  two ", "2").assistant_facing();
    assert!(
        text.contains("The lines from 2 on are the same except for spaces"),
        "{text}"
    );
    let text = bench.edit("a.txt", "", "2").assistant_facing();
    assert!(text.contains("old_text is empty"), "{text}");
    let text = bench.edit("a.txt", "two", "two").assistant_facing();
    assert!(text.contains("nothing would change"), "{text}");
    assert_eq!(bench.files.get("a.txt").unwrap(), b"one\ntwo\none\n");
    let done = bench.edit("a.txt", "two\none", "2\n1");
    assert!(
        done.assistant_facing()
            .starts_with("Edited: a.txt, at line 2.")
    );
    assert_eq!(bench.files.get("a.txt").unwrap(), b"one\n2\n1\n");
}

#[test]
fn overlapping_places_are_counted_separately() {
    let fault = apply("aaa", &[edit("aa", "b")]).unwrap_err();
    assert_eq!(fault.matches, 2);
}

fn edit(old: &str, new: &str) -> Edit {
    Edit {
        old_text: old.to_owned(),
        new_text: new.to_owned(),
    }
}

#[test]
fn line_ends_are_preserved() {
    let made = |text: &str, old: &str, new: &str| apply(text, &[edit(old, new)]).unwrap().text;
    assert_eq!(
        made("a\r\nb\r\nc\r\n", "a\nb\n", "x\ny\nz\n"),
        "x\r\ny\r\nz\r\nc\r\n"
    );
    assert_eq!(made("a\r\nb\r\n", "b", "b\nc"), "a\r\nb\r\nc\r\n");
    assert_eq!(made("a\nb\n", "a\r\nb", "x\r\ny"), "x\ny\n");
    // Both kinds, each in its place.
    assert_eq!(made("a\r\nb\nc", "b\nc", "B\nC"), "a\r\nB\nC");
    assert_eq!(made("a\r\nb\nc", "a\nb", "A\nB"), "A\r\nB\nc");
    // A single line end, and the last line without one.
    assert_eq!(made("a\r\nb", "a\n", "a\n\n"), "a\r\n\r\nb");
    assert_eq!(made("a\nb", "b", "c"), "a\nc");
    assert_eq!(made("a\nb", "\nb", "\nb\n"), "a\nb\n");
    // A carriage return alone is a character.
    assert_eq!(made("a\rb", "a\rb", "c"), "c");
}

proptest! {
    #[test]
    fn an_edit_only_changes_its_place(
        before in "(a|b|\r\n|\n|é){0,20}", place in "(x|\r\n|\n|y){1,6}", after in "(a|b|\r\n|\n|é){0,20}"
    ) {
        // A carriage return before a line feed would join it.
        prop_assume!(!before.ends_with('\r'));
        let text = format!("{before}<{place}>{after}");
        let old = format!("<{}>", place.replace("\r\n", "\n"));
        let edited = apply(&text, &[edit(&old, "z")]).unwrap();
        prop_assert_eq!(edited.text, format!("{before}z{after}"));
        prop_assert_eq!(edited.lines[0], before.matches('\n').count() + 1);
    }

    #[test]
    fn a_text_survives_its_encoding(text in any::<String>(), which in 0..5_usize) {
        let (encoding, has_bom) = [
            (encoding_rs::UTF_8, false), (encoding_rs::UTF_8, true), (encoding_rs::UTF_16LE, true),
            (encoding_rs::UTF_16BE, true), (encoding_rs::WINDOWS_1252, false),
        ][which];
        let form = TextForm { encoding, has_bom };
        if let Ok(bytes) = form.encode(&text) {
            prop_assert_eq!(form.decode(&bytes), Some(text));
        }
    }
}

#[test]
fn several_edits_are_made_in_order_or_not_at_all() {
    let bench = Bench::with("a.txt", "one\ntwo\nthree\n");
    bench.read("a.txt");
    let edits = json!([
        { "old_text": "one", "new_text": "eins" },
        { "old_text": "eins\ntwo", "new_text": "1\n2" },
        { "old_text": "four", "new_text": "4" }
    ]);
    let refused = bench.run_text(
        "file_multi_edit",
        json!({ "path": "a.txt", "edits": edits }),
    );
    assert!(
        refused.contains("Edit 3 of 3: old_text is not in the file"),
        "{refused}"
    );
    assert_eq!(bench.files.get("a.txt").unwrap(), b"one\ntwo\nthree\n");
    let edits = json!([edits[0], edits[1]]);
    let done = bench.run(
        "file_multi_edit",
        json!({ "path": "a.txt", "edits": edits }),
    );
    assert_eq!(bench.files.get("a.txt").unwrap(), b"1\n2\nthree\n");
    assert_eq!(metadata(&done)["lines"], json!([1.0, 1.0]));
    for edits in [
        json!([]),
        json!(vec![json!({ "old_text": "a", "new_text": "b" }); 101]),
    ] {
        let refused = bench.run_text(
            "file_multi_edit",
            json!({ "path": "a.txt", "edits": edits }),
        );
        assert!(refused.contains("must have 1 to 100"), "{refused}");
    }
}

#[test]
fn encodings_are_preserved() {
    let utf16 = |text: &str| {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        [0xFF, 0xFE].into_iter().chain(units).collect::<Vec<u8>>()
    };
    let bench = Bench::with("le.txt", utf16("eins\r\nzwei 🎉"));
    let text = bench.read("le.txt");
    assert!(
        text.contains("     2\tzwei 🎉\n[Read as UTF-16LE with a byte order mark.]"),
        "{text}"
    );
    bench.edit("le.txt", "eins\nzwei", "一\n二");
    assert_eq!(bench.files.get("le.txt").unwrap(), utf16("一\r\n二 🎉"));
    bench.run(
        "file_write",
        json!({ "path": "le.txt", "content": "neu\nzeile" }),
    );
    assert_eq!(bench.files.get("le.txt").unwrap(), utf16("neu\r\nzeile"));

    bench.files.put("bom.txt", "\u{FEFF}a");
    assert!(bench.read("bom.txt").starts_with("     1\ta\n"));
    bench.run(
        "file_write",
        json!({ "path": "bom.txt", "content": "\u{FEFF}b" }),
    );
    assert_eq!(bench.files.get("bom.txt").unwrap(), "\u{FEFF}b".as_bytes());

    bench.files.put("latin.txt", b"caf\xe9 = 1\n");
    assert!(
        bench
            .read("latin.txt")
            .contains("café = 1\n[Read as windows-1252.]")
    );
    bench.edit("latin.txt", "= 1", "= 2 €");
    assert_eq!(bench.files.get("latin.txt").unwrap(), b"caf\xe9 = 2 \x80\n");
    let refused = bench.edit("latin.txt", "2", "日").assistant_facing();
    assert!(
        refused.contains("encoded in windows-1252, which lacks '日'"),
        "{refused}"
    );
}

#[test]
fn a_file_that_could_not_be_written_back_is_not_changed() {
    // Half of a surrogate pair.
    let bench = Bench::with("a.txt", b"\xff\xfea\0\x3d\xd8b\0");
    assert!(bench.read("a.txt").contains("Some bytes are not UTF-16LE"));
    let refused = bench.edit("a.txt", "a", "c").assistant_facing();
    assert!(refused.contains("could not be written back"), "{refused}");
}

#[test]
fn a_declared_encoding_is_read_and_written() {
    let files = Rc::new(MemoryFiles::default());
    let workspace = Workspace {
        legacy: encoding_rs::SHIFT_JIS,
        ..Workspace::new(files.clone())
    };
    files.put("a.txt", b"\x93\xfa\x96\x7b=1");
    let bench = Bench {
        tools: vec![
            Rc::new(FileRead(workspace.clone())),
            Rc::new(FileEdit(workspace)),
        ],
        files,
        ..Bench::new()
    };
    assert!(bench.read("a.txt").contains("日本=1"));
    bench.edit("a.txt", "=1", "=語");
    assert_eq!(
        bench.files.get("a.txt").unwrap(),
        b"\x93\xfa\x96\x7b=\x8c\xea"
    );
}

#[test]
fn a_failed_write_reports_the_reason_and_changes_nothing() {
    let bench = Bench::with("a.txt", "old");
    bench.read("a.txt");
    bench.files.refuse(FilesError::NoSpace {
        free: Some(2_097_152.0),
    });
    let refused = bench.edit("a.txt", "old", "new");
    let text = refused.assistant_facing();
    assert!(
        text.contains("is unchanged: there is not enough space: 2.0 MiB are free"),
        "{text}"
    );
    let failure = refused.outcome.unwrap_err();
    assert_eq!(failure.code.as_deref(), Some("no_space"));
    assert_eq!(bench.files.get("a.txt").unwrap(), b"old");
    assert!(!bench.edit("a.txt", "old", "new").is_error());
}

#[test]
fn similar_names_are_suggested() {
    let bench = Bench::with("notes/Readme.md", "x");
    let text = bench.read("notes/README.md");
    assert!(text.contains("Did you mean \"notes/Readme.md\"?"), "{text}");
    assert!(bench.read("notes/other.md").contains("Call glob_tool"));
    assert!(bench.read("notes").contains("is a folder"));
}

#[test]
fn a_person_sees_the_change() {
    let bench = Bench::with("a.txt", "one\r\ntwo\r\n");
    let arguments = json!({ "path": "a.txt", "old_text": "two", "new_text": "zwei" });
    assert_eq!(
        bench.preview("file_edit", arguments.clone()),
        None,
        "it was not read"
    );
    bench.read("a.txt");
    let Some(Preview::Diff { path, diff }) = bench.preview("file_edit", arguments) else {
        panic!("no diff");
    };
    assert_eq!(path, "a.txt");
    assert_eq!(
        diff,
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n"
    );
    let new = bench.preview("file_write", json!({ "path": "b.txt", "content": "x" }));
    let Some(Preview::Diff { diff, .. }) = new else {
        panic!("no diff");
    };
    assert!(diff.contains("+x"), "{diff}");
    assert_eq!(bench.files.get("a.txt").unwrap(), b"one\r\ntwo\r\n");
}

#[test]
fn a_diff_is_bounded() {
    let many: String = (0..10_000).map(|line| format!("{line}\n")).collect();
    let diff = unified("a", &many, &many.replace('1', "x"));
    assert!(diff.len() < 25_000, "{}", diff.len());
    let diff = unified("a", &"a\n".repeat(3000), &"b\n".repeat(3000));
    assert!(diff.contains("too many to be compared"), "{diff}");
    let diff = unified("a", "", &"long line\n".repeat(3000));
    assert!(diff.contains("[The diff continues for"), "{diff}");
    let diff = unified("a", "x", &"y".repeat(100_000));
    assert!(diff.contains("characters more]") && diff.len() < 2000);
    // Other line ends are a change.
    assert!(unified("a", "a\r\n", "a\n").contains("-a"));
}

#[test]
fn dropped_at_any_await_an_edit_leaves_no_lock_and_a_whole_file() {
    let arguments = json!({ "path": "a.txt", "old_text": "old", "new_text": "new" });
    let mut turns = 0;
    loop {
        let bench = Bench::with("a.txt", "old");
        bench.read("a.txt");
        let tool = FileEdit(Workspace::new(Rc::new(Slow(bench.files.clone()))));
        let context = ToolContext::of_call("file_edit", "call", bench.state.clone());
        let work = AnyTool::execute(&tool, arguments.clone(), &context);
        let is_done = dropped_after(turns, work).is_some();
        assert_eq!(bench.files.locks_held(), 0, "after {turns} turns");
        let left = bench.files.get("a.txt").unwrap();
        assert!(
            left == b"new" || (left == b"old" && !is_done),
            "after {turns} turns"
        );
        if is_done {
            break;
        }
        turns += 1;
    }
    assert!(turns > 6, "{turns}");
}

#[test]
fn a_file_that_is_being_written_is_busy() {
    let bench = Bench::with("a.txt", "old");
    bench.read("a.txt");
    let lock = block_on(bench.files.lock("a.txt")).unwrap();
    let context = ToolContext::of_call("file_edit", "call", bench.state.clone());
    let arguments = json!({ "path": "a.txt", "old_text": "old", "new_text": "new" });
    let failure = block_on(run_tool(&bench.tools, &context, arguments))
        .outcome
        .unwrap_err();
    assert_eq!(failure.code.as_deref(), Some("busy"));
    assert_eq!(
        failure.category,
        Some(ag_ui_lit::error::ToolErrorCategory::Transient)
    );
    drop(lock);
    assert!(!bench.edit("a.txt", "old", "new").is_error());
}

#[test]
fn the_guide_has_every_code() {
    let guide = include_str!("../../../docs/toolbox-files.md");
    let faults = [
        FilesError::NotFound,
        FilesError::IsFolder,
        FilesError::NotFolder("a".to_owned()),
        FilesError::NameRefused(String::new()),
        FilesError::Denied(String::new()),
        FilesError::NoSpace { free: None },
        FilesError::Busy,
        FilesError::Changed,
        FilesError::Unavailable(String::new()),
        FilesError::Other(String::new()),
    ];
    let mut codes: Vec<_> = faults
        .into_iter()
        .map(|fault| {
            let bench = Bench::with("a.txt", "old");
            bench.read("a.txt");
            bench.files.refuse(fault);
            bench.edit("a.txt", "old", "new").outcome.unwrap_err().code
        })
        .collect();
    let bench = Bench::with("a.txt", "one one\n");
    codes.push(bench.edit("a.txt", "one", "x").outcome.unwrap_err().code);
    bench.read("a.txt");
    for old in ["none", "one"] {
        codes.push(bench.edit("a.txt", old, "x").outcome.unwrap_err().code);
    }
    bench.files.put("b.bin", b"\0\x01\xff");
    bench.read("b.bin");
    codes.push(bench.edit("b.bin", "a", "b").outcome.unwrap_err().code);
    for code in codes {
        let code = code.expect("every failure has a code");
        assert!(guide.contains(&format!("`{code}`")), "{code}");
    }
    // As long as a diff may be, with any line breaks.
    let words: Vec<_> = guide.split_whitespace().collect();
    assert!(words.join(" ").contains("after 20,000 characters"));
}
