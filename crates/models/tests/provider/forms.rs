//! The TypeScript types of the APIs' forms, from which a file of the page's half is generated.

use std::fmt::Write as _;

use ag_ui_lit_models::provider::Target;

use crate::made_file::same_as_file;

/// Writes the file instead of comparing it.
const UPDATE: &str = "UPDATE_CONSTANTS=1 cargo test -p ag-ui-lit-models provider::forms";

#[test]
fn the_types_for_typescript_match_the_table() {
    same_as_file("providers/forms.ts", &forms(), UPDATE);
}

fn forms() -> String {
    let mut text = format!(
        "// Made from the files of `crates/models/src/provider/apis` by `{UPDATE}`: change them there.\n\n"
    );
    text.push_str(
        r"/**
 * The parts of each API's forms that are written and read here. They are defined here, so that no vendor's package is needed;
 * the type tests compare them with those packages.
 */
export interface ProviderForms {
",
    );
    for target in Target::ALL {
        let name = match target.name() {
            name if name.contains('-') => format!("{name:?}"),
            name => name.to_owned(),
        };
        writeln!(text, "  readonly {name}: {target:?}Forms;").unwrap();
    }
    let strict = Target::ALL
        .into_iter()
        .filter(|target| target.has_strict_mode());
    let strict: Vec<_> = strict
        .map(|target| format!("{:?}", target.name()))
        .collect();
    write!(
        text,
        r#"}}

/** An API that has a strict mode. */
export type StrictProviderName = {};

/** A schema at whose top `type: "object"` stands. */
type ObjectSchema = {{
  type: "object";
  [keyword: string]: unknown;
}};
"#,
        strict.join(" | ")
    )
    .unwrap();
    for target in Target::ALL {
        write!(text, "\n{}", target.forms()).unwrap();
    }
    text
}
