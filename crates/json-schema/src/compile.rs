use std::cell::RefCell;
use std::error::Error;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use jsonschema::{
    Draft, PatternCache, PatternOptions, ReferencingError, Registry, Retrieve, Uri,
    ValidationError, ValidationOptions, Validator,
};
use serde_json::{Value, json};

/// Options for building a validator.
#[derive(Clone, Copy)]
pub(crate) struct CompileOptions {
    /// Whether `format` is checked.
    pub(crate) formats: bool,
    /// The maximum number of steps of a backtracking pattern.
    pub(crate) steps: usize,
    /// The number of patterns, which share the memory for compiled ones.
    pub(crate) pattern_count: usize,
}

/// Compiles a meta-schema. Its `identifier` and `anchor` become formats: as patterns they would take most of the time.
pub(crate) fn compile_meta(schema: &Value, dialect: Draft) -> Option<Validator> {
    let options = CompileOptions {
        formats: true,
        steps: 0,
        pattern_count: 0,
    };
    let options = self::options(options)
        .with_format("identifier", |text: &str| {
            !text.strip_suffix('#').unwrap_or(text).contains('#')
        })
        .with_format("anchor", |text: &str| {
            let is_first = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
            let is_other = |byte: u8| byte.is_ascii_digit() || byte == b'-' || byte == b'.';
            text.bytes().next().is_some_and(is_first)
                && text.bytes().all(|byte| is_first(byte) || is_other(byte))
        });
    referring_to(schema, dialect, options).ok()
}

/// The limits on the bytes of a compiled pattern: `(a{1000}){1000}` is a few characters and a gigabyte. Each of many
/// patterns gets a smaller share, but no less than a usual one needs.
const PATTERN_SIZE: RangeInclusive<usize> = 1 << 15..=1 << 20;

/// The maximum number of bytes of all compiled patterns of a schema.
const ALL_PATTERNS_SIZE: usize = 1 << 24;

/// The number of builds after which compiled patterns are dropped, so that memory stays bounded on a page that keeps
/// defining tools.
const BUILDS_SHARING_PATTERNS: usize = 1_000;

/// The address of a schema without an identifier while it is built, and of the schema that refers to it. The crate omits
/// addresses of this scheme from its findings.
const ANONYMOUS: &str = "json-schema:///tool";
const REFERRER: &str = "json-schema:///referrer";

/// The placeholder for a document outside the schema: nothing is ever fetched.
pub(crate) const OUTSIDE: &str = "ag-ui-lit:outside";

/// A retriever that always fails, with an error from which the failed reference can be read.
struct Nowhere;

impl Retrieve for Nowhere {
    fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Ok(json!({ OUTSIDE: true }))
    }
}

/// The address of a schema: its own identifier, so that it does not have two names (`$recursiveRef` would see two
/// resources).
pub(crate) fn address(schema: &Value, dialect: Draft) -> Result<Uri<String>, ReferencingError> {
    let resource = dialect.create_resource_ref(schema);
    let mut address = jsonschema::uri::from_str(resource.id().unwrap_or(ANONYMOUS))?;
    address.set_fragment(None);
    Ok(address)
}

/// A schema with its anchors and inner identifiers resolved.
pub(crate) fn registry(schema: &Value, dialect: Draft) -> Result<Registry<'_>, ReferencingError> {
    Registry::new()
        .draft(dialect)
        .retriever(Nowhere)
        .retrieve_known_draft_meta_schemas(false)
        .add(
            address(schema, dialect)?.as_str(),
            dialect.create_resource_ref(schema),
        )?
        .prepare()
}

/// Builds the validator of a schema that is valid by its meta-schema.
///
/// The crate always checks the schema that it compiles, and on wasm builds the meta-schema's validator each time. But it
/// does not check the target of a reference. So it gets a reference in draft 4, whose meta-schema is by far the smallest.
///
/// # Errors
///
/// If a pattern can't be compiled. All other faults were found before.
pub(crate) fn compile(
    schema: &Value,
    dialect: Draft,
    options: CompileOptions,
) -> Result<Validator, ValidationError<'static>> {
    referring_to(schema, dialect, self::options(options))
}

fn referring_to<'r>(
    schema: &'r Value,
    dialect: Draft,
    options: ValidationOptions<'r>,
) -> Result<Validator, ValidationError<'static>> {
    let registry = registry(schema, dialect)?;
    options
        .with_draft(Draft::Draft4)
        .with_registry(&registry)
        .with_base_uri(REFERRER)
        .build(&json!({ "$ref": address(schema, dialect)?.as_str() }))
}

/// Builds a validator in the crate's usual way, for schemas that a reference would change. The meaning of a `$dynamicRef`
/// depends on the way to it, and the crate checks parts in other dialects.
///
/// # Errors
///
/// If the schema is invalid.
pub(crate) fn compile_plainly(
    schema: &Value,
    dialect: Draft,
    options: CompileOptions,
) -> Result<Validator, ValidationError<'static>> {
    self::options(options).with_draft(dialect).build(schema)
}

fn options<'r>(options: CompileOptions) -> ValidationOptions<'r> {
    let share = ALL_PATTERNS_SIZE / options.pattern_count.max(1);
    let size = share.clamp(*PATTERN_SIZE.start(), *PATTERN_SIZE.end());
    jsonschema::options()
        .offline()
        .should_validate_formats(options.formats)
        .should_ignore_unknown_formats(true)
        .with_pattern_options(
            PatternOptions::fancy_regex()
                .backtrack_limit(options.steps)
                .size_limit(size)
                .dfa_size_limit(size),
        )
        .with_pattern_cache(shared_patterns())
}

/// Compiled patterns, shared by all schemas: tools of one page tend to use the same patterns for ids and dates.
fn shared_patterns() -> PatternCache {
    thread_local! {
        static SHARED: RefCell<(PatternCache, usize)> = RefCell::new((PatternCache::new(), 0));
    }
    SHARED.with_borrow_mut(|(cache, builds)| {
        *builds += 1;
        if *builds > BUILDS_SHARING_PATTERNS {
            (*cache, *builds) = (PatternCache::new(), 1);
        }
        cache.clone()
    })
}

/// The keyword that holds parts of a schema. It is unknown to every dialect, so only targets of references are read in it.
pub(crate) const PARTS: &str = "ag-ui-lit:parts";

/// Compiles the subschemas at some pointers of a schema separately; `None` if one can't be compiled.
///
/// The crate compiles all subschemas of a document at once, so it gets a document of references.
pub(crate) fn compile_parts(
    schema: &Value,
    pointers: &[String],
    dialect: Draft,
    options: CompileOptions,
) -> Option<Vec<Validator>> {
    let registry = registry(schema, dialect).ok()?;
    let address = address(schema, dialect).ok()?;
    let references: Vec<Value> = pointers
        .iter()
        .map(|pointer| json!({ "$ref": format!("{address}#{}", in_fragment(pointer)) }))
        .collect();
    let compiled = self::options(options)
        .with_draft(Draft::Draft4)
        .with_registry(&registry)
        .with_base_uri(REFERRER)
        .build_map(&json!({ PARTS: references }))
        .ok()?;
    (0..pointers.len())
        .map(|index| compiled.get(&format!("#/{PARTS}/{index}")).cloned())
        .collect()
}

/// A pointer as the fragment of an address.
fn in_fragment(pointer: &str) -> String {
    let mut fragment = String::new();
    for byte in pointer.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'~' | b'.' => {
                fragment.push(char::from(byte));
            }
            _ => {
                let _ = write!(fragment, "%{byte:02X}");
            }
        }
    }
    fragment
}
