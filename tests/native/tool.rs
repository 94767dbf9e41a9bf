//! Definitions and the registry.

use std::rc::Rc;

use ag_ui_lit::error::{ToolError, ToolErrorCategory};
use ag_ui_lit::tool::{CheckedTool, Definition, Ended, ExecutionMode, Registry, Taken};
use serde_json::{Value, json};

/// A definition that follows every rule except for the given members; `null` counts as absent.
fn definition(given: Value) -> Definition {
    let mut whole = json!({ "name": "x", "description": "Does something.", "handler": "function", "schema": {} });
    let Value::Object(given) = given else {
        unreachable!()
    };
    whole.as_object_mut().unwrap().extend(given);
    serde_json::from_value(whole).unwrap()
}

fn tool(name: &str) -> Rc<CheckedTool> {
    Rc::new(
        definition(json!({ "name": name }))
            .check()
            .unwrap_or_else(|issues| panic!("{issues:?}")),
    )
}

fn named(name: &str, id: &str) -> Rc<CheckedTool> {
    let checked = definition(json!({ "name": name, "id": id })).check();
    Rc::new(checked.unwrap_or_else(|issues| panic!("{issues:?}")))
}

fn faults(definition: Definition) -> Vec<String> {
    let issues = definition.check().err().unwrap_or_default();
    issues
        .iter()
        .map(|issue| format!("{}: {}", issue.path.join("."), issue.message))
        .collect()
}

#[test]
fn a_name_is_what_every_model_api_accepts() {
    for good in ["a", "say_hello", "A-1", &"x".repeat(64)] {
        let named = definition(json!({ "name": good }));
        assert!(named.check().is_ok(), "{good}");
    }
    for bad in ["", "a b", "é", "a.b", &"x".repeat(65)] {
        let named = definition(json!({ "name": bad }));
        assert_eq!(faults(named).len(), 1, "{bad}");
    }
    assert_eq!(
        faults(definition(json!({ "name": 5 }))),
        ["name: must be a string, but is a number"]
    );
}

#[test]
fn an_id_may_have_more_characters_than_a_name_and_may_be_absent() {
    let longest = "x".repeat(128);
    for good in ["flights-mcp::search-flights", "a", "x/y.z:1_2-3", &longest] {
        let tool = definition(json!({ "id": good })).check();
        let tool = tool.unwrap_or_else(|issues| panic!("{good}: {issues:?}"));
        assert_eq!(tool.given_id(), Some(good));
    }
    let none = definition(json!({ "id": null })).check();
    assert!(none.is_ok_and(|tool| tool.given_id().is_none()));
    for bad in ["", " ", "a b", "é", "a\n", "a\"", &"x".repeat(129)] {
        let found = faults(definition(json!({ "id": bad })));
        assert_eq!(found.len(), 1, "{bad}");
        assert!(
            found[0].starts_with("id: must be 1 to 128 characters of A-Z, a-z, 0-9, _ - . : and /"),
            "{found:?}"
        );
    }
    assert_eq!(
        faults(definition(json!({ "id": ["a"] }))),
        ["id: must be a string, but is an array"]
    );
}

#[test]
fn a_tool_is_found_by_its_name_and_by_its_id_and_no_two_share_one() {
    let mut registry = Registry::default();
    let first = registry.register(named("a", "x::a"), false).unwrap();
    assert_eq!(registry.find("a"), Some(first));
    assert_eq!(registry.find("x::a"), Some(first));
    assert_eq!(registry.find("x::b"), None);
    for replace in [false, true] {
        for (name, id) in [("b", "x::a"), ("b", "a")] {
            let taken = registry.register(named(name, id), replace);
            assert_eq!(taken, Err(Taken), "{name} {id}");
        }
    }
    let other = registry.register(named("c", "c"), false).unwrap();
    let plain = registry.register(named("d", "word"), false).unwrap();
    assert_eq!(registry.register(tool("word"), true), Err(Taken));
    assert_eq!(registry.register(named("a", "c"), true), Err(Taken));
    let second = registry.register(named("a", "x::a2"), true).unwrap();
    assert_eq!(registry.find("x::a"), None, "it went with its tool");
    assert_eq!(registry.unregister("x::a2"), Some(second));
    let order: Vec<_> = registry.iter().map(|(id, _)| id).collect();
    assert_eq!(order, [other, plain]);
}

#[test]
fn the_message_about_a_too_long_id_is_bounded() {
    let found = faults(definition(json!({ "id": "x".repeat(300) })));
    let shown = format!("but is \"{}\"", "x".repeat(129));
    assert!(found[0].ends_with(&shown), "{found:?}");
}

#[test]
fn a_description_and_a_handler_are_required() {
    let missing = "description: is missing: tell the model what the tool does and when to call it";
    assert_eq!(
        faults(definition(json!({ "description": null }))),
        [missing]
    );
    let issues = json!([{ "path": ["description"], "message": "can't be read" }]);
    assert_eq!(
        faults(definition(json!({ "description": null, "issues": issues }))),
        ["description: can't be read"]
    );
    let missing = "handler: is missing: give the function that runs the tool";
    for (handler, fault) in [
        (json!(null), missing),
        (json!("undefined"), missing),
        (
            json!("number"),
            "handler: must be a function, but is of type number",
        ),
    ] {
        assert_eq!(faults(definition(json!({ "handler": handler }))), [fault]);
    }
}

#[test]
fn no_two_tools_have_the_same_number_and_each_is_found_by_name_and_id() {
    let mut registry = Registry::default();
    let (one, other) = (named("a", "x::a"), named("a", "x::a"));
    assert_ne!(one.id(), other.id());
    let number = one.id();
    registry.register(one, false).unwrap();
    for called in ["a", "x::a"] {
        assert_eq!(registry.get(called).map(CheckedTool::id), Some(number));
    }
    assert!(registry.get("b").is_none());
}

#[test]
fn the_outcomes_of_a_tools_executions_are_counted() {
    let tool = tool("a");
    let error = ToolError::new(ToolErrorCategory::Execution, "no");
    for (ended, duration) in [
        (Ended::Succeeded, 10.0),
        (Ended::Succeeded, 30.0),
        (Ended::Cancelled, 5.0),
        (Ended::Cancelled, 5.0),
        (Ended::Failed(&error), 150.0),
    ] {
        tool.record(ended, duration);
    }
    let stats = tool.stats();
    assert_eq!(
        (stats.executions, stats.successes, stats.cancellations),
        (5, 2, 2)
    );
    assert_eq!((stats.failures, stats.last_error), (1, Some(error)));
    assert_eq!(
        (stats.total_duration, stats.average_duration),
        (200.0, 40.0)
    );
}

#[test]
fn a_cache_of_the_page_is_checked_and_left_to_the_page() {
    let cache = |given: Value| json!({ "metadata": { "idempotent": true, "cache": given } });
    let by_page = |given| definition(cache(given)).check().ok().unwrap();
    let tool = by_page(json!({ "ttl": 10, "maxEntries": 1, "byPage": true }));
    assert!(tool.metadata().kept_by_page && tool.metadata().cache.is_none());
    let tool = by_page(json!({ "ttl": 10, "maxEntries": 1, "byPage": false }));
    assert!(!tool.metadata().kept_by_page && tool.metadata().cache.is_some());
    let found = faults(definition(cache(json!({ "ttl": 0, "byPage": true }))));
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn a_description_is_counted_in_characters() {
    let with = |text: String| definition(json!({ "description": text }));
    assert!(with("😀".repeat(1024)).check().is_ok());
    assert_eq!(
        faults(with("😀".repeat(1025))),
        ["description: must be at most 1024 characters, but is 1025"]
    );
}

#[test]
fn a_schema_must_allow_an_object() {
    let with = |schema: &Value| definition(json!({ "schema": schema }));
    for good in [
        json!({}),
        json!({ "type": "object" }),
        json!({ "type": ["null", "object"] }),
    ] {
        assert!(with(&good).check().is_ok(), "{good}");
    }
    for bad in [
        json!({ "type": "string" }),
        json!({ "type": ["null"] }),
        json!(true),
        json!([]),
    ] {
        assert_eq!(faults(with(&bad)).len(), 1, "{bad}");
    }
}

#[test]
fn either_schema_is_enough_and_both_are_checked() {
    let only = definition(json!({ "schema": null, "parameters": { "required": ["a"] } }));
    assert!(only.check().is_ok());
    let neither = faults(definition(json!({ "schema": null })));
    assert!(neither[0].starts_with("schema: is missing"), "{neither:?}");
    let both = definition(json!({ "schema": 1, "parameters": { "type": "array" } }));
    assert_eq!(
        faults(both),
        [
            "schema: must be a JSON Schema object, but is a number",
            "parameters.type: must allow \"object\": a tool's arguments are always an object",
        ]
    );
}

#[test]
fn metadata_is_checked_field_by_field() {
    let metadata = json!({
        "category": 1, "tags": ["a", 2], "idempotent": "yes", "estimatedDuration": -1, "validateFormats": 0, "else": {},
    });
    let mut found = faults(definition(json!({ "metadata": metadata })));
    found.sort();
    assert_eq!(
        found,
        [
            "metadata.category: must be a string, but is 1",
            "metadata.estimatedDuration: must be a number of milliseconds, 0 or more, but is -1",
            "metadata.idempotent: must be true or false, but is \"yes\"",
            "metadata.tags: must be an array of strings, but is [\"a\",2]",
            "metadata.validateFormats: must be true or false, but is 0",
        ]
    );
}

#[test]
fn a_tool_has_one_of_three_execution_modes() {
    let mode = |metadata: Value| {
        let checked = definition(json!({ "metadata": metadata })).check();
        checked.map(|tool| tool.metadata().execution)
    };
    assert_eq!(mode(json!(null)), Ok(ExecutionMode::Client));
    assert_eq!(mode(json!({})), Ok(ExecutionMode::Client));
    assert_eq!(
        mode(json!({ "execution": null })),
        Ok(ExecutionMode::Client)
    );
    for (word, expected) in [
        ("client", ExecutionMode::Client),
        ("server", ExecutionMode::Server),
        ("preflight", ExecutionMode::Preflight),
    ] {
        assert_eq!(mode(json!({ "execution": word })), Ok(expected), "{word}");
    }
    for bad in [
        json!("Server"),
        json!(""),
        json!("both"),
        json!(1),
        json!(["server"]),
    ] {
        let shown = bad.to_string();
        assert_eq!(
            faults(definition(json!({ "metadata": { "execution": bad } }))),
            [format!(
                "metadata.execution: must be \"client\", \"server\" or \"preflight\", but is {shown}"
            )]
        );
    }
}

#[test]
fn policies_in_metadata_are_checked_too() {
    let metadata = json!({
        "timeout": 0,
        "maxConcurrency": 1.5,
        "rateLimit": { "limit": 0, "interval": 2_147_483_648.0, "burst": 1.5, "onLimit": "drop" },
        "dedupe": "always",
        "cache": { "ttl": 10 },
        "circuitBreaker": { "failureThreshold": 0 },
        "retryConfig": { "maxAttempts": "3", "jitter": "some", "retryableCategories": ["transient", "often"] }
    });
    let found = faults(definition(json!({ "metadata": metadata })));
    let paths: Vec<_> = found
        .iter()
        .map(|fault| fault.split(": ").next().unwrap())
        .collect();
    assert_eq!(
        paths,
        [
            "metadata.timeout",
            "metadata.maxConcurrency",
            "metadata.rateLimit.limit",
            "metadata.rateLimit.interval",
            "metadata.rateLimit.burst",
            "metadata.rateLimit.onLimit",
            "metadata.dedupe",
            "metadata.cache.maxEntries",
            "metadata.retryConfig.maxAttempts",
            "metadata.retryConfig.retryableCategories",
            "metadata.retryConfig.jitter",
            "metadata.circuitBreaker.failureThreshold",
        ]
    );
    assert_eq!(
        found[3],
        "metadata.rateLimit.interval: must be a number of milliseconds above 0 and at most 2147483647, but is 2147483648.0"
    );
    let cache = json!({ "cache": { "ttl": 10, "maxEntries": 1 } });
    let found = faults(definition(json!({ "metadata": cache })));
    assert!(found[0].contains("needs idempotent: true"), "{found:?}");
}

#[test]
fn faults_from_the_driver_are_listed_once_with_the_others() {
    let issues = json!([{ "path": ["schema"], "message": "can't be converted" }]);
    let found = faults(definition(
        json!({ "schema": null, "name": null, "issues": issues }),
    ));
    assert_eq!(
        found,
        [
            "schema: can't be converted",
            "name: is missing: give the tool a name"
        ]
    );
}

#[test]
fn a_replacement_keeps_its_position_and_gets_a_new_id() {
    let mut registry = Registry::default();
    let first = registry.register(tool("a"), false).unwrap();
    registry.register(tool("b"), false).unwrap();
    assert_eq!(registry.register(tool("a"), false), Err(Taken));
    let second = registry.register(tool("a"), true).unwrap();
    assert_ne!(first, second);
    let order: Vec<_> = registry
        .iter()
        .map(|(id, tool)| (id, tool.name().to_owned()))
        .collect();
    assert_eq!(order[0], (second, "a".to_owned()));
    assert_eq!(order[1].1, "b");
    assert_eq!(registry.find("a"), Some(second));
}

#[test]
fn removing_and_adding_again_puts_a_tool_last() {
    let mut registry = Registry::default();
    for name in ["a", "b"] {
        registry.register(tool(name), false).unwrap();
    }
    assert!(registry.unregister("a").is_some());
    assert!(registry.unregister("a").is_none());
    registry.register(tool("a"), false).unwrap();
    let order: Vec<_> = registry
        .iter()
        .map(|(_, tool)| tool.name().to_owned())
        .collect();
    assert_eq!(order, ["b", "a"]);
    assert_eq!(registry.clear(), 2);
    assert_eq!(registry.clear(), 0);
}
