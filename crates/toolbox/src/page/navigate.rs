use std::rc::Rc;

use ag_ui_lit::tool::{
    Attribute, Preview, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata,
    ToolOutput, ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::access::Page;
use super::consent::{Action, ActionKind, Consent, acting, ask};
use super::quote::{plain, quote};

/// What `navigate` takes: an address, or a step in the history.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NavigateArguments {
    /// The address, absolute or relative to the document: "/orders", "?page=2", "#prices".
    #[serde(default)]
    pub url: Option<String>,
    /// A step in the history instead of an address.
    #[serde(default)]
    pub history: Option<HistoryStep>,
}

/// A step in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[allow(missing_docs, reason = "each is named as the browser's button")]
pub enum HistoryStep {
    Back,
    Forward,
    Reload,
}

/// Where to go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Destination {
    /// To an address.
    Url(String),
    /// A step in the history.
    History(HistoryStep),
}

/// Where it led.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Arrival {
    /// What came of it.
    pub outcome: Outcome,
    /// The address.
    pub url: String,
    /// The title; empty where it can't be known.
    #[serde(default)]
    pub title: String,
}

/// What came of going somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Outcome {
    /// The document is there.
    Arrived,
    /// It is the same document, at another place of it.
    SameDocument,
    /// The page that the agent runs in is being left.
    Leaving,
    /// The frame shows a document that can't be looked into.
    Closed,
    /// Nothing happened in the time that was waited.
    Nothing,
}

/// What is kept of going somewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NavigateMetadata {
    /// What came of it.
    pub outcome: Outcome,
    /// The address.
    pub url: String,
    /// The title; empty where it can't be known.
    pub title: String,
}

impl ResultMetadata for NavigateMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("navigate");
}

/// Goes to another address.
pub struct Navigate {
    /// The page.
    pub page: Rc<dyn Page>,
    /// Where it may go.
    pub consent: Consent,
}

impl Tool for Navigate {
    type Arguments = NavigateArguments;
    type Metadata = NavigateMetadata;

    fn name(&self) -> &'static str {
        "navigate"
    }

    fn description(&self) -> &'static str {
        "Goes to another address of the page's own origin (or one that the page allows), or back, forward or reload. Give either url or \
         history. Where the agent runs in the page itself, another document ends it: then this is the last call, and its answer comes \
         before the page is left. Use click for links and buttons of the page, where there are any."
    }

    fn metadata(&self) -> ToolMetadata {
        acting()
    }

    async fn validate(
        &self,
        arguments: &NavigateArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        let address = self.page.resolve(destination(arguments)?).await?;
        self.consent.check(&address)
    }

    async fn preview(&self, arguments: &NavigateArguments, _state: &dyn State) -> Option<Preview> {
        let to = destination(arguments).ok()?;
        let what = match &to {
            Destination::Url(_) => "Go to",
            Destination::History(HistoryStep::Back) => "Go back to",
            Destination::History(HistoryStep::Forward) => "Go forward to",
            Destination::History(HistoryStep::Reload) => "Load anew",
        };
        let href = self.page.resolve(to).await.ok()?.href;
        // A document may hide what it was.
        let shown = if href.is_empty() {
            "a page of the same origin".to_owned()
        } else {
            plain(&href)
        };
        let text = format!("{what} {shown}");
        Some(Preview::Text { text })
    }

    async fn execute(
        &self,
        arguments: NavigateArguments,
        _context: &ToolContext,
    ) -> ToolResult<NavigateMetadata> {
        let page = &*self.page;
        page.begin().await?;
        let to = destination(&arguments)?;
        let address = page.resolve(to.clone()).await?;
        self.consent.check(&address)?;
        let (to, leaves) = match to {
            Destination::Url(_) => (
                Destination::Url(address.href.clone()),
                !address.is_same_document,
            ),
            step @ Destination::History(_) => (step, true),
        };
        let href = Some(address.href).filter(|href| !href.is_empty());
        if leaves {
            let action = Action {
                kind: ActionKind::Leave,
                tool: "navigate",
                element: None,
                url: href,
            };
            ask(page, vec![action]).await?;
        }
        let arrival = page.navigate(to).await?;
        let url = plain(&arrival.url);
        let text = match arrival.outcome {
            Outcome::Arrived => format!(
                "Now at {url}: {}. Call get_page to see it; earlier references are gone.",
                quote(&arrival.title, 200)
            ),
            Outcome::SameDocument => format!("The address is now {url}, in the same document."),
            Outcome::Leaving => format!(
                "The page is being left for {url}. This ends the page that the agent runs in: nothing can be done after it."
            ),
            Outcome::Closed => format!(
                "The frame was sent to {url}, and what it shows now can't be looked into: it is of another origin, or did not load."
            ),
            Outcome::Nothing => format!("Nothing happened: the address is still {url}."),
        };
        Ok(ToolOutput::new(text).with(NavigateMetadata {
            outcome: arrival.outcome,
            url: arrival.url,
            title: arrival.title,
        }))
    }

    fn tracing_attributes(&self, arguments: &NavigateArguments) -> Vec<Attribute> {
        let step = arguments
            .history
            .map(|step| format!("{step:?}").to_lowercase());
        let to = step.unwrap_or_else(|| "url".to_owned());
        vec![Attribute::new("page.navigation", to)]
    }
}

fn destination(arguments: &NavigateArguments) -> Result<Destination, ToolFailure> {
    match (&arguments.url, arguments.history) {
        (Some(url), None) => Ok(Destination::Url(url.clone())),
        (None, Some(step)) => Ok(Destination::History(step)),
        _ => Err(ToolFailure::new(
            "Give either url or history, and not both: {\"url\": \"/orders\"} or {\"history\": \"back\"}.",
        )),
    }
}
