//! Names, descriptions and schemas that the page's half needs before the module is loaded. They are generated from the
//! tools.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ag_ui_lit::tool::AnyTool;
use ag_ui_lit_toolbox::catalogue::groups;
use serde_json::{Value, json};

/// Writes the file instead of comparing it.
const UPDATE: &str = "UPDATE_CONSTANTS=1 cargo test -p ag-ui-lit-toolbox --test main catalogue";

const FILE: &str = "pkg-template/src/toolbox/module/catalogue.ts";

const GUIDE: &str = "docs/toolbox-arguments.md";

#[test]
fn the_catalogue_for_the_page_matches_the_tools() {
    holds(FILE, &made());
}

#[test]
fn the_guide_lists_the_arguments_of_every_tool() {
    holds(GUIDE, &guide());
}

/// Compares a file of the repository with the generated one.
fn holds(file: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(file);
    if std::env::var_os("UPDATE_CONSTANTS").is_some() {
        fs::write(&path, made).unwrap();
    }
    let held = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        held == made,
        "{file} is not what the tools say. `{UPDATE}` makes it:\n\n{made}"
    );
}

#[test]
fn every_tool_follows_the_rules_of_a_definition() {
    for group in groups() {
        for tool in group.tools {
            let definition: ag_ui_lit::tool::Definition = serde_json::from_value(json!({
                "name": tool.name(),
                "id": tool.id(),
                "description": tool.description(),
                "handler": "function",
                "schema": tool.parameters(),
                "metadata": tool.metadata(),
            }))
            .unwrap();
            if let Err(issues) = definition.check() {
                panic!("{}: {issues:?}", tool.name());
            }
        }
    }
}

fn made() -> String {
    let mut text = format!(
        "// Made from the tools in crates/toolbox: `{UPDATE}` writes it.\n\n\
         import type {{ CatalogueEntry }} from \"./catalogue-entry.js\";\n"
    );
    for group in groups() {
        let entries: Vec<_> = group.tools.iter().map(|tool| entry(&**tool)).collect();
        let json = serde_json::to_string_pretty(&entries).unwrap();
        write!(
            text,
            "\n/** The tools of `{0}`. */\nexport const {0}Catalogue: readonly CatalogueEntry[] = {json};\n",
            group.name
        )
        .unwrap();
    }
    text
}

fn entry(tool: &dyn AnyTool) -> Value {
    let mut entry = json!({
        "name": tool.name(),
        "description": tool.description(),
        "parameters": tool.parameters(),
        "metadata": tool.metadata(),
    });
    if let Some(id) = tool.id() {
        entry["id"] = json!(id);
    }
    entry
}

/// The guide of all arguments: a table for each tool.
fn guide() -> String {
    let mut text = format!(
        "# Arguments of the toolbox's tools\n\n\
         <!-- Made from the tools in crates/toolbox: `{UPDATE}` writes it. -->\n\n\
         What a model may pass to each tool of [the toolbox](toolbox.md), and what a call of your own passes to `execute()`. Any\n\
         other argument is refused.\n"
    );
    for group in groups() {
        write!(text, "\n## {}\n", group.name).unwrap();
        for tool in group.tools {
            let schema = tool.parameters();
            write!(text, "\n### {}\n\n", tool.name()).unwrap();
            let mut rows = Vec::new();
            list("", &schema, &mut rows);
            if rows.is_empty() {
                text.push_str("It takes no arguments.\n");
                continue;
            }
            text.push_str("| Argument | Type | Required | Meaning |\n|---|---|---|---|\n");
            text.extend(rows);
        }
    }
    text
}

/// A row for each property of an object, followed by those of nested objects.
fn list(above: &str, schema: &Value, rows: &mut Vec<String>) {
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    for (name, property) in properties {
        let is_required = schema["required"]
            .as_array()
            .is_some_and(|required| required.iter().any(|each| each == name));
        let meaning = property["description"].as_str().unwrap_or_default();
        rows.push(format!(
            "| `{above}{name}` | {} | {} | {} |\n",
            type_as_text(property),
            if is_required { "yes" } else { "no" },
            cell(meaning)
        ));
        list(&format!("{above}{name}."), property, rows);
        list(&format!("{above}{name}[]."), &property["items"], rows);
    }
}

fn type_as_text(schema: &Value) -> String {
    let choices = |key: &str| {
        let list = schema[key].as_array()?;
        Some(
            list.iter()
                .filter(|each| !each.is_null())
                .cloned()
                .collect::<Vec<_>>(),
        )
    };
    if let Some(values) = choices("enum") {
        let values: Vec<_> = values.iter().map(|value| format!("`{value}`")).collect();
        return values.join(", ");
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(kinds) = choices("anyOf").or_else(|| choices("oneOf")) {
        let mut words: Vec<_> = kinds
            .iter()
            .filter(|kind| kind["type"] != "null")
            .map(type_as_text)
            .collect();
        words.dedup();
        return words.join(" or ");
    }
    let names = choices("type").unwrap_or_else(|| vec![schema["type"].clone()]);
    let words: Vec<_> = names
        .iter()
        .filter_map(Value::as_str)
        .filter(|name| *name != "null")
        .map(|name| match name {
            "array" => format!("list of {}", type_as_text(&schema["items"])),
            other => other.to_owned(),
        })
        .collect();
    let bounds = [
        ("minimum", "at least"),
        ("maximum", "at most"),
        ("minLength", "characters: at least"),
        ("maxLength", "characters: at most"),
        ("minItems", "items: at least"),
        ("maxItems", "items: at most"),
        ("pattern", "such as matches"),
    ];
    let mut text = if words.is_empty() {
        "any value".to_owned()
    } else {
        words.join(" or ")
    };
    for (key, what) in bounds {
        if let Some(bound) = schema.get(key) {
            let bound = bound
                .as_str()
                .map_or_else(|| bound.to_string(), |text| format!("`{text}`"));
            write!(text, ", {what} {}", cell(&bound)).unwrap();
        }
    }
    text
}

/// A text escaped for a table.
fn cell(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "\\|")
}
