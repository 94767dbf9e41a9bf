//! The page's half knows names, descriptions and schemas before the module is loaded. They are made from the tools.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ag_ui_lit::tool::AnyTool;
use ag_ui_lit_toolbox::catalogue::groups;
use serde_json::{Value, json};

/// Writes the file anew.
const UPDATE: &str = "UPDATE_CONSTANTS=1 cargo test -p ag-ui-lit-toolbox --test main catalogue";

const FILE: &str = "pkg-template/src/toolbox/module/catalogue.ts";

#[test]
fn the_page_s_catalogue_is_that_of_the_tools() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(FILE);
    let made = made();
    if std::env::var_os("UPDATE_CONSTANTS").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let file = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        file == made,
        "{FILE} is not what the tools say. `{UPDATE}` makes it:\n\n{made}"
    );
}

#[test]
fn every_tool_keeps_the_rules_of_a_definition() {
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
