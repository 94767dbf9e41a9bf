mod code;
mod controls;
mod escape;
mod inline;
mod list;
mod math;
mod page;
mod parse;
mod style;
mod table;
mod tree;
mod writer;

use page::Page;
use parse::parse;

/// A page as Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// Its title.
    pub title: Option<String>,
    /// Its content.
    pub markdown: String,
    /// Bytes of it that were read, where its markup is more than a page can be built of.
    pub read: Option<usize>,
    /// The parts of its content that were left out, and the reason.
    pub left_out: LeftOut,
    /// Steps the conversion took, which grow no faster than the page.
    pub steps: usize,
}

/// Parts of a page that its Markdown does not have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Passages that a person would not see.
    pub hidden: usize,
    /// Characters that a person would not see.
    pub letters: usize,
    /// Parts that only lead elsewhere: navigation.
    pub navigation: usize,
    /// Passages in a color that may be that of their background, which style sheets of other files decide.
    pub doubtful: usize,
    /// Whether the page has more style rules than were applied.
    pub has_more_rules: bool,
}

/// The time after which work yields to others.
pub trait Turns {
    /// Waits until timers and aborts had a chance.
    fn pause(&self) -> impl Future<Output = ()>;
}

/// No turns: for tests and for what is short.
impl Turns for () {
    async fn pause(&self) {}
}

/// Converts a page. What is no content of it is left out: scripts, styles, navigation, what is hidden. `resolve` makes an
/// address absolute; what it does not know stays text.
///
/// No visible word is lost, cells keep their row and column, and code stays as it is. The work is bounded, whatever the markup,
/// and done in turns: parsing ends where it is too much, and what is nested too deeply loses its tags.
pub async fn to_markdown(
    html: &str,
    resolve: &dyn Fn(&str, Option<&str>) -> Option<String>,
    turns: &impl Turns,
) -> Converted {
    let parsed = parse(html, turns).await;
    let mut page = Page::new(&parsed.tree, resolve);
    page.prepare();
    turns.pause().await;
    page.write();
    let written = page.finish();
    Converted {
        title: written.title,
        markdown: written.markdown,
        read: parsed.read,
        left_out: written.left_out,
        steps: parsed.steps + written.steps,
    }
}

/// Returns true if an element stands within a line; an unknown one does.
fn is_inline(tag: &str) -> bool {
    const BLOCKS: [&str; 51] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "frameset",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "p",
        "plaintext",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "ul",
    ];
    !BLOCKS.contains(&tag) && tag != "tr" && tag != "xmp"
}
