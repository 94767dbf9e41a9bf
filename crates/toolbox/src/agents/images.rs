use std::future::Future;

use ag_ui_lit::tool::ToolFailure;
use imagesize::{ImageType, blob_size, image_type};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::excerpt::{SHORT, line};

/// What a page can do with images.
pub trait Images: 'static {
    /// Where images may come from.
    fn sources(&self) -> Vec<ImageFrom>;

    /// The bytes of an image, whatever they are; of one that is larger than `most` bytes an error.
    ///
    /// # Errors
    ///
    /// When there is none, it may not be read, or it is too large.
    fn read(
        &self,
        source: &ImageSource,
        most: usize,
    ) -> impl Future<Output = Result<Vec<u8>, ToolFailure>>;

    /// Looks at an image, and answers a question about it. Dropping the future ends it.
    ///
    /// # Errors
    ///
    /// When the image can't be decoded, or whoever looks at it fails.
    fn recognize(
        &self,
        image: Image,
        question: &str,
        execution_id: &str,
    ) -> impl Future<Output = Result<String, ToolFailure>>;
}

/// Where an image comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ImageFrom {
    /// An element of the page that shows an image: `image` is a CSS selector of it.
    Element,
    /// A picture that was taken of the page: `image` is its name, such as `screenshot-1`.
    Screenshot,
    /// A file: `image` is its path.
    File,
    /// The web: `image` is its address.
    Url,
}

impl ImageFrom {
    /// The name in the model's arguments.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Element => "element",
            Self::Screenshot => "screenshot",
            Self::File => "file",
            Self::Url => "url",
        }
    }
}

/// An image, by what the model calls it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImageSource {
    /// Where it comes from.
    pub from: ImageFrom,
    /// Which it is.
    pub image: String,
    /// The execution that asks for it.
    pub execution_id: String,
}

/// What kinds of images are looked at: those that models know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaType {
    /// `image/gif`
    Gif,
    /// `image/jpeg`
    Jpeg,
    /// `image/png`
    Png,
    /// `image/webp`
    Webp,
}

impl MediaType {
    /// The kind that some bytes are, by the bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match image_type(bytes).ok()? {
            ImageType::Gif => Some(Self::Gif),
            ImageType::Jpeg => Some(Self::Jpeg),
            ImageType::Png => Some(Self::Png),
            ImageType::Webp => Some(Self::Webp),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gif => "image/gif",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
        }
    }
}

/// How large an image may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageLimits {
    /// Bytes.
    pub bytes: usize,
    /// Width times height: what a decoder has to hold.
    pub pixels: u64,
}

impl Default for ImageLimits {
    fn default() -> Self {
        Self {
            bytes: 8 * 1024 * 1024,
            pixels: 50_000_000,
        }
    }
}

/// An image that may be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// What it is.
    pub media_type: MediaType,
    /// In pixels.
    pub width: u64,
    /// In pixels.
    pub height: u64,
    /// All of it.
    pub bytes: Vec<u8>,
}

impl Image {
    /// An image of these bytes, which come from anywhere.
    ///
    /// # Errors
    ///
    /// When they are no image of a kind that is looked at, or a larger one than allowed.
    pub fn of(bytes: Vec<u8>, name: &str, limits: ImageLimits) -> Result<Self, ToolFailure> {
        let shown = line(name, SHORT);
        if bytes.len() > limits.bytes {
            return Err(too_large(&shown, limits.bytes));
        }
        let media_type = MediaType::of(&bytes).ok_or_else(|| no_image(&shown, &bytes))?;
        let size = blob_size(&bytes).map_err(|_| broken(&shown, media_type))?;
        let (width, height) = (size.width as u64, size.height as u64);
        if width == 0 || height == 0 {
            return Err(broken(&shown, media_type));
        }
        if width.saturating_mul(height) > limits.pixels {
            return Err(ToolFailure::permanent(format!(
                "The image {shown} is {width} × {height} pixels; at most {} pixels are looked at. Use a smaller version of it.",
                limits.pixels
            ))
            .code("image_too_large"));
        }
        Ok(Self {
            media_type,
            width,
            height,
            bytes,
        })
    }
}

/// Of one of the web no more than that is read: how long it is is not known.
fn too_large(name: &str, most: usize) -> ToolFailure {
    ToolFailure::permanent(format!(
        "The image {name} has more than {most} bytes, which is the most that is looked at. Use a smaller version of it."
    ))
    .code("image_too_large")
}

fn broken(name: &str, media_type: MediaType) -> ToolFailure {
    ToolFailure::permanent(format!(
        "{name} begins as {}, but is broken: it does not say how large the image is.",
        media_type.name()
    ))
    .code("image_broken")
}

fn no_image(name: &str, bytes: &[u8]) -> ToolFailure {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(1_000)]).to_lowercase();
    let what = if bytes.is_empty() {
        "is empty"
    } else if start.contains("<svg") {
        "is an SVG, which is text: read it as such, or take a screenshot of where it is shown"
    } else {
        "is no image that can be looked at"
    };
    ToolFailure::permanent(format!(
        "{name} {what}. PNG, JPEG, GIF and WebP are looked at; what an image is called does not count."
    ))
    .code("no_image")
}
