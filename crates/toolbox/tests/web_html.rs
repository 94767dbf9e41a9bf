//! HTML as Markdown: visible words are not lost, cells keep their row and column, code is unchanged.

use ag_ui_lit_toolbox::web::{Converted, Fetch, MemoryWeb, to_markdown};
use proptest::prelude::*;

pub fn convert(html: &str) -> Converted {
    let web = MemoryWeb::default();
    let resolve = |address: &str, base: Option<&str>| {
        let base = base.unwrap_or("https://a.example/docs/page");
        web.parse(address, Some(base)).map(|address| address.href)
    };
    futures_executor::block_on(to_markdown(html, &resolve, &()))
}

pub fn markdown(html: &str) -> String {
    convert(html).markdown
}

#[test]
fn only_the_content_of_a_page_is_kept() {
    let page = convert(
        "<!doctype html><html><head><title> A
  page </title><style>p{}</style></head><body>
         <nav><a href=/>Home</a></nav>
         <h1>Heading</h1><p>Some <b>bold</b> and <a href='../x?y#z'>a link</a>.<!-- no -->
         <script>alert(1)</script><noscript>No scripts.</noscript>
         <ul><li>one<li>two</ul><pre><code class='language-js'>a
  b</code></pre>
         <table><tr><th>A<th>B<tr><td>1<td>2</table>
         <p hidden>secret</p><svg><title>t</title><text>drawn</text></svg>
         <template>kept</template><img src=pic.png alt=Pic></body>",
    );
    assert_eq!(page.title.as_deref(), Some("A page"));
    assert_eq!(page.read, None);
    assert_eq!(
        page.markdown,
        "# Heading\n\nSome **bold** and [a link](https://a.example/x?y#z). No scripts.\n\n- one\n- two\n\n```js\na\n  b\n```\n\n\
         | A   | B   |\n| --- | --- |\n| 1   | 2   |\n\ndrawn ![Pic](https://a.example/docs/pic.png)"
    );
    assert_eq!((page.left_out.hidden, page.left_out.navigation), (1, 1));
}

#[test]
fn a_base_counts_and_links_that_can_not_be_followed_are_text() {
    let text = markdown(
        "<base href=https://other.example/dir/><p><a href=x>one</a> <a href='javascript:alert(1)'>two</a> <a href='data:text/html,x'>three</a> \
         <a href='http://['>four</a> <a href='mailto:a@b.example'>five</a><img src='data:image/png;base64,AAAA' alt=six>",
    );
    assert_eq!(
        text,
        "[one](https://other.example/dir/x) two three four [five](mailto:a@b.example)![six]"
    );
}

#[test]
fn rows_that_start_with_a_header_keep_their_cells() {
    let text = markdown("<table><tr><th>Height<td>330 m<tr><th>Built<td>1889</table>");
    assert_eq!(
        text,
        "|        |       |\n| ------ | ----- |\n| Height | 330 m |\n| Built  | 1889  |"
    );
    let text = markdown("<table><tr><td>tea<td>3<tr><td>milk<td>2</table>");
    assert_eq!(
        text,
        "|      |     |\n| ---- | --- |\n| tea  | 3   |\n| milk | 2   |"
    );
}

#[test]
fn a_spanning_cell_is_in_each_of_its_rows_and_columns() {
    let text = markdown(
        "<table><caption>Cap</caption><tr><th>Region<th>Country<th colspan=2>People<tr><td rowspan=2>Europe<td>France<td>67<td>a\
         <tr><td>Germany<td>83<td>b<tr><td colspan=4>All<tr><td rowspan=0>Asia<td>x<td>y<td>z<tr><td>u<td>v<td>w</table>",
    );
    assert_eq!(
        cells(&text),
        [
            vec!["Region", "Country", "People", "People"],
            vec!["Europe", "France", "67", "a"],
            vec!["Europe", "Germany", "83", "b"],
            vec!["All", "", "", ""],
            vec!["Asia", "x", "y", "z"],
            vec!["Asia", "u", "v", "w"],
        ]
    );
    assert!(text.starts_with("Cap\n\n"), "{text}");
}

#[test]
fn the_content_of_a_cell_stays_in_it() {
    let text = markdown(
        "<table><tr><th>A<th>B<tr><td>a|b <code>c|d</code><td><ul><li>x<li>y</ul>z<br>w<tr><td><pre>p1\np2</pre>\
         <td><table><tr><td>n1<td>n2<tr><td>n3</table><p>after</table>",
    );
    assert_eq!(
        cells(&text),
        [
            vec!["A", "B"],
            vec!["a\\|b `c\\|d`", "- x<br>- y<br>z<br>w"],
            vec!["`p1`<br>`p2`", "n1; n2<br>n3<br>after"],
        ]
    );
}

#[test]
fn a_layout_table_is_replaced_by_its_content() {
    for table in ["table role=presentation", "table"] {
        let text = markdown(&format!("<{table}><tr><td><h1>T</h1><p>x<p>y</table>"));
        assert_eq!(text, "# T\n\nx\n\ny");
    }
    let text = markdown("<table><tr><td>Top<tr><td><table><tr><th>k<td>v</table></table>");
    assert_eq!(text, "Top\n\n|     |     |\n| --- | --- |\n| k   | v   |");
}

#[test]
fn code_is_unchanged() {
    let text = markdown("<pre>a  `b`\n  <b>c</b> <a href=x>d</a> *e* &lt;f&gt;\n\n</pre>");
    assert_eq!(text, "```\na  `b`\n  c d *e* <f>\n\n```");
    let text = markdown("<pre><code class='hl language-md'>```\nx\n````</code></pre>");
    assert_eq!(text, "`````md\n```\nx\n````\n`````");
    let text =
        markdown("<code>a <b>b_c_</b></code> <code><a href=/z>F</a></code> <code>``x`</code>");
    assert_eq!(text, "`a b_c_` [`F`](https://a.example/z) ``` ``x` ```");
    let text = markdown("<pre><div>one</div><div>two</div></pre><xmp><b>raw</b></xmp>");
    assert_eq!(text, "```\none\ntwo\n```\n\n```\n<b>raw</b>\n```");
    let text = markdown("<pre><table><tr><td>1<td>a<tr><td>2<td>b</table></pre>");
    assert_eq!(text, "```\n1\ta\n2\tb\n```");
    let text = markdown("<ul><li>x<pre>a\n b\n</pre></ul>");
    assert_eq!(text, "- x\n\n  ```\n  a\n   b\n  ```");
}

#[test]
fn marks_do_not_change_words() {
    for (html, expected) in [
        (
            "A<a href=x> green </a>door",
            "A [green](https://a.example/docs/x) door",
        ),
        ("<p><b> a </b>b<i>c</i>d", "**a** b*c*d"),
        ("<b>a</b><b>b</b>", "**ab**"),
        (
            "10<sup>6</sup> H<sub>2</sub>O",
            "10<sup>6</sup> H<sub>2</sub>O",
        ),
        (
            "<s>old</s> <del>x</del> <strike>y</strike> <span style='text-decoration:line-through red'>9</span>",
            "~~old~~ ~~x~~ ~~y~~ ~~9~~",
        ),
        ("<del><p>a</p><p>b</p></del>c", "~~a~~\n\n~~b~~\n\nc"),
        ("he said <q>no</q>", "he said “no”"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"),
        (
            "<abbr title=World>W</abbr> 330&nbsp;m soft&shy;ly",
            "W 330 m softly",
        ),
        ("<p>a<br>b<br><br>c<br>", "a  \nb  \nc"),
        ("<p style='white-space:pre-line'>a\nb", "a  \nb"),
        ("<h2>a<br>b</h2><h3></h3>", "## a b"),
        (
            "<div style='display:flex'><span>A</span><span>B</span></div>",
            "A B",
        ),
        ("<p dir=rtl>שלום <b>עולם</b>", "שלום **עולם**"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn a_link_around_blocks_is_repeated_in_each() {
    let text = markdown("<a href=/y><div>Block <b>bold</b></div><h3>Head</h3><p>para</a> after");
    assert_eq!(
        text,
        "[Block **bold**](https://a.example/y)\n\n### [Head](https://a.example/y)\n\n[para](https://a.example/y) after"
    );
    let text = markdown("<a href=/q><img src=/i alt=I></a> <a href='/p(1)'>x</a>");
    assert_eq!(
        text,
        "[![I](https://a.example/i)](https://a.example/q) [x](<https://a.example/p(1)>)"
    );
}

#[test]
fn a_formula_is_read_in_a_line() {
    for (html, expected) in [
        (
            "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>",
            "(a + b)/2",
        ),
        (
            "<msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mn>4</mn>",
            "x^2 = 4",
        ),
        ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x_1^2"),
        (
            "<msqrt><mi>y</mi></msqrt><mroot><mi>z</mi><mn>3</mn></mroot>",
            "√(y)(z)^(1/3)",
        ),
        (
            "<semantics><mi>v</mi><annotation>hidden words</annotation></semantics>",
            "v",
        ),
        ("<mi>sin</mi><mo>\u{2061}</mo><mi>t</mi>", "sint"),
    ] {
        assert_eq!(
            markdown(&format!("<math>{html}</math>")),
            expected,
            "{html}"
        );
    }
}

#[test]
fn items_keep_their_numbers() {
    let text = markdown(
        "<ol start=5><li>five<li value=9>nine<ul><li>sub</ul><li>ten</ol><ol reversed><li>c<li>b</ol><ol type=a><li>x</ol>\
         <ol type=I start=4><li>y</ol>",
    );
    assert_eq!(
        text,
        "5. five\n9. nine\n   - sub\n10. ten\n\n2. c\n1. b\n\na. x\n\nIV. y"
    );
    let text = markdown("<dl><dt>T<dd>D<dd>E<dt>U<dd><p>p<p>q</dl>");
    assert_eq!(text, "T\n: D\n: E\n\nU\n: p\n\n  q");
    let text = markdown("<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>");
    assert_eq!(text, "> a\n>\n> b\n>\n> > c");
    let text = markdown("<details><summary>More</summary>text</details>");
    assert_eq!(text, "More\n\ntext");
}

#[test]
fn controls_show_their_values_and_choices() {
    let text = markdown(
        "<form>City <input value=Berlin> <input placeholder=Name> <input type=hidden value=t0ken><input type=password value=pw>\
         <input type=checkbox checked> Yes <input type=radio> No <select><option>S<option selected>M<option label=Large>L</select>\
         <textarea>some text</textarea> <button>Buy <b>now</b></button><input type=submit></form>",
    );
    assert_eq!(
        text,
        "City [Berlin] [Name] [•••] [x] Yes [ ] No [S; M (selected); Large] [some text] [Buy **now**] [Submit]"
    );
}

#[test]
fn only_characters_with_a_meaning_in_markdown_are_escaped() {
    for (html, expected) in [
        (
            "1. no<br># no<br>- no<br>&gt; no",
            "1\\. no  \n\\# no  \n\\- no  \n\\> no",
        ),
        (
            "2*3*4 a * b snake_case _x_",
            "2\\*3\\*4 a * b snake_case \\_x\\_",
        ),
        ("[a](b) [c] ~~d~~", "[a\\](b) [c] \\~\\~d\\~\\~"),
        (
            "&lt;b&gt; 5 &lt; 6 &amp;amp; &amp; c",
            "\\<b> 5 < 6 \\&amp; & c",
        ),
        ("C:\\dir \\* `x`", "C:\\dir \\\\\\* \\`x\\`"),
        ("<a href=/>a]b[c</a>", "[a\\]b\\[c](https://a.example/)"),
        ("3.5 #1 -1 +2", "3.5 #1 -1 +2"),
        (
            "see https://x.example/_a_b_?c=*d&amp;e; _f_",
            "see https://x.example/_a_b_?c=*d&e; \\_f\\_",
        ),
    ] {
        assert_eq!(markdown(&format!("<p>{html}")), expected, "{html}");
    }
}

#[test]
fn a_shadow_tree_shows_its_slots() {
    let text = markdown(
        "<x-y><template shadowrootmode=open><b>own</b> <slot name=s></slot> <slot></slot></template>light<i slot=s>named</i></x-y>",
    );
    assert_eq!(text, "**own** *named* light");
}

/// The cells of a table, row by row.
fn cells(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| line.starts_with('|'));
    let cells = lines.map(|line| {
        let line = line.trim_start_matches("| ").trim_end_matches(" |");
        line.split(" | ").map(str::trim).collect::<Vec<_>>()
    });
    cells
        .filter(|cells| cells.iter().any(|cell| !cell.starts_with("---")))
        .collect()
}

/// Random trees, and the words in them.
fn tree() -> impl Strategy<Value = (String, Vec<String>)> {
    let word = "[a-z]{1,6}".prop_map(|word: String| (format!(" {word} "), vec![word]));
    word.prop_recursive(6, 60, 5, |inner| {
        let tags = prop::sample::select(vec![
            "div",
            "p",
            "b",
            "i",
            "em",
            "s",
            "a href=x",
            "span",
            "ul><li",
            "ol><li",
            "li",
            "h1",
            "h3",
            "blockquote",
            "pre",
            "code",
            "sup",
            "sub",
            "q",
            "table><tr><td",
            "table><tr><th",
            "tr",
            "td",
            "dl><dt",
            "dd",
            "details",
            "summary",
            "ruby",
            "rt",
            "label",
            "form",
            "button",
            "section",
            "center",
            "font",
            "u",
            "small",
            "main",
            "article",
            "x-custom",
            "kbd",
            "fieldset",
            "legend",
            "figure",
            "figcaption",
            "address",
            "noscript",
            "svg><text",
            "math><mi",
            "caption",
            "output",
        ]);
        (tags, prop::collection::vec(inner, 0..5)).prop_map(|(tags, parts)| {
            let (html, words): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            let open = format!("<{tags}>");
            let names = tags
                .split("><")
                .map(|tag| tag.split(' ').next().unwrap_or_default());
            let mut close: Vec<String> = names.map(|name| format!("</{name}>")).collect();
            close.reverse();
            (
                format!(" {open}{}{} ", html.concat(), close.concat()),
                words.concat(),
            )
        })
    })
}

proptest! {
    /// Words that the parser moves, for example out of tables, may be in another place: each occurs as often as on the page.
    #[test]
    fn no_visible_word_is_lost(parts in prop::collection::vec(tree(), 1..4)) {
        let (html, words): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        let html = html.concat();
        let text = markdown(&html);
        let count = |text: &str, word: &str| {
            text.split(|letter: char| !letter.is_ascii_lowercase()).filter(|other| *other == word).count()
        };
        let all = words.concat();
        for word in &all {
            if ["sup", "sub", "br", "a", "https", "example", "docs", "x"].contains(&word.as_str()) {
                continue;
            }
            let expected = all.iter().filter(|other| *other == word).count();
            prop_assert!(count(&text, word) >= expected, "{word}\n{html}\n{text}");
        }
    }

    #[test]
    fn words_keep_their_order(words in prop::collection::vec(("[a-z]{4,8}", prop::sample::select(vec![
        "p", "div", "b", "i", "s", "span", "h2", "li", "blockquote", "pre", "code", "q", "a href=/u", "td", "dt", "dd", "kbd",
    ])), 1..30)) {
        let html: String = words.iter().map(|(word, tag)| {
            let name = tag.split(' ').next().unwrap_or_default();
            format!("<{tag}>{word}</{name}> ")
        }).collect();
        let text = markdown(&html);
        let mut rest = text.as_str();
        for (word, _) in &words {
            let at = rest.find(word.as_str());
            prop_assert!(at.is_some(), "{word}\n{html}\n{text}");
            rest = &rest[at.unwrap_or_default() + word.len()..];
        }
    }

    #[test]
    fn each_cell_is_in_its_row_and_column(
        rows in prop::collection::vec(prop::collection::vec(("[a-z0-9|*]{1,5}", any::<bool>()), 2..5), 2..5),
    ) {
        let html: String = rows.iter().map(|row| {
            let cells = row.iter().map(|(text, is_head)| {
                let tag = if *is_head { "th" } else { "td" };
                format!("<{tag}>{text}</{tag}>")
            });
            format!("<tr>{}</tr>", cells.collect::<String>())
        }).collect();
        let text = markdown(&format!("<table>{html}</table>"));
        let mut found = cells(&text);
        if !rows[0].iter().all(|(_, is_head)| *is_head) {
            found.remove(0);
        }
        for (row, line) in rows.iter().zip(&found) {
            for ((cell, _), text) in row.iter().zip(line) {
                prop_assert_eq!(&text.replace('\\', ""), cell, "{}", line.join(" "));
            }
        }
        prop_assert_eq!(rows.len(), found.len());
    }

    #[test]
    fn a_block_of_code_is_preserved_byte_for_byte(code in "[ -~\n\té世]{1,60}") {
        let escaped = code.replace('&', "&amp;").replace('<', "&lt;");
        let text = markdown(&format!("<pre>\n{escaped}</pre>"));
        prop_assume!(!code.trim().is_empty());
        let fence = text.split('\n').next().unwrap_or_default();
        let inner = &text[fence.len() + 1..text.len() - fence.len()];
        let inner = if code.ends_with('\n') { inner } else { inner.strip_suffix('\n').unwrap_or(inner) };
        prop_assert_eq!(inner, code);
    }

    #[test]
    fn any_markup_is_survived(html in prop::collection::vec(prop::sample::select(vec![
        "<", ">", "</", "p", "<table>", "<tr>", "<td>", "</table>", "<b>", "</b>", "<a href=x>", "</a>", "<li>", "<ul>", "</ul>", "<select>",
        "<option>", "<template>", "</template>", "<svg>", "<math>", "<pre>", "<code>", "</code>", "<base href=//x>", "<title>", "</title>",
        "<head>", "<body>", "<frameset>", "text", " ", "\n", "&amp;", "&#0;", "\u{0}", "<!--", "-->", "<img src=/i>", "<h1>", "<form>",
        "<br>", "<hr>", "<noscript>", "<plaintext>", "<textarea>", "<span>", "</p>", "<caption>", "<colgroup>", "<html hidden>",
        "<mfrac>", "<mi>", "<td colspan=3 rowspan=2>", "<i style='color:#fff;", "display:none", "'>", "<style>", "</style>", "p{",
        "}", ":not(", "@media (", "<template shadowrootmode=open>", "<slot>", "<a>", "<div>", "</div>", "<nobr>", "<button>", "<rt>",
    ]), 0..60)) {
        let _ = convert(&html.concat());
    }
}
