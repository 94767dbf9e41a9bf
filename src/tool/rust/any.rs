use std::future::Future;
use std::pin::Pin;

use serde_json::Value;

use super::attribute::Attribute;
use super::context::ToolContext;
use super::contract::{Preview, Tool};
use super::failure::ToolFailure;
use super::metadata::ToolMetadata;
use super::output::{ResultMetadata, ToolOutput};
use super::schema::{parameters_of, read_arguments};
use super::state::State;
use crate::error::ToolErrorCategory;

/// A future without `Send`: a page has one thread.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// A [`Tool`] whose arguments and metadata are JSON. Every tool is one; authors implement [`Tool`].
pub trait AnyTool {
    /// The name by which the model calls the tool.
    fn name(&self) -> &str;

    /// The id outside of the model, if the tool has one.
    fn id(&self) -> Option<&str>;

    /// The description for the model.
    fn description(&self) -> &str;

    /// The JSON Schema of its arguments.
    fn parameters(&self) -> Value;

    /// Its metadata for the page.
    fn metadata(&self) -> ToolMetadata;

    /// The name of the metadata type of the results, if they have metadata.
    fn metadata_type(&self) -> Option<&'static str>;

    /// Parses and checks arguments.
    fn validate<'a>(
        &'a self,
        arguments: Value,
        state: &'a dyn State,
    ) -> LocalFuture<'a, Result<(), ToolFailure>>;

    /// The preview for the person who decides.
    fn preview<'a>(
        &'a self,
        arguments: Value,
        state: &'a dyn State,
    ) -> LocalFuture<'a, Option<Preview>>;

    /// Executes the tool. Arguments that can't be parsed are a failure.
    fn execute<'a>(
        &'a self,
        arguments: Value,
        context: &'a ToolContext,
    ) -> LocalFuture<'a, Result<ToolOutput<Value>, ToolFailure>>;

    /// The attributes of a call in a trace; `None` if the arguments can't be parsed.
    fn tracing_attributes(&self, arguments: Value) -> Vec<Attribute>;
}

impl<T: Tool> AnyTool for T {
    fn name(&self) -> &str {
        Tool::name(self)
    }

    fn id(&self) -> Option<&str> {
        Tool::id(self)
    }

    fn description(&self) -> &str {
        Tool::description(self)
    }

    fn parameters(&self) -> Value {
        parameters_of::<T::Arguments>()
    }

    fn metadata(&self) -> ToolMetadata {
        Tool::metadata(self)
    }

    fn metadata_type(&self) -> Option<&'static str> {
        T::Metadata::TOOL_TYPE
    }

    fn validate<'a>(
        &'a self,
        arguments: Value,
        state: &'a dyn State,
    ) -> LocalFuture<'a, Result<(), ToolFailure>> {
        Box::pin(async move {
            let arguments = read_arguments(arguments)?;
            let checked = Tool::validate(self, &arguments, state).await;
            checked.map_err(|failure| ToolFailure {
                category: failure.category.or(Some(ToolErrorCategory::Validation)),
                ..failure
            })
        })
    }

    fn preview<'a>(
        &'a self,
        arguments: Value,
        state: &'a dyn State,
    ) -> LocalFuture<'a, Option<Preview>> {
        Box::pin(async move {
            let arguments = read_arguments(arguments).ok()?;
            Tool::preview(self, &arguments, state).await
        })
    }

    fn execute<'a>(
        &'a self,
        arguments: Value,
        context: &'a ToolContext,
    ) -> LocalFuture<'a, Result<ToolOutput<Value>, ToolFailure>> {
        Box::pin(async move {
            let arguments = read_arguments(arguments)?;
            let output = Tool::execute(self, arguments, context).await?;
            Ok(output.into_json())
        })
    }

    fn tracing_attributes(&self, arguments: Value) -> Vec<Attribute> {
        read_arguments(arguments).map_or_else(
            |_| Vec::new(),
            |arguments| Tool::tracing_attributes(self, &arguments),
        )
    }
}
