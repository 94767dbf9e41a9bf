//! The TypeScript types of the APIs' forms. The page's half has them from here.

use std::fmt::Write as _;

use ag_ui_lit_models::provider::Target;

use crate::made_file::same_as_file;

/// Writes the file anew.
const UPDATE: &str = "UPDATE_CONSTANTS=1 cargo test -p ag-ui-lit-models provider::forms";

#[test]
fn the_page_s_types_are_those_of_the_table() {
    same_as_file("providers/forms.ts", &forms(), UPDATE);
}

fn forms() -> String {
    let mut text = format!(
        "// Made from the files of `crates/models/src/provider/apis` by `{UPDATE}`: change them there.\n\n"
    );
    text.push_str(
        r"/**
 * The forms of each API, as far as they are written and read here. They are written down here, so that nobody has to have a
 * vendor's package; the type tests compare them with those packages.
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
