use ag_ui_lit::tool::{
    Attribute, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata, ToolOutput,
    ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::images::{Image, ImageFrom, ImageLimits, ImageSource, Images};
use crate::excerpt::{SHORT, bounded, line};
use crate::refusal::{issue, refused};

/// The maximum length of a question, in characters.
const LONGEST_QUESTION: usize = 10_000;

/// The maximum length of an image's name, in characters.
const LONGEST_NAME: usize = 4_000;

/// The maximum length of an answer for the model, in characters.
const LONGEST_ANSWER: usize = 16_384;

/// The arguments of `image_recognition`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImageRecognitionArguments {
    /// The source of the image.
    pub from: ImageFrom,
    /// The image: a CSS selector, the name of a screenshot, a path or an address, depending on `from`.
    pub image: String,
    /// The question about the image, in words.
    pub question: String,
}

/// The metadata of an answer about an image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ImageRecognitionMetadata {
    /// The source of the image.
    pub from: ImageFrom,
    /// The image, by its name in the source.
    pub image: String,
    /// The type, by its bytes.
    pub media_type: String,
    /// The width in pixels.
    pub width: u64,
    /// The height in pixels.
    pub height: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// Whether the end of the answer was left out for the model.
    pub truncated: bool,
}

impl ResultMetadata for ImageRecognitionMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("image_recognition");
}

/// Answers questions about an image.
#[derive(Debug)]
pub struct ImageRecognition<I> {
    images: I,
    limits: ImageLimits,
}

impl<I: Images> ImageRecognition<I> {
    /// The tool over this means to read and recognize images.
    pub fn new(images: I, limits: ImageLimits) -> Self {
        Self { images, limits }
    }
}

impl<I: Images> Tool for ImageRecognition<I> {
    type Arguments = ImageRecognitionArguments;
    type Metadata = ImageRecognitionMetadata;

    fn name(&self) -> &'static str {
        "image_recognition"
    }

    fn description(&self) -> &'static str {
        "Answers a question about an image in words: the content of a screenshot, the values of a chart, the text on a photo. The \
         image is one that the page shows, a screenshot that was taken, a file, or one from the web. PNG, JPEG, GIF and WebP are \
         supported. Answers beyond 16,384 characters are cut, with a note at the end."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("agents".to_owned()),
            idempotent: Some(true),
            timeout: Some(120_000.0),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &ImageRecognitionArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        let ImageRecognitionArguments {
            from,
            image,
            question,
        } = arguments;
        let mut issues = Vec::new();
        let sources = self.images.sources();
        if !sources.contains(from) {
            let known: Vec<_> = sources.iter().map(|source| source.name()).collect();
            let message = format!(
                "images can't come from \"{}\" here, only from: {}",
                from.name(),
                known.join(", ")
            );
            issues.push(issue(&["from"], message));
        }
        if image.trim().is_empty() {
            issues.push(issue(&["image"], "is empty: name the image"));
        }
        if image.chars().count() > LONGEST_NAME {
            let message =
                format!("is longer than {LONGEST_NAME} characters: name an image, don't write one");
            issues.push(issue(&["image"], message));
        }
        if question.trim().is_empty() {
            issues.push(issue(&["question"], "is empty: ask about the image"));
        }
        if question.chars().count() > LONGEST_QUESTION {
            let message = format!("is longer than {LONGEST_QUESTION} characters");
            issues.push(issue(&["question"], message));
        }
        refused(issues)
    }

    async fn execute(
        &self,
        arguments: ImageRecognitionArguments,
        context: &ToolContext,
    ) -> ToolResult<ImageRecognitionMetadata> {
        let execution_id = &context.info().execution_id;
        let source = ImageSource {
            from: arguments.from,
            image: arguments.image,
            execution_id: execution_id.clone(),
        };
        let bytes = self.images.read(&source, self.limits.bytes).await?;
        let image = Image::of(bytes, &source.image, self.limits)?;
        let mut metadata = ImageRecognitionMetadata {
            from: source.from,
            image: source.image,
            media_type: image.media_type.name().to_owned(),
            width: image.width,
            height: image.height,
            bytes: image.bytes.len() as u64,
            truncated: false,
        };
        let recognized = self
            .images
            .recognize(image, &arguments.question, execution_id)
            .await;
        let answer = match recognized {
            Ok(answer) => answer,
            Err(failure) if failure.metadata.is_none() => return Err(failure.metadata(&metadata)),
            Err(failure) => return Err(failure),
        };
        if answer.trim().is_empty() {
            let failure =
                ToolFailure::new("The image recognition returned no answer for this one.");
            return Err(failure.code("no_answer").metadata(&metadata));
        }
        metadata.truncated = answer.chars().count() > LONGEST_ANSWER;
        let how = "Ask a narrower question.";
        Ok(ToolOutput::new(bounded(&answer, LONGEST_ANSWER, how)).with(metadata))
    }

    fn tracing_attributes(&self, arguments: &ImageRecognitionArguments) -> Vec<Attribute> {
        vec![
            Attribute::new("image.from", arguments.from.name()),
            Attribute::new("image.name", line(&arguments.image, SHORT)),
        ]
    }
}
