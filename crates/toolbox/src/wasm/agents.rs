use std::rc::Rc;

use ag_ui_lit::tool::{AnyTool, State, ToolFailure};
use ag_ui_lit::wasm::tools::{PageEnvironment, from_js, global, property, to_js};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::definitions;
use super::page_function::{later, now, read};
use super::web::{PageFetch, filter};
use crate::agents::{
    AgentOffer, Agents, Image, ImageFrom, ImageLimits, ImageRecognition, ImageSource, Images,
    Report, Step, Subagent, TaskRequest, Thinking,
};
use crate::web::{DomainFilter, read_bytes};

/// `thinking`; with `subagents` also `subagent`, with `image` also `image_recognition`. Both options are objects of the
/// page's half, which has checked the page's own: see `pkg-template/src/toolbox/agents/`.
pub fn agent_tools(options: JsValue) -> Result<Array, JsError> {
    let state: Rc<dyn State> = Rc::new(PageEnvironment::of(property(&options, "environment")));
    let mut tools: Vec<Rc<dyn AnyTool>> = vec![Rc::new(Thinking)];
    let subagents = property(&options, "subagents");
    if subagents.is_object() {
        let longest =
            size(&subagents, "maxAnswerLength").unwrap_or(Subagent::<PageAgents>::LONGEST_ANSWER);
        tools.push(Rc::new(Subagent::new(PageAgents(subagents), longest)));
    }
    let image = property(&options, "image");
    if image.is_object() {
        let all = ImageLimits::default();
        let limits = ImageLimits {
            bytes: size(&image, "maxBytes").unwrap_or(all.bytes),
            pixels: size(&image, "maxPixels").map_or(all.pixels, |pixels| pixels as u64),
        };
        let images = PageImages::new(image)?;
        tools.push(Rc::new(ImageRecognition::new(images, limits)));
    }
    definitions(tools, &state)
}

/// A count as an integer.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts saturate"
)]
pub(super) fn size(options: &JsValue, name: &str) -> Option<usize> {
    property(options, name).as_f64().map(|size| size as usize)
}

/// `{ offers(), run(request, step) }`
struct PageAgents(JsValue);

impl Agents for PageAgents {
    fn offers(&self) -> Vec<AgentOffer> {
        now(&self.0, "offers")
    }

    async fn run(
        &self,
        request: TaskRequest,
        step: Rc<dyn Fn(Step)>,
    ) -> Result<Report, ToolFailure> {
        // Dropped with the future: later reports have no receiver.
        let step = Closure::<dyn Fn(JsValue)>::new(move |happened| {
            if let Ok(happened) = from_js(happened) {
                step(happened);
            }
        });
        let arguments = Array::of2(&crossing(&request)?, step.as_ref());
        read(later(&self.0, "run", &arguments).await?)
    }
}

/// `{ allow, deny, sources(), read(source, most), recognize({ bytes, mediaType, question, executionId }) }`
struct PageImages {
    page: JsValue,
    fetch: PageFetch,
    filter: DomainFilter,
}

impl PageImages {
    fn new(page: JsValue) -> Result<Self, JsError> {
        // Always without cookies and logins.
        let fetch = PageFetch::new(&JsValue::UNDEFINED);
        let filter = filter(&page, &fetch, "agentTools({ image })")?;
        Ok(Self {
            page,
            fetch,
            filter,
        })
    }

    /// Relative addresses are relative to the page.
    async fn of_web(&self, address: &str, most: usize) -> Result<Vec<u8>, ToolFailure> {
        let here = property(&property(&global(), "location"), "href").as_string();
        read_bytes(&self.fetch, &self.filter, address, here.as_deref(), most).await
    }
}

impl Images for PageImages {
    fn sources(&self) -> Vec<ImageFrom> {
        now(&self.page, "sources")
    }

    async fn read(&self, source: &ImageSource, most: usize) -> Result<Vec<u8>, ToolFailure> {
        if source.from == ImageFrom::Url {
            return self.of_web(&source.image, most).await;
        }
        let arguments = Array::of2(&crossing(source)?, &JsValue::from(most));
        let bytes = later(&self.page, "read", &arguments).await?;
        let bytes = bytes
            .dyn_into::<Uint8Array>()
            .map_err(|_| ToolFailure::new("The page returned no bytes."))?;
        Ok(bytes.to_vec())
    }

    async fn recognize(
        &self,
        image: Image,
        question: &str,
        execution_id: &str,
    ) -> Result<String, ToolFailure> {
        let arguments = Array::of4(
            &Uint8Array::from(image.bytes.as_slice()),
            &image.media_type.name().into(),
            &question.into(),
            &execution_id.into(),
        );
        read(later(&self.page, "recognize", &arguments).await?)
    }
}

/// Converts a value for the page's half.
pub(super) fn crossing(value: &impl serde::Serialize) -> Result<JsValue, ToolFailure> {
    to_js(value).map_err(|_| ToolFailure::permanent("The arguments can't be handed to the page."))
}
