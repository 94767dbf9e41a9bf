//! Markup built to take forever: twice as much of it takes at most twice as many steps, and words are not lost.

use std::cell::Cell;

use ag_ui_lit_toolbox::web::{Turns, to_markdown};

use crate::web_html::convert;

/// Markup by its length: steps may grow in proportion to it.
fn pages(count: usize) -> Vec<(&'static str, String)> {
    let numbered = |make: &dyn Fn(usize) -> String| (0..count).map(make).collect::<String>();
    let many = |text: &str| text.repeat(count);
    let mut pages = vec![
        (
            "attributes of repeated body tags",
            numbered(&|at| format!("<body a{at}>")),
        ),
        (
            "attributes of repeated html tags",
            numbered(&|at| format!("<html a{at}=x>")),
        ),
        (
            "attributes of one tag",
            format!("<a {}>", numbered(&|at| format!("a{at} "))),
        ),
        (
            "attributes without blanks",
            format!("<a {}>", numbered(&|at| format!("a{at}=''"))),
        ),
        (
            "one long attribute",
            format!("<p title='{}'>", many("a b ")),
        ),
        (
            "declarations",
            format!("<p style='{}'>", many("color:red;")),
        ),
        ("misnested formatting", many("<a><b>")),
        ("misnested links", many("<a href=1><div>")),
        (
            "formatting that is opened anew",
            format!(
                "{}{}",
                (0..300).map(|at| format!("<b a={at}>")).collect::<String>(),
                many("<p>x")
            ),
        ),
        (
            "misplaced elements of a table",
            format!("<table>{}", many("<b>x</b>")),
        ),
        (
            "misplaced words of a table",
            format!("<table>{}", many("x<i>y")),
        ),
        (
            "cells",
            format!("<table><tr>{}{}", many("<td>x"), many("<tr><td>z")),
        ),
        (
            "spans",
            format!("<table>{}", many("<tr><td rowspan=65534 colspan=1000>x")),
        ),
        (
            "spans of all rows",
            format!(
                "<table><tr>{}{}",
                "<td rowspan=0>x".repeat(500),
                many("<tr><td>z")
            ),
        ),
        ("options", format!("<select>{}</select>", many("<option>x"))),
        ("entities", many("&amp;&bogus;&")),
        ("a long word", many("xxxxxxxxxx")),
        ("links", many("<a href=/x>l</a> ")),
        (
            "rules",
            format!(
                "<style>{}</style>{}",
                numbered(&|at| format!(".a{at}{{color:red}}")),
                many("<p class=a1>x")
            ),
        ),
        (
            "selectors",
            format!("<style>{}b{{color:red}}</style>", many("a,")),
        ),
        (
            "open blocks of a style sheet",
            format!("<style>{}</style>", many("a{(")),
        ),
        (
            "open media queries",
            format!("<style>{}</style>", many("@media x{")),
        ),
        (
            "quotations",
            format!("{}{}", "<blockquote>".repeat(40), many("<p>x")),
        ),
        (
            "items in items",
            format!("{}{}", "<ul><li>".repeat(40), many("x<br>")),
        ),
        ("characters of Markdown", many("*_`#[]()~|")),
        ("backticks", format!("<code>{}</code>", many("`"))),
        ("hidden blocks", many("<p hidden>x")),
        ("hidden characters", many("\u{202e}")),
        (
            "inner tables",
            format!("<table><tr><td>{}", many("<table><tr><td>y</table>")),
        ),
        ("comments", many("<!--")),
        ("end tags", many("</p></b></x>")),
        (
            "lines of code",
            format!("<pre>{}</pre>", many("<div>x</div>")),
        ),
        (
            "addresses of pictures",
            format!("<img alt=z src=data:image/png;base64,{}>", many("AAAA")),
        ),
    ];
    for tag in [
        "div",
        "b",
        "ul><li",
        "blockquote",
        "table",
        "table><tr><td",
        "span",
        "select",
        "template",
        "svg",
        "math><mrow",
        "font color=1",
        "button",
        "ruby><rt",
        "h1",
        "nobr",
        "p",
        "object",
        "frameset",
        "div style=color:red",
        "code",
        "pre",
        "dl><dd",
    ] {
        pages.push((
            tag,
            format!("<p>begin</p>{}deep", many(&format!("<{tag}>"))),
        ));
    }
    pages
}

#[test]
fn twice_the_markup_takes_no_more_than_twice_the_steps() {
    for ((what, once), (_, twice)) in pages(1_500).into_iter().zip(pages(3_000)) {
        let (first, second) = (convert(&once), convert(&twice));
        assert!(
            second.steps <= first.steps * 2 + 5_000,
            "{what}: {} and {} steps",
            first.steps,
            second.steps
        );
        assert!(
            first.steps < 200 * once.len(),
            "{what}: {} steps",
            first.steps
        );
        assert!(
            second.markdown.len() < 400_000,
            "{what}: {} bytes",
            second.markdown.len()
        );
    }
}

struct Counted(Cell<usize>);

impl Turns for Counted {
    async fn pause(&self) {
        self.0.set(self.0.get() + 1);
    }
}

#[test]
fn a_long_page_yields_to_other_work() {
    let turns = |count: usize| {
        let counted = Counted(Cell::new(0));
        let html = "<p>some <b>words</b> in a long page</p>".repeat(count);
        futures_executor::block_on(to_markdown(&html, &|_, _| None, &counted));
        counted.0.get()
    };
    let (once, twice) = (turns(10_000), turns(20_000));
    assert!(once > 1 && twice > once, "{once} and {twice}");
}

#[test]
fn deeply_nested_elements_lose_their_tags_and_no_words() {
    for tag in [
        "div",
        "b",
        "ul><li",
        "blockquote",
        "table><tr><td",
        "span",
        "font color=1",
        "section",
        "em",
        "div hidden style=display:block",
    ] {
        let names: Vec<&str> = tag
            .split("><")
            .map(|tag| tag.split(' ').next().unwrap())
            .collect();
        let close: String = names
            .iter()
            .rev()
            .map(|name| format!("</{name}>"))
            .collect();
        for depth in [100, 1_000, 5_000] {
            let page = convert(&format!(
                "<p>begin</p>{}deep{}<p>after",
                format!("<{tag}>").repeat(depth),
                close.repeat(depth)
            ));
            let (begin, rest) = page.markdown.split_once("deep").unwrap();
            assert!(
                begin.contains("begin") && rest.contains("after"),
                "{tag} {depth}: {}",
                page.markdown
            );
            assert_eq!(page.read, None, "{tag} {depth}");
        }
    }
    let page = convert(&format!("{}a<td>b<p>c", "<table><tr><td>".repeat(500)));
    assert!(
        !page.markdown.contains("ab") && !page.markdown.contains("bc"),
        "{}",
        page.markdown
    );
}

#[test]
fn a_page_of_too_many_elements_is_cut_and_the_place_is_reported() {
    let html = "<p>x".repeat(80_000);
    let page = convert(&html);
    assert!(
        page.read
            .is_some_and(|read| read > 200_000 && read < html.len()),
        "{:?}",
        page.read
    );
}

#[test]
fn style_rules_beyond_the_limit_are_reported() {
    let rules: String = (0..30_000)
        .map(|at| format!(".a{at}{{display:none}}"))
        .collect();
    assert!(
        convert(&format!("<style>{rules}</style>x"))
            .left_out
            .has_more_rules
    );
    let rules: String = (0..5_000)
        .map(|at| format!(".a .b{at} .a{{display:none}}"))
        .collect();
    let page = convert(&format!(
        "<style>{rules}</style>{}{}",
        "<div class=a>".repeat(60),
        "<p class=a>x</p>".repeat(1_000)
    ));
    assert!(page.left_out.has_more_rules && page.markdown.contains('x'));
}
