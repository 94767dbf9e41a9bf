use std::cell::RefCell;
use std::error::Error;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use jsonschema::{
    Draft, PatternCache, PatternOptions, ReferencingError, Registry, Retrieve, Uri,
    ValidationError, ValidationOptions, Validator,
};
use serde_json::{Value, json};

/// How a validator is built.
#[derive(Clone, Copy)]
pub(crate) struct CompileOptions {
    /// Whether `format` is checked.
    pub(crate) formats: bool,
    /// Steps a backtracking pattern may take.
    pub(crate) steps: usize,
    /// How many patterns there are: they share the memory for compiled ones.
    pub(crate) pattern_count: usize,
}

/// Compiles a meta-schema, in which `identifier` and `anchor` are formats: as patterns they would take most of the time.
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

/// Bytes a compiled pattern may take: `(a{1000}){1000}` is a few characters and a gigabyte. Where a schema has many
/// patterns each may take its share of so much more, but no less than a usual one needs.
const PATTERN_SIZE: RangeInclusive<usize> = 1 << 15..=1 << 20;

/// Bytes all compiled patterns of a schema may take.
const ALL_PATTERNS_SIZE: usize = 1 << 24;

/// Builds after which compiled patterns are forgotten, so that a page that defines tools all day keeps a bound.
const BUILDS_SHARING_PATTERNS: usize = 1_000;

/// Where a schema without an identifier is while it is built, and where what refers to it is. The crate leaves
/// addresses of this scheme out of its findings.
const ANONYMOUS: &str = "json-schema:///tool";
const REFERRER: &str = "json-schema:///referrer";

/// What stands for a document outside the schema: nothing is ever fetched.
pub(crate) const OUTSIDE: &str = "ag-ui-lit:outside";

/// Finds nothing, and says so in a way that whoever follows references can see which one it was.
struct Nowhere;

impl Retrieve for Nowhere {
    fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn Error + Send + Sync>> {
        Ok(json!({ OUTSIDE: true }))
    }
}

/// Where a schema is: at its own identifier, so that nothing knows it by two names (`$recursiveRef` would see two
/// resources).
pub(crate) fn address(schema: &Value, dialect: Draft) -> Result<Uri<String>, ReferencingError> {
    let resource = dialect.create_resource_ref(schema);
    let mut address = jsonschema::uri::from_str(resource.id().unwrap_or(ANONYMOUS))?;
    address.set_fragment(None);
    Ok(address)
}

/// A schema with its anchors and inner identifiers found.
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

/// Builds the validator of a schema that its meta-schema has passed already.
///
/// The crate has no switch for its own check, which on wasm builds the meta-schema's validator anew each time. It
/// checks only the schema it is given, though, not what a reference leads to: so it is given a reference, in draft 4,
/// whose meta-schema is by far the smallest.
///
/// # Errors
///
/// When a pattern can't be compiled; whatever else there could be was found before.
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

/// Builds a validator as the crate does by itself: for schemas that would be another when referred to. What a
/// `$dynamicRef` means depends on where one comes from, and parts in other dialects are the crate's to check.
///
/// # Errors
///
/// When the schema is invalid.
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

/// Compiled patterns, shared by all schemas: tools of one page tend to ask for the same ids and dates.
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

/// The keyword under which a schema has what was made of its parts. Nothing knows it, so nothing is looked for in it but what
/// a reference leads to.
pub(crate) const PARTS: &str = "ag-ui-lit:parts";

/// Compiles the subschemas at some pointers of a schema, each by itself; nothing when one can't be.
///
/// The crate compiles all subschemas of a document at once, so it is given one of references.
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

/// A pointer as the fragment of an address has it.
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
