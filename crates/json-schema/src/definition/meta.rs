use std::cell::OnceCell;

use ag_ui_lit::json::{ReadOptions, read};
use jsonschema::draft202012;
use jsonschema::meta::MetaValidator;
use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::definition_issues;
use super::dialect::Dialect;
use crate::compile::compile_meta;
use crate::error::SchemaError;

/// The maximum number of faults of a schema that are reported at once.
const MOST_FAULTS: usize = 20;

/// Checks a schema by the meta-schema of its dialect.
pub(super) fn check(schema: &Value, dialect: Draft) -> Result<(), SchemaError> {
    with_meta_schema(dialect, |meta| {
        if meta.is_valid(schema) {
            return Ok(());
        }
        let mut issues = Vec::new();
        for fault in meta.iter_errors(schema) {
            for issue in definition_issues(&fault) {
                // The vocabularies of 2019-09 repeat some rules.
                if issues.len() < MOST_FAULTS && !issues.contains(&issue) {
                    issues.push(issue);
                }
            }
        }
        Err(SchemaError { issues })
    })
}

/// Runs a function with the validator of a meta-schema, which is built once, on its first use. On wasm the crate builds one
/// for each schema that it compiles, which took nine tenths of a compilation.
fn with_meta_schema<T>(dialect: Draft, run: impl FnOnce(&Validator) -> T) -> T {
    type Cell = OnceCell<MetaValidator<'static>>;
    thread_local! {
        static BUILT: [Cell; 4] = const { [const { OnceCell::new() }; 4] };
        static IN_ONE: OnceCell<Validator> = const { OnceCell::new() };
    }
    use jsonschema::{draft4, draft6, draft7, draft201909};
    BUILT.with(|[four, six, seven, nineteen]| {
        let meta: &Validator = match dialect {
            Draft::Draft4 => four.get_or_init(draft4::meta::validator),
            Draft::Draft6 => six.get_or_init(draft6::meta::validator),
            Draft::Draft7 => seven.get_or_init(draft7::meta::validator),
            Draft::Draft201909 => nineteen.get_or_init(draft201909::meta::validator),
            _ => return IN_ONE.with(|in_one| run(in_one.get_or_init(draft202012_in_one))),
        };
        run(meta)
    })
}

/// The meta-schema of 2020-12 in one document. It has the same rules as the crate's eight with dynamic references, and is
/// compiled in a third of the time: a page waits for it with its first tool.
fn draft202012_in_one() -> Validator {
    let meta = read(include_str!("draft2020-12.json"), ReadOptions::default());
    meta.ok()
        .and_then(|meta| compile_meta(&meta.value(), Draft::Draft7))
        .unwrap_or_else(|| draft202012::meta::validator().clone())
}

impl From<Dialect> for Draft {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Draft4 => Self::Draft4,
            Dialect::Draft6 => Self::Draft6,
            Dialect::Draft7 => Self::Draft7,
            Dialect::Draft201909 => Self::Draft201909,
            Dialect::Draft202012 => Self::Draft202012,
        }
    }
}
