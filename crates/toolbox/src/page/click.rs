use std::rc::Rc;

use ag_ui_lit::tool::{
    Attribute, Preview, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata,
    ToolOutput, ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::access::Page;
use super::consent::{Consent, acting, ask};
use super::reference::Reference;
use super::target::name_of;

/// What `click` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClickArguments {
    /// The element, by its reference from `get_page`, such as "e12".
    #[serde(rename = "ref")]
    pub reference: Reference,
    /// Clicks twice, as one double click.
    #[serde(default)]
    pub double: bool,
}

/// What is kept of a click.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClickMetadata {
    /// The element's reference.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub element: Reference,
    /// The element in words.
    pub description: String,
    /// Whether it was clicked twice.
    pub double: bool,
    /// The document's address afterwards.
    pub url: String,
    /// What changed, a sentence each.
    pub changes: Vec<String>,
    /// Whether the document is about to be left.
    pub leaving: bool,
}

impl ResultMetadata for ClickMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("click");
}

/// Clicks, as a person would.
pub struct Click {
    /// The page.
    pub page: Rc<dyn Page>,
    /// Where a click may lead.
    pub consent: Consent,
}

impl Tool for Click {
    type Arguments = ClickArguments;
    type Metadata = ClickMetadata;

    fn name(&self) -> &'static str {
        "click"
    }

    fn description(&self) -> &'static str {
        "Clicks an element of the page by its reference from get_page, with a person's events. It is scrolled into view first. What is \
         hidden, disabled, inert or covered by something else is refused, with the reason. Says what changed: dialogs, address, focus, \
         state. Also for checkboxes and radio buttons; text is written by type."
    }

    fn metadata(&self) -> ToolMetadata {
        acting()
    }

    async fn validate(
        &self,
        arguments: &ClickArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        name_of(&*self.page, arguments.reference)?;
        Ok(())
    }

    async fn preview(&self, arguments: &ClickArguments, _state: &dyn State) -> Option<Preview> {
        let name = name_of(&*self.page, arguments.reference).ok()?;
        let how = if arguments.double {
            "Double-click"
        } else {
            "Click"
        };
        let text = format!("{how} the {name}");
        Some(Preview::Text { text })
    }

    async fn execute(
        &self,
        arguments: ClickArguments,
        _context: &ToolContext,
    ) -> ToolResult<ClickMetadata> {
        let element = arguments.reference;
        let page = &*self.page;
        page.begin().await?;
        let name = name_of(page, element)?;
        let target = page.inspect(element).await?;
        target.usable(page, &format!("The {name}"))?;
        ask(page, target.click_actions(&self.consent, &name)?).await?;
        let effects = page.click(element, arguments.double).await?;
        let changes = effects.sentences(page, element);
        let how = if arguments.double {
            "Double-clicked"
        } else {
            "Clicked"
        };
        let seen = if changes.is_empty() {
            effects.nothing_seen().to_owned()
        } else {
            changes.join(" ")
        };
        Ok(
            ToolOutput::new(format!("{how} the {name}. {seen}")).with(ClickMetadata {
                element,
                description: name,
                double: arguments.double,
                url: effects.after.url.clone(),
                changes,
                leaving: effects.is_leaving,
            }),
        )
    }

    fn tracing_attributes(&self, arguments: &ClickArguments) -> Vec<Attribute> {
        vec![Attribute::new(
            "page.element",
            arguments.reference.to_string(),
        )]
    }
}
