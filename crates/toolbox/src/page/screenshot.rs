use std::rc::Rc;

use ag_ui_lit::tool::{
    Attribute, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata, ToolOutput,
    ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::access::Page;
use super::reference::Reference;
use super::target::name_of;

/// What `screenshot` takes.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScreenshotArguments {
    /// Captures only this element: a reference from `get_page`, such as "e12".
    #[serde(default, rename = "ref")]
    pub reference: Option<Reference>,
}

/// A picture that the page keeps.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// The name it is kept by.
    pub name: String,
    /// Its width, in pixels.
    pub width: u32,
    /// Its height, in pixels.
    pub height: u32,
    /// The picture itself, as a `data:` URL.
    pub data_url: String,
    /// Whether it was made smaller than what it shows.
    #[serde(default)]
    pub is_scaled: bool,
}

/// What is kept of a screenshot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ScreenshotMetadata {
    /// The name by which `image_recognition` finds it.
    pub image: String,
    /// Its width, in pixels.
    pub width: u32,
    /// Its height, in pixels.
    pub height: u32,
    /// The element that it shows; nothing means the whole part that the agent may use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string", optional))]
    pub element: Option<Reference>,
    /// The picture, as a `data:` URL.
    pub data_url: String,
}

impl ResultMetadata for ScreenshotMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("screenshot");
}

/// How long drawing may take, in milliseconds.
const TIMEOUT: f64 = 60_000.0;

/// Draws what is shown.
pub struct Screenshot {
    /// The page.
    pub page: Rc<dyn Page>,
}

impl Tool for Screenshot {
    type Arguments = ScreenshotArguments;
    type Metadata = ScreenshotMetadata;

    fn name(&self) -> &'static str {
        "screenshot"
    }

    fn description(&self) -> &'static str {
        "Draws the page, or one element of it, as a picture for the user and for image_recognition. You get its size and the name it is \
         kept by, such as screenshot-1, not the picture itself: use get_page to read the page. Passwords are masked."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("page".to_owned()),
            idempotent: Some(true),
            timeout: Some(TIMEOUT),
            max_concurrency: Some(1),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &ScreenshotArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        if let Some(element) = arguments.reference {
            name_of(&*self.page, element)?;
        }
        Ok(())
    }

    async fn execute(
        &self,
        arguments: ScreenshotArguments,
        _context: &ToolContext,
    ) -> ToolResult<ScreenshotMetadata> {
        let page = &*self.page;
        let what = match arguments.reference {
            Some(element) => format!("the {}", name_of(page, element)?),
            None => "the page".to_owned(),
        };
        let picture = page.screenshot(arguments.reference).await?;
        let scaled = if picture.is_scaled {
            ", made smaller"
        } else {
            ""
        };
        let text = format!(
            "Screenshot {} × {} of {what}{scaled}, kept as \"{}\".",
            picture.width, picture.height, picture.name
        );
        Ok(ToolOutput::new(text).with(ScreenshotMetadata {
            image: picture.name,
            width: picture.width,
            height: picture.height,
            element: arguments.reference,
            data_url: picture.data_url,
        }))
    }

    fn tracing_attributes(&self, arguments: &ScreenshotArguments) -> Vec<Attribute> {
        let element = arguments.reference.map(|element| element.to_string());
        element
            .map(|element| Attribute::new("page.element", element))
            .into_iter()
            .collect()
    }
}
