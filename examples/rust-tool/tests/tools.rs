//! The tools under `cargo test`, without a page.

use std::cell::RefCell;
use std::rc::Rc;

use ag_ui_lit::tool::{AbortFlag, AnyTool, MemoryState, RunResult, ToolContext, run_tool};
use futures_executor::block_on;
use kitchen_tools::clock::CountingClock;
use kitchen_tools::convert::{ConvertUnits, ConvertUnitsMetadata};
use kitchen_tools::timer::{KitchenTimer, KitchenTimerMetadata};
use kitchen_tools::units::{Dimension, Unit};
use serde_json::{Value, json};

fn run(tool: Rc<dyn AnyTool>, config: Value, arguments: Value) -> RunResult {
    let state = MemoryState {
        config,
        ..MemoryState::default()
    };
    let context = ToolContext::of_call(tool.name(), "call-1", Rc::new(state));
    block_on(run_tool(&[tool], &context, arguments))
}

fn convert(config: Value, amount: f64, from: &str, to: &str) -> RunResult {
    let arguments = json!({ "amount": amount, "from": from, "to": to });
    run(Rc::new(ConvertUnits), config, arguments)
}

#[test]
fn amounts_are_converted_and_rounded_by_the_configuration() {
    for (amount, from, to, expected) in [
        (2.0, "cup", "milliliter", "2 cup = 473.18 milliliter"),
        (
            350.0,
            "fahrenheit",
            "celsius",
            "350 fahrenheit = 176.67 celsius",
        ),
        (
            -40.0,
            "celsius",
            "fahrenheit",
            "-40 celsius = -40.00 fahrenheit",
        ),
        (1.0, "pound", "gram", "1 pound = 453.59 gram"),
        (
            3.0,
            "teaspoon",
            "tablespoon",
            "3 teaspoon = 1.00 tablespoon",
        ),
    ] {
        assert_eq!(
            convert(Value::Null, amount, from, to).assistant_facing(),
            expected
        );
    }
    let whole = convert(json!({ "decimals": 0 }), 2.0, "cup", "milliliter");
    assert_eq!(whole.assistant_facing(), "2 cup = 473 milliliter");
    let many = convert(json!({ "decimals": 99 }), 1.0, "ounce", "gram");
    assert_eq!(many.assistant_facing(), "1 ounce = 28.349523 gram");
}

#[test]
fn the_metadata_of_a_conversion_is_not_rounded() {
    let result =
        convert(Value::Null, 2.0, "cup", "milliliter").structured_data("2026-11-28T19:00:00Z");
    let metadata: ConvertUnitsMetadata = result.metadata_as().unwrap();
    assert_eq!(
        metadata,
        ConvertUnitsMetadata {
            result: 473.176_473,
            unit: Unit::Milliliter,
            dimension: Dimension::Volume,
        }
    );
}

#[test]
fn a_weight_can_not_be_converted_to_a_volume() {
    let result = convert(Value::Null, 1.0, "gram", "cup");
    assert_eq!(
        result.assistant_facing(),
        "Error: gram can't be converted into cup. gram can be converted into: kilogram, ounce, pound."
    );
}

#[test]
fn an_unknown_unit_is_refused_with_the_known_ones() {
    let output = convert(Value::Null, 1.0, "stone", "gram").assistant_facing();
    assert!(
        output.starts_with("Error: from: unknown variant `stone`, expected one of `gram`"),
        "{output}"
    );
}

#[test]
fn a_timer_waits_for_its_duration() {
    let clock = Rc::new(CountingClock::default());
    let timer = Rc::new(KitchenTimer::new(clock.clone()));
    let result = run(
        timer,
        Value::Null,
        json!({ "seconds": 90, "label": "the eggs" }),
    );
    assert_eq!(clock.waited(), 90_000);
    assert_eq!(
        result.assistant_facing(),
        "The time is up after 90 s: the eggs."
    );
    let structured = result.structured_data("2026-11-28T19:00:00Z");
    assert_eq!(
        structured.metadata_as(),
        Some(KitchenTimerMetadata { seconds: 90 })
    );
}

#[test]
fn a_timer_reports_the_remaining_time() {
    let reported = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&reported);
    let of_call = ToolContext::of_call("kitchen_timer", "call-1", Rc::new(MemoryState::default()));
    let context = ToolContext::new(
        of_call.info().clone(),
        of_call.shared_state(),
        AbortFlag::default(),
        Rc::new(move |progress| log.borrow_mut().push(progress)),
    );
    let timer = KitchenTimer::new(Rc::new(CountingClock::default()));
    block_on(run_tool(
        &[Rc::new(timer)],
        &context,
        json!({ "seconds": 3 }),
    ));
    let expected = [3, 2, 1].map(|remaining| json!({ "remaining": remaining }));
    assert_eq!(*reported.borrow(), expected);
}

#[test]
fn a_timer_keeps_the_limit_of_the_configuration() {
    let timer = || Rc::new(KitchenTimer::new(Rc::new(CountingClock::default())));
    let result = run(
        timer(),
        json!({ "longestTimer": 60 }),
        json!({ "seconds": 61 }),
    );
    assert_eq!(
        result.assistant_facing(),
        "Error: A timer of 61 seconds is too long. It may have up to 60 seconds."
    );
    let none = run(timer(), Value::Null, json!({ "seconds": 0 }));
    assert!(none.assistant_facing().starts_with("Error: seconds: "));
}

#[test]
fn traces_name_units_and_times() {
    let arguments = json!({ "amount": 1, "from": "cup", "to": "liter" });
    let attributes = AnyTool::tracing_attributes(&ConvertUnits, arguments);
    let keys: Vec<_> = attributes
        .iter()
        .map(|attribute| attribute.key.as_str())
        .collect();
    assert_eq!(keys, ["kitchen.from", "kitchen.to"]);
}
