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
    /// The title.
    pub title: Option<String>,
    /// The content.
    pub markdown: String,
    /// The number of bytes that were read, if the markup exceeded the limits.
    pub read: Option<usize>,
    /// The parts of the content that were left out, and the reasons.
    pub left_out: LeftOut,
    /// The steps of the conversion, in proportion to the page.
    pub steps: usize,
}

/// Parts of a page that its Markdown lacks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Passages that a person would not see.
    pub hidden: usize,
    /// Characters that a person would not see.
    pub letters: usize,
    /// Parts that only lead elsewhere: navigation.
    pub navigation: usize,
    /// Passages whose color may be that of their background, depending on style sheets in other files.
    pub doubtful: usize,
    /// Whether the page has more style rules than were applied.
    pub has_more_rules: bool,
}

/// The means to yield to other work.
pub trait Turns {
    /// Waits until pending timers and aborts have run.
    fn pause(&self) -> impl Future<Output = ()>;
}

/// No yielding: for tests and short texts.
impl Turns for () {
    async fn pause(&self) {}
}

/// Converts a page. Everything that is not content is left out: scripts, styles, navigation, hidden parts. `resolve` makes
/// an address absolute; a link that it does not resolve becomes text.
///
/// Visible words are not lost, cells keep their row and column, and code is unchanged. The work is bounded for any markup,
/// and is done in turns: parsing ends at its limits, and elements that are nested too deeply lose their tags.
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

/// Returns true if an element is part of a line. Unknown elements are.
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
