//! Encodes tools in an API's format.

mod flat;
mod limits;
mod losses;
mod names;
mod narrow;
mod note;
mod refused;
mod root;
mod subset;

use std::collections::HashSet;

use super::api::Api;
use super::json::Json;
use super::loss::{Action, Loss};
use super::schema::{References, Upgraded, upgraded};
use super::undo::Undo;
use limits::Budget;
pub use limits::Limit;
pub use losses::Losses;
pub use names::{Fit, NameRule, Names};
pub(super) use narrow::names_of;
use narrow::{Narrowing, Unfit};
pub use refused::{Refusals, without_refused};
pub use root::only_object;
use root::without_at_root;
pub use subset::{MissingItems, ReferencesKept, Strict, Subset, is_one_of, is_plain};

/// The parts of a tool that a model may receive.
#[derive(Debug, Clone)]
pub struct ToolInfo {
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters: Json,
    /// Whether the tool is idempotent, if it declares that.
    pub idempotent: Option<bool>,
}

/// A tool as it is sent, encoded ("lowered") for an API.
#[derive(Debug)]
pub struct Lowered {
    /// The API's name for the tool.
    pub name: String,
    /// The tool in the API's format.
    pub tool: Json,
    /// The conversion of arguments back to the tool's own schema.
    pub undo: Option<Undo>,
}

/// Encodes tools for an API.
pub fn lower(api: &dyn Api, is_strict: bool, tools: &[ToolInfo]) -> (Vec<Lowered>, Vec<Loss>) {
    let mut losses = Vec::new();
    let mut taken = HashSet::new();
    let mut budget = Budget::default();
    let mut lowered = Vec::new();
    // Names that need no change are assigned first, regardless of the order of the tools.
    if let Some(rule) = api.names() {
        let kept = tools.iter().filter(|tool| (rule.fits)(&tool.name));
        taken = kept.map(|tool| tool.name.clone()).collect();
    }
    for tool in tools {
        let source = if api.is_upgraded() {
            upgraded(&tool.parameters)
        } else {
            Upgraded::not(&tool.parameters)
        };
        let mut lost = Losses::of(&tool.name, &source);
        let name = match api.names() {
            Some(rule) if !taken.contains(&tool.name) => {
                let name = names::sent_name(&tool.name, &taken);
                lost.keyword("", "name", Action::Rewritten, rule.reason);
                taken.insert(name.clone());
                name
            }
            _ => tool.name.clone(),
        };
        let mode = api.strict().filter(|_| is_strict);
        let (schema, undo) = match mode.map(|mode| strict(api, mode, &source, tool, &mut budget)) {
            Some(Ok((schema, undo, of_strict))) => {
                lost = of_strict;
                (schema, Some(undo))
            }
            Some(Err(unfit)) => {
                let reason = format!("it is sent without strict mode: {}", unfit.reason);
                lost.keyword(&unfit.at, "strict", Action::Dropped, reason);
                (plain(api, &source, &mut lost), None)
            }
            None => (plain(api, &source, &mut lost), None),
        };
        losses.extend(lost.into_list());
        lowered.push(Lowered {
            tool: api.tool(tool, &name, schema, undo.is_some()),
            undo: undo.filter(|undo| !undo.is_empty()),
            name,
        });
    }
    (lowered, losses)
}

/// A tool's schema outside strict mode.
fn plain(api: &dyn Api, source: &Upgraded, losses: &mut Losses<'_>) -> Json {
    let root = without_at_root(&source.schema, api.refused_at_root(), losses);
    let mut root = only_object(root, losses);
    api.adjust(&mut root, losses);
    api.plain(root, losses)
}

/// A tool's schema in strict mode, and its inverse for arguments.
fn strict<'s>(
    api: &dyn Api,
    mode: &'static Strict,
    source: &'s Upgraded,
    tool: &'s ToolInfo,
    budget: &mut Budget,
) -> Result<(Json, Undo, Losses<'s>), Unfit> {
    // A separate list of losses, discarded if strict mode fails.
    let mut losses = Losses::of(&tool.name, source);
    // Narrowing merges `allOf` in any case.
    let refused: Vec<_> = api
        .refused_at_root()
        .iter()
        .copied()
        .filter(|keyword| *keyword != "allOf")
        .collect();
    let root = without_at_root(&source.schema, &refused, &mut losses);
    let mut root = only_object(root, &mut losses);
    api.adjust(&mut root, &mut losses);
    let (schema, nulls) = narrowed(&mode.subset, &root, &mut losses)?;
    budget.take(mode.limits, &schema)?;
    let undo = Undo::new(schema.clone(), nulls);
    Ok((schema, undo, losses))
}

/// A schema in an API's subset, and the places where `null` means absence.
///
/// # Errors
///
/// If the subset can't express the schema.
pub fn narrowed(
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
