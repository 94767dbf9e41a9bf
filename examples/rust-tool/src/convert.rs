use ag_ui_lit::tool::{
    Attribute, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata, ToolOutput,
    ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::{Dimension, Unit, converted};

/// The arguments of `convert_units`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConvertUnitsArguments {
    /// The amount to convert.
    pub amount: f64,
    /// The unit of the amount.
    pub from: Unit,
    /// The target unit.
    pub to: Unit,
}

/// The metadata of a result of `convert_units`.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConvertUnitsMetadata {
    /// The amount in the target unit, not rounded.
    pub result: f64,
    /// The target unit.
    pub unit: Unit,
    /// The dimension of both units.
    pub dimension: Dimension,
}

impl ResultMetadata for ConvertUnitsMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("convert_units");
}

/// Converts amounts, rounded by the page's configuration: `{ "decimals": 2 }`.
pub struct ConvertUnits;

impl Tool for ConvertUnits {
    type Arguments = ConvertUnitsArguments;
    type Metadata = ConvertUnitsMetadata;

    fn name(&self) -> &str {
        "convert_units"
    }

    fn description(&self) -> &str {
        "Converts an amount from one kitchen unit into another: weights, volumes or oven temperatures. Call it instead of calculating. \
         It can't convert a weight into a volume, since that depends on the ingredient."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("kitchen".to_owned()),
            idempotent: Some(true),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &ConvertUnitsArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        let ConvertUnitsArguments { amount, from, to } = arguments;
        if converted(*amount, *from, *to).is_some() {
            return Ok(());
        }
        Err(ToolFailure::new(format!(
            "{} can't be converted into {}. {} can be converted into: {}.",
            from.name(),
            to.name(),
            from.name(),
            from.companions().join(", ")
        )))
    }

    async fn execute(
        &self,
        arguments: ConvertUnitsArguments,
        context: &ToolContext,
    ) -> ToolResult<ConvertUnitsMetadata> {
        let ConvertUnitsArguments { amount, from, to } = arguments;
        let Some(result) = converted(amount, from, to) else {
            return Err(ToolFailure::permanent("The units do not measure the same."));
        };
        let places = decimals(context.state());
        let text = format!("{amount} {} = {result:.places$} {}", from.name(), to.name());
        let dimension = to.dimension();
        let unit = to;
        Ok(ToolOutput::new(text).with(ConvertUnitsMetadata {
            result,
            unit,
            dimension,
        }))
    }

    fn tracing_attributes(&self, arguments: &ConvertUnitsArguments) -> Vec<Attribute> {
        vec![
            Attribute::new("kitchen.from", arguments.from.name()),
            Attribute::new("kitchen.to", arguments.to.name()),
        ]
    }
}

/// The number of decimal places from the page's configuration: 2 by default, and at most 6.
fn decimals(state: &dyn State) -> usize {
    let places = state.config()["decimals"].as_u64();
    places
        .and_then(|places| usize::try_from(places).ok())
        .map_or(2, |places| places.min(6))
}
