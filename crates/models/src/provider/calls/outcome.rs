use crate::provider::api::Api;
use crate::provider::json::Json;

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// True if the tool did what it was asked to.
    pub is_success: bool,
    /// The text that the model reads: the result, or the reason that there is none.
    pub text: String,
    /// The images that it sees in addition.
    pub images: Vec<ResultImage>,
}

/// An image of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultImage {
    /// Base64.
    pub data: String,
    /// Such as `image/png`.
    pub mime: String,
}

impl Outcome {
    /// Of a call that has none, perhaps because something is wrong with it.
    #[must_use]
    pub fn missing(issue: Option<&str>) -> Self {
        Self {
            is_success: false,
            text: issue.unwrap_or("The call was not run.").to_owned(),
            images: Vec::new(),
        }
    }

    /// The result as data, where its text is a JSON object: what the model may read, and no more.
    pub(in crate::provider) fn data(&self) -> Option<Json> {
        if !self.is_success || !self.text.trim_start().starts_with('{') {
            return None;
        }
        Json::read(&self.text)
            .ok()
            .filter(|value| value.as_object().is_some())
    }

    /// With the images that an API takes, and a line that says how many it does not.
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

    /// For an API that knows no failed results.
    pub(in crate::provider) fn said(&self) -> String {
        if self.is_success {
            self.text.clone()
        } else {
            format!("Error: {}", self.text)
        }
    }
}
