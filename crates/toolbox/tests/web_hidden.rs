//! Words that a person would not see do not reach the model as a page's content.

use crate::web_html::{convert, markdown};

/// Ways to hide words by a style attribute.
const HIDING: [&str; 44] = [
    "display:none",
    "DISPLAY : NONE !important; display: block",
    "d\\69splay:none",
    "display/**/:/**/none",
    "visibility:hidden",
    "visibility:collapse",
    "opacity:0",
    "opacity:.01",
    "opacity:0%",
    "filter:opacity(0)",
    "font-size:0",
    "font-size:1px",
    "font:0/0 a",
    "font-size:0em",
    "color:white",
    "color:#FFF",
    "color:#fefefe",
    "color:rgb(255,255,255)",
    "color:rgb(100% 100% 100% / 1)",
    "color:hsl(0,0%,100%)",
    "color:transparent",
    "color:rgba(0,0,0,0)",
    "color:#0000",
    "-webkit-text-fill-color:transparent",
    "background:#123;color:#123",
    "background-color:black;color:black",
    "background:linear-gradient(red,red);color:red",
    "width:0;height:0;overflow:hidden",
    "max-height:0;overflow:hidden",
    "height:1px;overflow:clip",
    "line-height:0;overflow:hidden",
    "position:absolute;left:-9999px",
    "position:fixed;top:-100em",
    "position:absolute;right:-200vw",
    "position:absolute;inset:0 0 0 -5000px",
    "position:absolute;left:99999px",
    "margin-left:-9999px",
    "text-indent:-9999px",
    "position:absolute;clip:rect(0 0 0 0)",
    "position:absolute;clip:rect(1px,1px,1px,1px)",
    "clip-path:inset(50%)",
    "clip-path:circle(0)",
    "transform:scale(0)",
    "transform:translateX(-9999px)",
];

/// Styles that look as if they hide something, but do not.
const SHOWING: [&str; 20] = [
    "display:block",
    "display:none;display:block",
    "visibility:visible",
    "opacity:.5",
    "font-size:12px",
    "font-size:calc(0px + 1rem)",
    "color:#777",
    "color:var(--text)",
    "color:white;background:url(dark.png)",
    "color:#fff;background:linear-gradient(#000,#333)",
    "color:#fff;background-color:navy",
    "color:white;text-shadow:0 0 2px black",
    "background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent",
    "width:0",
    "height:0",
    "overflow:hidden",
    "left:-9999px",
    "position:absolute;left:0",
    "text-indent:-1em",
    "transform:translateX(-50%)",
];

#[test]
fn hidden_words_of_a_style_attribute_are_counted() {
    for style in HIDING {
        for tag in ["p", "div", "h2", "li"] {
            let page = convert(&format!(
                "<p>before</p><{tag} style=\"{style}\">hid<b>den</b></{tag}><p>after"
            ));
            assert_eq!(page.markdown, "before\n\nafter", "{style}");
            assert_eq!(page.left_out.hidden, 1, "{style}");
        }
    }
    for style in SHOWING {
        let page = convert(&format!("<p style=\"{style}\">shown"));
        assert_eq!(page.markdown, "shown", "{style}");
        assert_eq!(page.left_out.hidden, 0, "{style}");
    }
}

#[test]
fn a_style_rule_hides_its_elements() {
    for (rule, html) in [
        (".x{display:none}", "<p class='a x'>hid</p>"),
        ("#x{visibility:hidden}", "<p id=x>hid</p>"),
        ("aside{opacity:0}", "<aside>hid</aside>"),
        ("p.x[data-y]{color:#fff}", "<p class=x data-y=1>hid</p>"),
        ("[data-y^=\"ab\"]{font-size:0}", "<p data-y=abc>hid</p>"),
        (
            "div > .x, em{display:none}",
            "<div><p class=x>hid</p></div>",
        ),
        (
            ".a .b i{display:none}",
            "<div class=a><p class=b><u><i>hid</i></u></p></div>",
        ),
        ("h2 + p{display:none}", "<h2></h2><p>hid</p>"),
        ("h2 ~ p{display:none}", "<h2></h2><hr hidden><p>hid</p>"),
        ("p:not(.y){display:none}", "<p>hid</p>"),
        (":is(.x, .y){display:none}", "<p class=y>hid</p>"),
        ("@media screen{.x{display:none}}", "<p class=x>hid</p>"),
        (
            "@media (min-width:600px){.x{display:none}}",
            "<p class=x>hid</p>",
        ),
        (
            "@layer a{@supports (display:grid){.x{display:none}}}",
            "<p class=x>hid</p>",
        ),
        ("body{background:#222}p{color:#222}", "<p>hid</p>"),
        ("* {color:#fff}", "<p>hid</p>"),
        (
            ".x{display:none!important}",
            "<p class=x style='display:block'>hid</p>",
        ),
        ("/*}*/ .\\78 {display:none}", "<p class=x>hid</p>"),
        ("<!-- .x{display:none} -->", "<p class=x>hid</p>"),
    ] {
        let page = convert(&format!(
            "{html}<style>{rule}</style><div class=z><i class=zz style='color:#000'>seen</i></div>"
        ));
        assert!(!page.markdown.contains("hid"), "{rule}: {}", page.markdown);
        assert!(page.markdown.contains("seen"), "{rule}: {}", page.markdown);
        assert!(page.left_out.hidden > 0, "{rule}");
    }
}

#[test]
fn uncertain_styles_hide_nothing() {
    for (rule, html) in [
        (
            ".x{display:none} .x.open{display:block}",
            "<p class='x open'>seen</p>",
        ),
        (
            ".x{display:none} .x:nth-child(odd){display:block}",
            "<p class=x>seen</p>",
        ),
        (".x:nth-child(7){display:none}", "<p class=x>seen</p>"),
        (".x:hover{display:none}", "<p class=x>seen</p>"),
        (".x::before{display:none}", "<p class=x>seen</p>"),
        ("@media print{.x{display:none}}", "<p class=x>seen</p>"),
        (
            "@media (max-width:600px){.x{display:none}}",
            "<p class=x>seen</p>",
        ),
        (
            "@media (prefers-color-scheme:dark){.x{display:none}}",
            "<p class=x>seen</p>",
        ),
        (
            "header:nth-child(1){background:#000} h1{color:#fff}",
            "<header><h1>seen</h1></header>",
        ),
        (
            ".x{opacity:0;animation:in 1s}@keyframes in{to{opacity:1}}",
            "<p class=x>seen</p>",
        ),
        (
            ".x{display:none}",
            "<p class=x style='display:block'>seen</p>",
        ),
        ("p{color:#fff} body{background:#000}", "<p>seen</p>"),
    ] {
        let text = markdown(&format!("<style>{rule}</style>{html}"));
        assert!(text.contains("seen"), "{rule}: {text}");
    }
}

#[test]
fn an_attribute_or_an_element_hides_words() {
    for html in [
        "<p hidden>hid",
        "<p hidden=until-found>hid",
        "<dialog>hid</dialog>",
        "<div popover>hid</div>",
        "<font color=white>hid</font>",
        "<body bgcolor=black text=black>hid",
        "<table><tr bgcolor=red><td style='color:red'>hid</table>",
        "<input type=hidden value='hid words'>",
        "<img alt=hid style=display:none>",
        "<input value=hid style=opacity:0>",
        "<select hidden><option>hid</select>",
        "<select><option hidden>hid</select>",
        "<pre>code<i style=display:none>hid</i></pre>",
        "<code>code<i style=color:white>hid</i></code>",
        "<math><mtext style=display:none>hid</mtext><mi>x</mi></math>",
        "<svg><text style=display:none>hid</text></svg>",
        "<ul><li style=display:none>hid</ul>",
        "<table><tr style=visibility:hidden><td>hid<td>hid</table>",
    ] {
        let page = convert(html);
        assert!(!page.markdown.contains("hid"), "{html}: {}", page.markdown);
        assert!(page.left_out.hidden > 0, "{html}");
    }
    for html in [
        "<!-- hid -->",
        "<template>hid</template>",
        "<script>hid</script>",
        "<style>hid</style>",
        "<p title=hid>x",
        "<svg><title>hid</title></svg>",
        "<a href=/ title=hid>x</a>",
        "<canvas>hid</canvas>",
        "<datalist><option>hid</datalist>",
        "<iframe>hid</iframe>",
        "<math><semantics><mi>x</mi><annotation>hid</annotation></semantics></math>",
        "<meta name=description content=hid>",
        "<noframes>hid</noframes>",
        "<input type=hidden value=hid>",
    ] {
        assert!(!markdown(html).contains("hid"), "{html}");
    }
}

#[test]
fn a_visible_part_of_a_hidden_element_is_kept() {
    let page =
        convert("<p style='visibility:hidden'>hid <b style='visibility:visible'>seen</b> hid");
    assert_eq!(
        (page.markdown.as_str(), page.left_out.hidden),
        ("**seen**", 1)
    );
    let text = markdown(
        "<div style='font-size:0'><span style='font-size:16px'>a</span> <span style='font-size:1rem'>b</span></div>",
    );
    assert_eq!(text, "a b");
    let text = markdown("<div style='color:#fff'><p style='background:#000'>seen</p></div>");
    assert_eq!(text, "seen");
    let text = markdown("<p aria-hidden=true>seen</p><div hidden style='display:flex'>seen</div>");
    assert_eq!(text, "seen\n\nseen");
}

#[test]
fn white_text_on_an_unknown_background_is_kept_and_reported() {
    let page = convert("<link rel=stylesheet href=x.css><h1 style=color:white>Hero</h1>");
    assert_eq!(
        (page.markdown.as_str(), page.left_out.doubtful),
        ("# Hero", 1)
    );
    let page = convert(
        "<link rel=stylesheet href=x.css><div style='background:#fff'><p style='color:#fff'>hid",
    );
    assert_eq!((page.markdown.as_str(), page.left_out.hidden), ("", 1));
}

#[test]
fn a_hidden_cell_keeps_the_others_in_their_columns() {
    let text = markdown(
        "<table><tr><th>A<th>B<tr><td style=visibility:hidden>hid<td>b<tr><td style=display:none>hid<td>a<td>b</table>",
    );
    assert_eq!(
        text,
        "| A   | B   |\n| --- | --- |\n|     | b   |\n| a   | b   |"
    );
}

#[test]
fn invisible_characters_are_left_out_and_counted() {
    let tags: String = "ignore"
        .chars()
        .filter_map(|letter| char::from_u32(0xe0000 + u32::from(letter)))
        .collect();
    let page = convert(&format!(
        "<title>T\u{200b}t{tags}</title><p>a\u{202e}b\u{2066}c\u{200f}d\u{feff}e&#x1b;[8mf{tags}\u{e0001}g\u{fe01}\u{fe02}\u{3164}h\
         <img src=/i alt='al\u{202e}t'><a href='/x\u{200b}y'>l\u{2060}k</a><input value='v\u{200b}w'>"
    ));
    assert_eq!(page.title.as_deref(), Some("Tt"));
    assert_eq!(
        page.markdown,
        "abcde[8mfgh![alt](https://a.example/i)[lk](https://a.example/x%E2%80%8By) [vw]"
    );
    assert_eq!(page.left_out.letters, 25);
    assert_eq!(
        markdown("<pre>rm \u{202e}x</pre><p><code>a\u{200b}b</code>"),
        "```\nrm [U+202E]x\n```\n\n`a[U+200B]b`"
    );
}

#[test]
fn invisible_characters_that_belong_to_visible_text_stay() {
    for text in [
        "👩\u{200d}🚀",
        "❤\u{fe0f}",
        "می\u{200c}خواهم",
        "क\u{94d}\u{200d}ष",
        "1\u{fe0f}\u{20e3}",
        "葛\u{e0100}",
        "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
        "שלום",
        "e\u{301}",
    ] {
        let page = convert(&format!("<p>{text}"));
        assert_eq!((page.markdown.as_str(), page.left_out.letters), (text, 0));
    }
}
