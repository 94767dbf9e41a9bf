mod bounded;
mod tidy;

use htmd::HtmlToMarkdown;
use htmd::options::{BulletListMarker, Options};

use bounded::parse;
use tidy::{Tidied, tidy};

/// A page as Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// Its title.
    pub title: Option<String>,
    /// Its content.
    pub markdown: String,
    /// Bytes of it that were read, where its markup is more than a page can be built of.
    pub read: Option<usize>,
}

/// Converts a page. What is no content of it is left out: scripts, styles, navigation, what is hidden. `resolve` makes an
/// address absolute; what it does not know stays text.
///
/// The work is bounded, whatever the markup: parsing ends where it is too much, and what is nested too deeply is text.
#[must_use]
pub fn to_markdown(
    html: &str,
    resolve: &dyn Fn(&str, Option<&str>) -> Option<String>,
) -> Converted {
    let parsed = parse(html);
    let Tidied { title } = tidy(&parsed.document, resolve);
    let options = Options {
        bullet_list_marker: BulletListMarker::Dash,
        ul_bullet_spacing: 1,
        ol_number_spacing: 1,
        ..Options::default()
    };
    let markdown = HtmlToMarkdown::builder()
        .options(options)
        .skip_tags(vec!["head"])
        .build()
        .tree_to_markdown(&parsed.document);
    Converted {
        title,
        markdown,
        read: parsed.read,
    }
}
