use std::cell::OnceCell;

use jsonschema::Draft;
use jsonschema::meta::MetaValidator;
use serde_json::Value;

use super::definition_issues;
use super::dialect::Dialect;
use crate::error::SchemaError;

/// How many faults of a schema are reported at once.
const MOST_FAULTS: usize = 20;

/// What a schema breaks of the rules of its dialect, by the dialect's meta-schema.
pub(super) fn check(schema: &Value, dialect: Draft) -> Result<(), SchemaError> {
    with_meta_schema(dialect, |meta| {
        if meta.is_valid(schema) {
            return Ok(());
        }
        let faults = meta.iter_errors(schema);
        let issues = faults.flat_map(|fault| definition_issues(&fault).collect::<Vec<_>>());
        Err(SchemaError {
            issues: issues.take(MOST_FAULTS).collect(),
        })
    })
}

/// The meta-schemas' validators are built once, each on its first use. On wasm the crate builds one anew for each
/// schema it compiles, which took nine tenths of a compilation.
fn with_meta_schema<T>(dialect: Draft, run: impl FnOnce(&MetaValidator<'static>) -> T) -> T {
    type Cell = OnceCell<MetaValidator<'static>>;
    thread_local! {
        static BUILT: [Cell; 5] = const { [const { OnceCell::new() }; 5] };
    }
    use jsonschema::{draft4, draft6, draft7, draft201909, draft202012};
    BUILT.with(|[four, six, seven, nineteen, twenty]| {
        run(match dialect {
            Draft::Draft4 => four.get_or_init(draft4::meta::validator),
            Draft::Draft6 => six.get_or_init(draft6::meta::validator),
            Draft::Draft7 => seven.get_or_init(draft7::meta::validator),
            Draft::Draft201909 => nineteen.get_or_init(draft201909::meta::validator),
            _ => twenty.get_or_init(draft202012::meta::validator),
        })
    })
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
