//! HTML as Markdown, and markup that is made to take for ever.

use ag_ui_lit_toolbox::web::{Converted, Fetch, MemoryWeb, to_markdown};
use proptest::prelude::*;

fn convert(html: &str) -> Converted {
    let web = MemoryWeb::default();
    to_markdown(html, &|address, base| {
        let base = base.unwrap_or("https://a.example/docs/page");
        web.parse(address, Some(base)).map(|address| address.href)
    })
}

fn markdown(html: &str) -> String {
    convert(html).markdown
}

#[test]
fn a_page_is_its_content() {
    let page = convert(
        "<!doctype html><html><head><title> A
  page </title><style>p{}</style></head><body>
         <nav><a href=/>Home</a></nav>
         <h1>Heading</h1><p>Some <b>bold</b> and <a href='../x?y#z'>a link</a>.<!-- no -->
         <script>alert(1)</script><noscript>No scripts.</noscript>
         <ul><li>one<li>two</ul><pre><code class='language-js'>a
  b</code></pre>
         <table><tr><th>A<th>B<tr><td>1<td>2</table>
         <p hidden>secret</p><div aria-hidden=true>x</div><svg><text>s</text></svg>
         <img src=pic.png alt=Pic></body>",
    );
    assert_eq!(page.title.as_deref(), Some("A page"));
    assert_eq!(page.read, None);
    for part in [
        "# Heading",
        "**bold**",
        "[a link](https://a.example/x?y#z)",
        "- one\n- two",
        "```js\na\n  b\n```",
        "| A | B |",
        "No scripts.",
        "![Pic](https://a.example/docs/pic.png)",
    ] {
        assert!(page.markdown.contains(part), "{part} in\n{}", page.markdown);
    }
    for part in ["Home", "alert", "secret", "no -->", "p{}"] {
        assert!(
            !page.markdown.contains(part),
            "{part} in\n{}",
            page.markdown
        );
    }
}

#[test]
fn a_base_counts_and_what_no_one_can_follow_is_text() {
    let text = markdown(
        "<base href=https://other.example/dir/><p><a href=x>one</a> <a href='javascript:alert(1)'>two</a> <a href='data:text/html,x'>three</a> \
         <a href='http://['>four</a> <a href='mailto:a@b.example'>five</a><img src='data:image/png;base64,AAAA' alt=six>",
    );
    assert!(
        text.contains(
            "[one](https://other.example/dir/x) two three four [five](mailto:a@b.example)"
        ),
        "{text}"
    );
    assert!(
        !text.contains("javascript") && !text.contains("AAAA"),
        "{text}"
    );
}

#[test]
fn what_is_nested_too_deeply_is_text_and_the_rest_is_left_out() {
    for tag in [
        "div",
        "b",
        "ul><li",
        "blockquote",
        "table><tr><td",
        "span",
        "select",
        "template",
        "svg",
        "font color=1",
    ] {
        let page = convert(&format!(
            "<p>begin</p>{}deep",
            format!("<{tag}>").repeat(40_000)
        ));
        assert!(page.markdown.contains("begin"), "{tag}: {}", page.markdown);
        assert!(
            page.read.is_some() || page.markdown.len() < 1_000_000,
            "{tag}"
        );
    }
    let text = markdown(&format!(
        "{}deep{}after",
        "<div>".repeat(125),
        "</div>".repeat(125)
    ));
    assert!(text.contains("deep") && text.contains("after"), "{text}");
}

#[test]
fn markup_that_is_made_to_take_for_ever_does_not() {
    let formatting: String = (0..500).map(|number| format!("<b a={number}>")).collect();
    let attributes: String = (0..40_000).map(|number| format!(" a{number}")).collect();
    for html in [
        format!("{formatting}{}", "<p>x".repeat(20_000)),
        format!("<a{attributes}>x"),
        format!("<table>{}", "<b>x</b>".repeat(20_000)),
        format!("<table>{}</table>", "x<i>y".repeat(20_000)),
        format!(
            "<select>{}<selectedcontent></select>",
            "<option>x".repeat(20_000)
        ),
        "<a href=x>".repeat(20_000),
        "<table><tr><td>".to_owned() + &"y".repeat(40_000) + &"<tr><td>x".repeat(20_000),
        format!(
            "<table><tr>{}",
            "<td>x".repeat(4_000) + &"<tr><td>z".repeat(4_000)
        ),
        "<div><table></div></table>".repeat(20_000),
        "<!--".repeat(40_000),
        "&".repeat(200_000),
        "<".repeat(200_000),
        "</p>".repeat(40_000),
        "<h1>".repeat(20_000),
        "<li>x".repeat(20_000),
        "*_`#[]()".repeat(20_000),
    ] {
        let page = convert(&html);
        assert!(page.markdown.len() < 2_000_000, "{}", &html[..40]);
    }
}

#[test]
fn attributes_need_no_blanks_between_them_to_be_too_many() {
    for separator in ["", "\r", "\x0c", "/", "\t"] {
        for quote in ["\"", "'"] {
            let attributes: String = (0..40_000)
                .map(|number| format!("a{number}={quote}{quote}{separator}"))
                .collect();
            let html = format!("<a {attributes}>x");
            let read = convert(&html).read;
            assert!(
                read.is_some_and(|read| read < html.len() / 2),
                "{separator:?} {read:?}"
            );
        }
    }
}

proptest! {
    #[test]
    fn no_markup_breaks_it(html in prop::collection::vec(prop::sample::select(vec![
        "<", ">", "</", "p", "<table>", "<tr>", "<td>", "</table>", "<b>", "</b>", "<a href=x>", "</a>", "<li>", "<ul>", "</ul>", "<select>",
        "<option>", "<template>", "</template>", "<svg>", "<math>", "<pre>", "<code>", "</code>", "<base href=//x>", "<title>", "</title>",
        "<head>", "<body>", "<frameset>", "text", " ", "\n", "&amp;", "&#0;", "\u{0}", "<!--", "-->", "<img src=/i>", "<h1>", "<form>",
        "<br>", "<hr>", "<noscript>", "<plaintext>", "<textarea>", "<span>", "</p>", "<caption>", "<colgroup>", "<html hidden>",
    ]), 0..60)) {
        let _ = convert(&html.concat());
    }
}
