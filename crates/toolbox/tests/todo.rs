//! The list, the rules for overwriting it, and unreadable lists.

use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{AnyTool, MemoryState, RunResult, ToolContext, run_tool};
use ag_ui_lit_toolbox::todo::{
    MemoryTodos, Notebook, StorageFault, TodoItem, TodoList, TodoPriority, TodoRead, TodoStatus,
    TodoStorage, TodoWrite, Written, check,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::turns::{dropped_after, turn};

/// An agent with a notebook over a storage that others may share.
struct Agent(Vec<Rc<dyn AnyTool>>);

impl Agent {
    fn over(storage: &Rc<MemoryTodos>) -> Self {
        let notebook = Notebook::new(Rc::clone(storage));
        Self(vec![
            Rc::new(TodoRead::new(Rc::clone(&notebook))),
            Rc::new(TodoWrite::new(notebook)),
        ])
    }

    fn call(&self, name: &str, arguments: Value) -> RunResult {
        let context = ToolContext::of_call(name, "call-1", Rc::new(MemoryState::default()));
        futures_executor::block_on(run_tool(&self.0, &context, arguments))
    }

    fn read(&self) -> String {
        self.call("todo_read", json!({})).assistant_facing()
    }

    fn write(&self, ids: &[&str]) -> RunResult {
        let todos: Vec<Value> = ids
            .iter()
            .map(|id| json!({ "id": id, "content": format!("Do {id}"), "status": "pending" }))
            .collect();
        self.call("todo_write", json!({ "todos": todos }))
    }
}

#[test]
fn a_list_is_written_read_and_replaced() {
    let storage = Rc::new(MemoryTodos::default());
    let agent = Agent::over(&storage);
    assert_eq!(agent.read(), "The list is empty.");
    let written = agent.call(
        "todo_write",
        json!({ "todos": [
            { "id": "1", "content": "Look", "status": "completed", "priority": "low" },
            { "id": "2", "content": "Write", "status": "in_progress", "priority": "high" },
        ]}),
    );
    assert!(!written.is_error(), "{}", written.assistant_facing());
    let text = agent.read();
    assert!(
        text.contains("[x] 1: Look (low)") && text.contains("[>] 2: Write (high)"),
        "{text}"
    );
    assert!(!agent.write(&["3"]).is_error());
    assert_eq!(Agent::over(&storage).read().lines().count(), 3);
}

#[test]
fn an_unseen_list_is_not_replaced_but_shown() {
    let storage = Rc::new(MemoryTodos::default());
    let (one, other) = (Agent::over(&storage), Agent::over(&storage));
    assert!(!one.write(&["a"]).is_error());
    let refused = other.write(&["b"]);
    let failure = refused.outcome.unwrap_err();
    assert_eq!(failure.code.as_deref(), Some("stale_list"));
    assert!(
        failure.message.contains("[ ] a: Do a"),
        "{}",
        failure.message
    );
    // Now the agent has seen it.
    assert!(!other.write(&["a", "b"]).is_error());
    assert!(one.write(&["a"]).is_error());
    assert!(one.read().contains("b: Do b"));
}

#[test]
fn a_change_between_reading_and_writing_is_not_overwritten() {
    let storage = Rc::new(MemoryTodos::default());
    let agent = Agent::over(&storage);
    agent.read();
    *storage.meanwhile.borrow_mut() = Some(r#"{"version":7,"items":[{"id":"x","content":"Theirs","status":"pending","priority":"low"}]}"#.to_owned());
    let refused = agent.write(&["mine"]);
    assert!(refused.assistant_facing().contains("Theirs"));
    assert!(
        storage
            .stored
            .borrow()
            .as_deref()
            .unwrap()
            .contains("Theirs")
    );
}

#[test]
fn an_unreadable_list_is_set_aside_and_a_new_one_starts() {
    for broken in [
        "{",
        "[]",
        "null",
        r#"{"version":1,"items":[{"id":""}]}"#,
        r#"{"version":-1,"items":[]}"#,
        &"[".repeat(100_000),
    ] {
        let storage = Rc::new(MemoryTodos::default());
        *storage.stored.borrow_mut() = Some(broken.to_owned());
        let text = Agent::over(&storage).read();
        assert!(
            text.contains("todo.unreadable-1") && text.contains("empty now"),
            "{text}"
        );
        assert_eq!(*storage.aside.borrow(), [broken]);

        *storage.stored.borrow_mut() = Some(broken.to_owned());
        let agent = Agent::over(&storage);
        assert!(
            agent
                .write(&["a"])
                .assistant_facing()
                .contains("Nothing is lost")
        );
        assert!(!agent.write(&["a"]).is_error());
    }
}

#[test]
fn a_failing_storage_is_reported_and_loses_nothing() {
    let storage = Rc::new(MemoryTodos::default());
    let agent = Agent::over(&storage);
    agent.write(&["a"]);
    let before = storage.stored.borrow().clone();
    let fault = |is_full| StorageFault {
        message: "disk".to_owned(),
        is_full,
    };
    *storage.fault.borrow_mut() = Some(fault(true));
    assert_eq!(
        agent.write(&["b"]).outcome.unwrap_err().category,
        Some(ToolErrorCategory::Permanent)
    );
    *storage.fault.borrow_mut() = Some(fault(false));
    assert_eq!(
        agent.write(&["b"]).outcome.unwrap_err().category,
        Some(ToolErrorCategory::Transient)
    );
    assert_eq!(*storage.stored.borrow(), before);
}

#[test]
fn every_fault_of_a_list_is_reported_with_its_place() {
    let item = |id: &str, content: &str, status| TodoItem {
        id: id.to_owned(),
        content: content.to_owned(),
        status,
        priority: TodoPriority::Medium,
    };
    let items = [
        item("1", "a\nb", TodoStatus::InProgress),
        item("1", "x", TodoStatus::InProgress),
        item(" ", "", TodoStatus::Pending),
    ];
    let failure = check(&items).unwrap_err();
    assert_eq!(failure.issues.len(), 5, "{failure}");
    assert_eq!(failure.issues[0].path, ["todos", "0", "content"]);
    assert!(failure.message.contains("1, 1 are"), "{failure}");
    let many: Vec<_> = (0..201)
        .map(|id| item(&id.to_string(), "x", TodoStatus::Pending))
        .collect();
    assert!(check(&many).is_err() && check(&many[..200]).is_ok());
}

#[test]
fn arguments_follow_the_schema() {
    let agent = Agent::over(&Rc::new(MemoryTodos::default()));
    for arguments in [
        json!({}),
        json!({ "todos": [{ "id": "1", "content": "x", "status": "done" }] }),
        json!({ "todos": [{ "id": 1, "content": "x", "status": "pending" }] }),
        json!({ "todos": [{ "id": "1", "content": "x", "status": "pending", "due": "now" }] }),
        json!({ "todos": [], "append": true }),
    ] {
        let failure = agent.call("todo_write", arguments).outcome.unwrap_err();
        assert_eq!(failure.category, Some(ToolErrorCategory::Validation));
    }
    assert!(!agent.call("todo_write", json!({ "todos": [] })).is_error());
    assert!(agent.call("todo_read", json!({ "all": true })).is_error());
}

proptest! {
    #[test]
    fn a_stored_list_is_read_again(contents in prop::collection::vec("[^\\p{Cc}]{1,30}[a-z]", 0..20)) {
        let items: Vec<_> = contents.into_iter().enumerate().map(|(id, content)| TodoItem {
            id: id.to_string(),
            content,
            status: TodoStatus::Pending,
            priority: TodoPriority::Low,
        }).collect();
        let list = TodoList { version: 3, items };
        prop_assert_eq!(TodoList::read(&list.written()), Ok(list));
    }

    #[test]
    fn any_text_is_survived(text in ".{0,200}") {
        let _ = TodoList::read(&text);
    }
}

/// A storage that yields to other work before and after each operation.
struct Slow(Rc<MemoryTodos>);

impl TodoStorage for Slow {
    async fn read(&self) -> Result<Option<String>, StorageFault> {
        turn().await;
        let read = self.0.read().await;
        turn().await;
        read
    }

    async fn write(&self, expected: Option<&str>, text: &str) -> Result<Written, StorageFault> {
        turn().await;
        let written = self.0.write(expected, text).await;
        turn().await;
        written
    }

    async fn set_aside(&self, text: &str) -> Result<String, StorageFault> {
        turn().await;
        let aside = self.0.set_aside(text).await;
        turn().await;
        aside
    }
}

#[test]
fn a_write_dropped_at_any_await_leaves_the_old_or_the_new_list() {
    let unreadable = "no list".to_owned();
    for first in [None, Some(unreadable.clone())] {
        let mut turns = 0;
        loop {
            let storage = Rc::new(MemoryTodos::default());
            let seen_by_others = Agent::over(&storage);
            if first.is_none() {
                assert!(!seen_by_others.write(&["old"]).is_error());
            } else {
                storage.stored.replace(first.clone());
            }
            let before = storage.stored.borrow().clone();
            let notebook = Notebook::new(Slow(Rc::clone(&storage)));
            let tool = TodoWrite::new(Rc::clone(&notebook));
            let reader = TodoRead::new(notebook);
            let context = ToolContext::of_call("todo_write", "c", Rc::new(MemoryState::default()));
            if first.is_none() {
                futures_executor::block_on(AnyTool::execute(&reader, json!({}), &context)).unwrap();
            }
            let new =
                json!({ "todos": [{ "id": "new", "content": "Do new", "status": "pending" }] });
            let done = dropped_after(turns, AnyTool::execute(&tool, new.clone(), &context));
            let stored = storage.stored.borrow().clone();
            if stored == before {
                assert!(done.is_none(), "after {turns} turns");
            } else if first.is_none() {
                // All of the new list.
                let list = TodoList::read(&stored.unwrap()).unwrap();
                assert_eq!(list.items.len(), 1);
                assert_eq!(list.items[0].id, "new");
            } else {
                assert_eq!(
                    *storage.aside.borrow(),
                    std::slice::from_ref(&unreadable),
                    "after {turns} turns"
                );
            }
            // In either case the agent can continue: it stores its list, or sees the present one.
            let retried =
                futures_executor::block_on(AnyTool::execute(&tool, new.clone(), &context));
            if retried.is_err() {
                futures_executor::block_on(AnyTool::execute(&tool, new, &context)).unwrap();
            }
            assert!(Agent::over(&storage).read().contains("Do new"));
            if done.is_some() {
                break;
            }
            turns += 1;
        }
        assert!(turns >= 4, "{turns}");
    }
}
