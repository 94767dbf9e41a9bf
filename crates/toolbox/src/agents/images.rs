use std::future::Future;

use ag_ui_lit::tool::ToolFailure;
use imagesize::{ImageType, blob_size, image_type};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::excerpt::{SHORT, line};

/// The page's means to read and recognize images.
pub trait Images: 'static {
    /// The available sources of images.
    fn sources(&self) -> Vec<ImageFrom>;

    /// Reads the bytes of an image of any type, up to `most`.
    ///
    /// # Errors
    ///
    /// If the image does not exist, may not be read, or is too large.
    fn read(
        &self,
        source: &ImageSource,
        most: usize,
    ) -> impl Future<Output = Result<Vec<u8>, ToolFailure>>;

    /// Answers a question about an image. Dropping the future ends it.
    ///
    /// # Errors
    ///
    /// If the image can't be decoded, or the recognition fails.
    fn recognize(
        &self,
        image: Image,
        question: &str,
        execution_id: &str,
    ) -> impl Future<Output = Result<String, ToolFailure>>;
}

/// A source of images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ImageFrom {
    /// An element of the page that shows an image: `image` is a CSS selector of it.
    Element,
    /// A screenshot of the page: `image` is its name, such as `screenshot-1`.
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

/// An image, as the model names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImageSource {
    /// The source.
    pub from: ImageFrom,
    /// The image in the source.
    pub image: String,
    /// The id of the execution.
    pub execution_id: String,
}

/// The supported types of images: those that models accept.
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
    /// The type of some bytes, by their content.
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

    /// The name of the type.
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

/// Limits on an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageLimits {
    /// The maximum size in bytes.
    pub bytes: usize,
    /// The maximum product of width and height, which determines the memory of a decoder.
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

/// An image within the limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The type.
    pub media_type: MediaType,
    /// The width in pixels.
    pub width: u64,
    /// The height in pixels.
    pub height: u64,
    /// The content.
    pub bytes: Vec<u8>,
}

impl Image {
    /// An image of these untrusted bytes.
    ///
    /// # Errors
    ///
    /// If they are not an image of a supported type, or exceed the limits.
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
                "The image {shown} is {width} × {height} pixels; at most {} pixels are supported. Use a smaller version of it.",
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

/// The failure for a too large image. The full size of one from the web is not known.
fn too_large(name: &str, most: usize) -> ToolFailure {
    ToolFailure::permanent(format!(
        "The image {name} has more than {most} bytes, which is the maximum. Use a smaller version of it."
    ))
    .code("image_too_large")
}

fn broken(name: &str, media_type: MediaType) -> ToolFailure {
    ToolFailure::permanent(format!(
        "{name} starts like {}, but is broken: its size can't be read.",
        media_type.name()
    ))
    .code("image_broken")
}

fn no_image(name: &str, bytes: &[u8]) -> ToolFailure {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(1_000)]).to_lowercase();
    let what = if bytes.is_empty() {
        "is empty"
    } else if start.contains("<svg") {
        "is an SVG, which is text: read it as text, or take a screenshot of the place that shows it"
    } else {
        "is not a supported image"
    };
    ToolFailure::permanent(format!(
        "{name} {what}. PNG, JPEG, GIF and WebP are supported; the name of an image does not matter."
    ))
    .code("no_image")
}
