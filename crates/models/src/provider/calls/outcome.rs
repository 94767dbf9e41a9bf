use crate::provider::api::Api;
use crate::provider::json::Json;

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// True if the tool succeeded.
    pub is_success: bool,
    /// The text for the model: the result, or the reason for its absence.
    pub text: String,
    /// Images for the model, in addition to the text.
    pub images: Vec<ResultImage>,
}

/// An image of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultImage {
    /// The data in Base64.
    pub data: String,
    /// The media type, such as `image/png`.
    pub mime: String,
}

impl Outcome {
    /// The outcome of a call that was not run, with its issue as the reason.
    #[must_use]
    pub fn missing(issue: Option<&str>) -> Self {
        Self {
            is_success: false,
            text: issue.unwrap_or("The call was not run.").to_owned(),
            images: Vec::new(),
        }
    }

    /// The result as data, if its text is a JSON object. It contains exactly what the model may read.
    pub(in crate::provider) fn data(&self) -> Option<Json> {
        if !self.is_success || !self.text.trim_start().starts_with('{') {
            return None;
        }
        Json::read(&self.text)
            .ok()
            .filter(|value| value.as_object().is_some())
    }

    /// The same outcome with the images that an API accepts. A line reports the number of images that it does not accept.
    pub(in crate::provider) fn for_api(&self, api: &dyn Api) -> Self {
        let takes = |image: &&ResultImage| api.takes_image(&image.mime);
        let images: Vec<_> = self.images.iter().filter(takes).cloned().collect();
        let left = self.images.len() - images.len();
        let text = if left == 0 {
            self.text.clone()
        } else {
            format!("{}\n({left} of its images can't be sent here.)", self.text)
        };
        Self {
            is_success: self.is_success,
            text,
            images,
        }
    }

    /// The text for an API without failed results: a failure starts with "Error:".
    pub(in crate::provider) fn with_status(&self) -> String {
        if self.is_success {
            self.text.clone()
        } else {
            format!("Error: {}", self.text)
        }
    }
}
