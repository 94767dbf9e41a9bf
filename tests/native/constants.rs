//! Constants that the page's half needs before the module is loaded. They are generated from the core's.

use std::fmt::Write as _;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::execution::{MAX_HISTORY, MAX_RESULT_LENGTH, ToolExecutionStatus};
use ag_ui_lit::json::{BigIntegers, Changes, MAX_DEPTH, MAX_LENGTH, MOST_DEPTH};
use ag_ui_lit::policy::{CircuitConfig, Jitter, MAX_INTERVAL, OnLimit, RetryConfig};
use ag_ui_lit::tool::{LONGEST_NAME, MAX_SCHEMA_DEPTH};
use serde::Serialize;

use crate::made_file::same_as_file;

/// Writes the file instead of comparing it.
const UPDATE: &str = "UPDATE_CONSTANTS=1 cargo test --test native constants";

#[test]
fn the_constants_for_typescript_match_the_core() {
    same_as_file("constants/core.ts", &constants(), UPDATE);
}

#[test]
fn the_step_codes_for_typescript_match_the_core() {
    same_as_file("constants/step.ts", &steps(), UPDATE);
}

fn constants() -> String {
    let mut text = head();
    let RetryConfig {
        max_attempts,
        base_delay,
        max_delay,
        backoff_multiplier,
        retryable_categories,
        jitter,
    } = RetryConfig::default();
    constant(
        &mut text,
        "When a failed attempt is tried again. Times are milliseconds.",
        "RETRY",
        &object(&[
            ("maxAttempts", max_attempts.to_string()),
            ("baseDelay", base_delay.to_string()),
            ("maxDelay", max_delay.to_string()),
            ("backoffMultiplier", backoff_multiplier.to_string()),
            ("retryableCategories", list(&retryable_categories)),
            ("jitter", json(&jitter)),
        ]),
    );
    let circuit = CircuitConfig::default();
    constant(
        &mut text,
        "The default circuit breaker. Times are milliseconds.",
        "CIRCUIT_BREAKER",
        &object(&[
            ("failureThreshold", circuit.failure_threshold.to_string()),
            ("recoveryTimeout", circuit.recovery_timeout.to_string()),
            ("successThreshold", circuit.success_threshold.to_string()),
        ]),
    );
    let lists = [
        (
            "The categories of errors.",
            "ERROR_CATEGORIES",
            lines(&ToolErrorCategory::ALL),
        ),
        (
            "The states of an execution, by their numbers.",
            "STATUSES",
            lines(&ToolExecutionStatus::ALL),
        ),
        ("The kinds of jitter.", "JITTERS", list(&Jitter::ALL)),
        (
            "The treatments of an attempt without a token of a rate limit.",
            "ON_LIMIT",
            list(&OnLimit::ALL),
        ),
        (
            "The treatments of an integer that a double can't hold.",
            "BIG_INTEGERS",
            list(&BigIntegers::ALL),
        ),
    ];
    for (what, name, value) in lists {
        constant(&mut text, what, name, &value);
    }
    for (what, name, value) in numbers() {
        constant(&mut text, what, name, &value.to_string());
    }
    text
}

/// The comment of each number, its name, and the number.
fn numbers() -> Vec<(&'static str, &'static str, usize)> {
    vec![
        (
            "The default depth of arrays and objects in arguments.",
            "DEFAULT_MAX_DEPTH",
            MAX_DEPTH,
        ),
        (
            "The maximum depth that an option may allow.",
            "MOST_DEPTH",
            MOST_DEPTH,
        ),
        (
            "The maximum depth of arrays and objects in a schema.",
            "MAX_SCHEMA_DEPTH",
            MAX_SCHEMA_DEPTH,
        ),
        (
            "The maximum length of an argument text, in bytes of UTF-8.",
            "MAX_LENGTH",
            MAX_LENGTH,
        ),
        (
            "The default number of finished executions that are kept.",
            "DEFAULT_MAX_HISTORY",
            MAX_HISTORY,
        ),
        (
            "The default length of a result's text, in UTF-16 units (`string.length`).",
            "DEFAULT_MAX_RESULT_LENGTH",
            MAX_RESULT_LENGTH,
        ),
        (
            "The longest interval of a rate limit, in milliseconds.",
            "MAX_INTERVAL",
            MAX_INTERVAL as usize,
        ),
        (
            "The maximum length of a tool's name, in characters.",
            "LONGEST_NAME",
            LONGEST_NAME,
        ),
    ]
}

fn steps() -> String {
    let mut text = head();
    text.push_str(
        "/** Codes of the steps by which the core reports additions to a value: see `src/json/changes.rs`. */\n\
         export enum Step {\n",
    );
    let codes = [
        ("Object", Changes::OBJECT),
        ("Array", Changes::ARRAY),
        ("Leave", Changes::LEAVE),
        ("Key", Changes::KEY),
        ("String", Changes::STRING),
        ("Begin", Changes::BEGIN),
        ("More", Changes::MORE),
        ("End", Changes::END),
        ("Number", Changes::NUMBER),
        ("True", Changes::TRUE),
        ("False", Changes::FALSE),
        ("Null", Changes::NULL),
        ("Big", Changes::BIG),
        ("KnownKey", Changes::KNOWN_KEY),
        ("Integer", Changes::INTEGER),
        ("Fault", Changes::FAULT),
    ];
    for (name, code) in codes {
        writeln!(text, "  {name} = {code},").unwrap();
    }
    write!(
        text,
        "}}\n\n\
         /** The position of a quotation that is next in the text, instead of in the delta. */\n\
         export const IN_TEXT = {};\n",
        Changes::TEXT
    )
    .unwrap();
    text
}

fn head() -> String {
    format!("// Made from the core's constants by `{UPDATE}`: change them there.\n\n")
}

fn constant(text: &mut String, what: &str, name: &str, value: &str) {
    let is_number = value.starts_with(|first: char| first.is_ascii_digit());
    let end = if is_number { "" } else { " as const" };
    if text.ends_with(";\n") {
        text.push('\n');
    }
    write!(text, "/** {what} */\nexport const {name} = {value}{end};\n").unwrap();
}

fn object(fields: &[(&str, String)]) -> String {
    let mut text = "{\n".to_owned();
    for (name, value) in fields {
        writeln!(text, "  {name}: {value},").unwrap();
    }
    text + "}"
}

fn list(values: &[impl Serialize]) -> String {
    let values: Vec<String> = values.iter().map(json).collect();
    format!("[{}]", values.join(", "))
}

/// A list that is too long for one line.
fn lines(values: &[impl Serialize]) -> String {
    let values: Vec<String> = values.iter().map(json).collect();
    format!("[\n  {},\n]", values.join(",\n  "))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}
