//! Tools in the words of an API.

mod envelope;
mod flat;
mod limits;
mod losses;
mod names;
mod narrow;
mod property_names;
mod root;
mod subset;

use std::collections::HashSet;

use super::json::Json;
use super::loss::{Action, Loss};
use super::schema::{References, Upgraded, upgraded};
use super::target::Target;
use super::undo::Undo;
use envelope::envelope;
use limits::Budget;
use losses::Losses;
pub use names::Names;
pub(super) use narrow::names_of;
use narrow::{Narrowing, Unfit};
use property_names::without_refused_names;
use root::{only_object, without_at_root};
use subset::{ANTHROPIC_STRICT, GEMINI, OPENAI_STRICT, Subset};

/// A tool, as far as a model is told of it.
#[derive(Debug, Clone)]
pub struct ToolInfo {
    /// Its name.
    pub name: String,
    /// What it does.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters: Json,
    /// Whether twice is as once, where it says so.
    pub idempotent: Option<bool>,
}

/// A tool as it is sent.
#[derive(Debug)]
pub struct Lowered {
    /// As the API calls it.
    pub name: String,
    /// The API's own form of a tool.
    pub tool: Json,
    /// How arguments come back to what the tool's schema says.
    pub undo: Option<Undo>,
}

/// Writes tools for an API.
pub fn lower(target: Target, is_strict: bool, tools: &[ToolInfo]) -> (Vec<Lowered>, Vec<Loss>) {
    let mut losses = Vec::new();
    let mut taken = HashSet::new();
    let mut budget = Budget::default();
    let mut lowered = Vec::new();
    // Names that need no change are theirs, whoever comes first.
    if target == Target::Gemini {
        let none = HashSet::new();
        let kept = tools
            .iter()
            .filter(|tool| names::sent_name(&tool.name, &none) == tool.name);
        taken = kept.map(|tool| tool.name.clone()).collect();
    }
    for tool in tools {
        let source = upgraded_for(target, &tool.parameters);
        let mut lost = Losses::of(&tool.name, &source);
        let name = match target {
            Target::Gemini if !taken.contains(&tool.name) => {
                let name = names::sent_name(&tool.name, &taken);
                let reason = "Gemini's names begin with a letter or an underscore; calls come back by the tool's own";
                lost.keyword("", "name", Action::Rewritten, reason);
                taken.insert(name.clone());
                name
            }
            _ => tool.name.clone(),
        };
        let (schema, undo) = match is_strict.then(|| strict(target, &source, tool, &mut budget)) {
            Some(Ok((schema, undo, of_strict))) => {
                lost = of_strict;
                (schema, Some(undo))
            }
            Some(Err(unfit)) => {
                let reason = format!("it is sent without strict mode: {}", unfit.reason);
                lost.keyword(&unfit.at, "strict", Action::Dropped, reason);
                (plain(target, &source, &mut lost), None)
            }
            None => (plain(target, &source, &mut lost), None),
        };
        losses.extend(lost.into_list());
        lowered.push(Lowered {
            tool: envelope(target, tool, &name, schema, undo.is_some()),
            undo: undo.filter(|undo| !undo.is_empty()),
            name,
        });
    }
    (lowered, losses)
}

/// APIs that know one draft only get that one.
fn upgraded_for(target: Target, schema: &Json) -> Upgraded {
    match target {
        Target::Mcp | Target::WebMcp | Target::AgUi => Upgraded::not(schema),
        _ => upgraded(schema),
    }
}

/// Keywords that may not stand at the top of a tool's schema.
fn refused_at_root(target: Target) -> &'static [&'static str] {
    match target {
        // "input_schema does not support oneOf, allOf, or anyOf at the top level"
        Target::Anthropic => &["anyOf", "oneOf", "allOf"],
        // "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"
        Target::OpenAiChat | Target::OpenAiResponses => &["anyOf", "oneOf", "allOf", "enum", "not"],
        // The members of the schema are the function's parameters.
        Target::Gemini => &["anyOf", "oneOf"],
        Target::Mcp | Target::WebMcp | Target::AgUi => &[],
    }
}

/// A tool's schema where nothing makes the model keep to it.
fn plain(target: Target, source: &Upgraded, losses: &mut Losses<'_>) -> Json {
    let root = without_at_root(&source.schema, refused_at_root(target), losses);
    let mut root = only_object(root, losses);
    match target {
        Target::Gemini => match narrowed(&GEMINI, &root, losses) {
            Ok((schema, _)) => schema,
            Err(unfit) => {
                losses.keyword(&unfit.at, "parameters", Action::Dropped, unfit.reason);
                only_object(Json::Null, losses)
            }
        },
        Target::Anthropic => {
            without_refused_names(&mut root, "", losses);
            root
        }
        _ => root,
    }
}

/// A tool's schema that the API makes the model keep to, and how it is undone.
fn strict<'s>(
    target: Target,
    source: &'s Upgraded,
    tool: &'s ToolInfo,
    budget: &mut Budget,
) -> Result<(Json, Undo, Losses<'s>), Unfit> {
    // Its own: where it does not work out, nothing was lost by it.
    let mut losses = Losses::of(&tool.name, source);
    let subset = if target == Target::Anthropic {
        &ANTHROPIC_STRICT
    } else {
        &OPENAI_STRICT
    };
    // `allOf` is put together anyway.
    let refused: Vec<_> = refused_at_root(target)
        .iter()
        .copied()
        .filter(|keyword| *keyword != "allOf")
        .collect();
    let root = without_at_root(&source.schema, &refused, &mut losses);
    let mut root = only_object(root, &mut losses);
    if target == Target::Anthropic {
        without_refused_names(&mut root, "", &mut losses);
    }
    let (schema, nulls) = narrowed(subset, &root, &mut losses)?;
    budget.take(target, &schema)?;
    let undo = Undo::new(schema.clone(), nulls);
    Ok((schema, undo, losses))
}

fn narrowed(
    subset: &'static Subset,
    root: &Json,
    losses: &mut Losses<'_>,
) -> Result<(Json, HashSet<String>), Unfit> {
    let references = References::of(root);
    let mut narrowing = Narrowing::new(subset, &references, losses);
    let schema = narrowing.root(root)?;
    let nulls = std::mem::take(&mut narrowing.nulls);
    Ok((schema, nulls))
}
