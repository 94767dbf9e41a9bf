//! The filter of domains, redirects, and the text of answers.

use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{AnyTool, MemoryState, RunResult, ToolContext, ToolFailure, run_tool};
use ag_ui_lit_toolbox::web::{
    DomainFilter, Fetch, MemoryAnswer, MemoryWeb, WebFetch, WebOptions, pretty, read_bytes,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn filter(allow: &[&str], deny: &[&str]) -> DomainFilter {
    let web = MemoryWeb::default();
    DomainFilter::new(&texts(allow), &texts(deny), |text| web.parse(text, None)).unwrap()
}

fn allows(filter: &DomainFilter, url: &str) -> bool {
    let address = MemoryWeb::default().parse(url, None);
    address.is_some_and(|address| filter.check(&address).is_ok())
}

fn options(allow: &[&str], deny: &[&str]) -> WebOptions {
    WebOptions {
        filter: filter(allow, deny),
        ..WebOptions::default()
    }
}

fn fetch_with(web: &Rc<MemoryWeb>, options: WebOptions, arguments: Value) -> RunResult {
    let tools: Vec<Rc<dyn AnyTool>> = vec![Rc::new(WebFetch::new(Rc::clone(web), options))];
    let context = ToolContext::of_call("web_fetch", "call-1", Rc::new(MemoryState::default()));
    futures_executor::block_on(run_tool(&tools, &context, arguments))
}

fn fetch(web: MemoryWeb, url: &str) -> RunResult {
    let options = options(&["a.example", "*.b.example"], &["no.b.example"]);
    fetch_with(&Rc::new(web), options, json!({ "url": url }))
}

fn failure(result: RunResult) -> ToolFailure {
    result.outcome.unwrap_err()
}

#[test]
fn a_pattern_allows_its_hosts() {
    let cases: [(&str, &[&str], &[&str]); 14] = [
        (
            "example.com",
            &[
                "https://example.com/x?y#z",
                "https://EXAMPLE.com.",
                "https://example.com:443",
            ],
            &[
                "http://example.com",
                "https://www.example.com",
                "https://example.com:8443",
                "https://example.com.evil.test",
                "https://evil-example.com",
                "ftp://example.com",
                "https://user@example.com",
                "https://user:pw@example.com",
            ],
        ),
        (
            "*.example.com",
            &["https://www.example.com", "https://a.b.example.com"],
            &[
                "https://example.com",
                "https://wexample.com",
                "https://.example.com",
            ],
        ),
        (
            "http://example.com",
            &["http://example.com", "https://example.com"],
            &["http://example.com:81"],
        ),
        (
            "https://example.com:8443",
            &["https://example.com:8443"],
            &["https://example.com"],
        ),
        (
            "example.com:*",
            &["https://example.com", "https://example.com:1"],
            &["http://example.com:80"],
        ),
        (
            "localhost:3000",
            &["http://localhost:3000", "https://localhost:3000"],
            &["http://localhost", "http://127.0.0.1:3000"],
        ),
        (
            "https://localhost",
            &["https://localhost"],
            &["http://localhost"],
        ),
        (
            "127.0.0.1:*",
            &[
                "http://127.0.0.1:1234",
                "http://2130706433:1234",
                "http://0x7f.1:5",
            ],
            &["http://127.0.0.2:1234"],
        ),
        (
            "[::1]:8080",
            &["http://[::1]:8080", "http://[0:0:0:0:0:0:0:1]:8080"],
            &["http://[::2]:8080", "http://[::1]"],
        ),
        ("10.0.0.1", &["https://10.0.0.1"], &["http://10.0.0.1"]),
        (
            "*",
            &["https://anything.example"],
            &[
                "http://anything.example",
                "https://localhost",
                "https://10.0.0.1",
                "https://[::1]",
                "https://printer",
                "https://db.internal",
                "https://169.254.169.254",
                "https://2852039166",
                "https://router.local.",
                "https://anything.example:444",
            ],
        ),
        (
            "*.internal",
            &["https://db.internal"],
            &["https://internal"],
        ),
        ("*.com", &["https://example.com"], &["https://example.org"]),
        (
            "bücher.example",
            &["https://xn--bcher-kva.example", "https://BÜCHER.example"],
            &["https://bucher.example"],
        ),
    ];
    for (pattern, yes, no) in cases {
        let filter = filter(&[pattern], &[]);
        for url in yes {
            assert!(allows(&filter, url), "{pattern} allows {url}");
        }
        for url in no {
            assert!(!allows(&filter, url), "{pattern} does not allow {url}");
        }
    }
}

#[test]
fn deny_wins_over_every_scheme_and_port() {
    let filter = filter(
        &["*.example.com:*", "http://x.example.com"],
        &["no.example.com", "*.no.example.com", "x.example.com:81"],
    );
    assert!(allows(&filter, "https://yes.example.com"));
    assert!(allows(&filter, "http://x.example.com"));
    for url in [
        "https://no.example.com",
        "https://no.example.com:8443",
        "https://NO.example.com.",
        "https://a.no.example.com",
        "https://x.example.com:81",
    ] {
        assert!(!allows(&filter, url), "{url}");
    }
}

#[test]
fn invalid_patterns_are_named() {
    let web = MemoryWeb::default();
    for bad in [
        "",
        " ",
        "https://",
        "example.com/path",
        "user@example.com",
        "ftp://example.com",
        "a.*.com",
        "**.com",
        "example.com:99999",
        "example.com:x",
        "*.10.0.0.1",
        "*.[::1]",
        "ex ample.com",
        "example.com?x",
        "*example.com",
        "*.",
        "[::1",
        "https://https://x",
        "%65xample.com",
    ] {
        let fault = DomainFilter::new(&texts(&["ok.example", bad]), &[], |text| {
            web.parse(text, None)
        })
        .unwrap_err();
        assert_eq!(
            (fault.list, fault.index, fault.text.as_str()),
            ("allow", 1, bad),
            "{bad:?}"
        );
        assert!(DomainFilter::new(&[], &texts(&[bad]), |text| web.parse(text, None)).is_err());
    }
}

#[test]
fn a_refusal_names_only_the_origin_and_the_allowed_hosts() {
    let web = MemoryWeb::default();
    let refused = failure(fetch(web, "https://evil.example/?token=secret"));
    assert_eq!(refused.code.as_deref(), Some("domain_not_allowed"));
    assert!(
        refused.message.contains("https://evil.example")
            && refused.message.contains("a.example, *.b.example")
    );
    assert!(!refused.message.contains("secret"));
    let nothing = fetch_with(
        &Rc::default(),
        options(&[], &[]),
        json!({ "url": "https://a.example" }),
    );
    assert!(failure(nothing).message.contains("allows none"));
}

#[test]
fn the_sources_of_a_policy_never_allow_a_forbidden_host() {
    let web = MemoryWeb::default();
    let at = |url: &str| web.parse(url, None).unwrap();
    let of = |allow: &[&str], deny: &[&str], url: &str| filter(allow, deny).sources(&at(url));
    assert_eq!(
        of(
            &[
                "a.example",
                "*.b.example",
                "http://c.example:81",
                "localhost:*"
            ],
            &[],
            "https://a.example"
        ),
        [
            "https://a.example",
            "https://*.b.example",
            "http://c.example:81",
            "http://localhost:*",
            "https://a.example"
        ]
    );
    // A policy can't except a host, or distinguish public hosts from others.
    assert_eq!(
        of(
            &["*.b.example", "a.example"],
            &["x.b.example"],
            "https://a.example"
        ),
        ["https://a.example", "https://a.example"]
    );
    assert_eq!(
        of(&["*"], &[], "https://any.example/x"),
        ["https://any.example"]
    );
    assert_eq!(
        of(
            &["*.b.example"],
            &["*.no.b.example"],
            "https://y.b.example:443"
        ),
        ["https://y.b.example"]
    );
    assert!(of(&["[::1]:80"], &[], "http://[::1]:80").is_empty());
}

#[test]
fn redirects_are_followed_within_the_filter_and_no_other_host_is_requested() {
    for hides in [false, true] {
        let web = || MemoryWeb {
            hides_redirects: hides,
            ..MemoryWeb::default()
        };
        let page = || MemoryAnswer::of("text/plain", "here");
        let inside = web()
            .page("https://a.example/1", MemoryAnswer::redirect("/2"))
            .page(
                "https://a.example/2",
                MemoryAnswer::redirect("https://x.b.example/3").status(307),
            );
        let inside = Rc::new(inside.page("https://x.b.example/3", page()));
        let allowed = options(&["a.example", "*.b.example"], &[]);
        let result = fetch_with(
            &inside,
            allowed,
            json!({ "url": "https://a.example/1#part" }),
        );
        assert_eq!(
            result.assistant_facing(),
            "https://x.b.example/3 (redirected)\n\nhere"
        );
        let metadata = result.structured_data("t").metadata.unwrap();
        assert_eq!(metadata["url"], "https://a.example/1");
        assert_eq!(metadata["finalUrl"], "https://x.b.example/3");

        for target in [
            "https://evil.example/",
            "https://no.b.example/",
            "http://a.example/",
            "https://u:p@a.example/",
            "https://10.0.0.1/",
        ] {
            let web = Rc::new(
                web()
                    .page("https://a.example/1", MemoryAnswer::redirect("/2"))
                    .page("https://a.example/2", MemoryAnswer::redirect(target)),
            );
            let options = options(&["a.example", "*.b.example"], &["no.b.example"]);
            let refused = failure(fetch_with(
                &web,
                options,
                json!({ "url": "https://a.example/1" }),
            ));
            // A policy can't match user names; the final address is checked afterwards.
            if !(hides && target.contains('@')) {
                assert_eq!(
                    refused.code.as_deref(),
                    Some("redirect_not_allowed"),
                    "{target}"
                );
                assert!(
                    web.asked()
                        .iter()
                        .all(|url| url.starts_with("https://a.example/")),
                    "{:?}",
                    web.asked()
                );
            }
        }
    }
}

#[test]
fn bytes_of_any_kind_are_read_by_the_same_filter() {
    let filter = filter(&["a.example", "*.b.example"], &["no.b.example"]);
    let web = MemoryWeb {
        hides_redirects: true,
        ..MemoryWeb::default()
    }
    .page(
        "https://a.example/cat.png",
        MemoryAnswer::of("image/png", [1, 2, 3, 4]),
    )
    .page(
        "https://a.example/moved",
        MemoryAnswer::redirect("https://x.b.example/cat"),
    )
    .page(
        "https://x.b.example/cat",
        MemoryAnswer::of("text/plain", [5]),
    )
    .page(
        "https://a.example/out",
        MemoryAnswer::redirect("https://evil.example/"),
    )
    .page(
        "https://a.example/denied",
        MemoryAnswer::redirect("https://no.b.example/"),
    )
    .page(
        "https://a.example/none",
        MemoryAnswer::of("image/png", [1]).status(404),
    )
    .page("https://evil.example/", MemoryAnswer::of("image/png", [6]))
    .page("https://no.b.example/", MemoryAnswer::of("image/png", [7]));
    let read = |url: &str, base: Option<&str>| {
        futures_executor::block_on(read_bytes(&web, &filter, url, base, 3))
    };
    // One byte more than the limit, so that the caller knows that it is too long.
    assert_eq!(
        read("https://a.example/cat.png", None),
        Ok(vec![1, 2, 3, 4])
    );
    assert_eq!(
        read("/cat.png", Some("https://a.example/page")),
        Ok(vec![1, 2, 3, 4])
    );
    let asked = web.asked().len();
    for (url, base, code) in [
        ("https://evil.example/", None, "domain_not_allowed"),
        ("https://no.b.example/", None, "domain_not_allowed"),
        ("http://a.example/cat.png", None, "domain_not_allowed"),
        (
            "https://me:secret@a.example/cat.png",
            None,
            "domain_not_allowed",
        ),
        ("/cat.png", None, "bad_address"),
        (
            "/cat.png",
            Some("https://evil.example/"),
            "domain_not_allowed",
        ),
        ("data:image/png;base64,AAAA", None, "bad_address"),
        ("javascript:alert(1)", None, "bad_address"),
    ] {
        let failure = read(url, base).unwrap_err();
        assert_eq!(failure.code.as_deref(), Some(code), "{url}");
        assert!(!failure.message.contains("secret"), "{failure}");
    }
    assert_eq!(web.asked().len(), asked);
    assert_eq!(
        read("https://a.example/none", None)
            .unwrap_err()
            .code
            .as_deref(),
        Some("http_404")
    );
    for url in ["https://a.example/out", "https://a.example/denied"] {
        let failure = read(url, None).unwrap_err();
        assert_eq!(
            failure.code.as_deref(),
            Some("redirect_not_allowed"),
            "{failure}"
        );
    }
    let others = web.asked();
    let others: Vec<_> = others
        .iter()
        .filter(|url| !url.contains("//a.example/"))
        .collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn a_circle_ends_and_a_worker_reports_why_it_does_not_follow() {
    let circle = MemoryWeb::default().page("https://a.example/", MemoryAnswer::redirect("/"));
    let result = failure(fetch(circle, "https://a.example/"));
    assert_eq!(result.code.as_deref(), Some("too_many_redirects"));
    let worker = MemoryWeb {
        hides_redirects: true,
        has_no_frames: true,
        ..MemoryWeb::default()
    };
    let web = Rc::new(worker.page("https://a.example/", MemoryAnswer::redirect("/x")));
    let result = failure(fetch_with(
        &web,
        options(&["a.example"], &[]),
        json!({ "url": "https://a.example/" }),
    ));
    assert_eq!(result.code.as_deref(), Some("redirect_not_followed"));
    assert_eq!(web.asked().len(), 1);
    let nowhere =
        MemoryWeb::default().page("https://a.example/", MemoryAnswer::redirect("http://["));
    assert_eq!(
        failure(fetch(nowhere, "https://a.example/"))
            .code
            .as_deref(),
        Some("bad_redirect")
    );
}

#[test]
fn a_status_determines_the_kind_of_failure() {
    let failed = |status: u16, headers: &[(&str, &str)]| {
        let mut answer = MemoryAnswer::of("text/plain", "sorry").status(status);
        for (name, value) in headers {
            answer = answer.with(name, value);
        }
        failure(fetch(
            MemoryWeb::default().page("https://a.example/", answer),
            "https://a.example/",
        ))
    };
    let busy = failed(429, &[("retry-after", "7")]);
    assert_eq!(
        (busy.category, busy.retry_after),
        (Some(ToolErrorCategory::Transient), Some(7000.0))
    );
    assert_eq!(
        failed(503, &[("retry-after", "in a minute")]).retry_after,
        Some(60_000.0)
    );
    assert_eq!(failed(503, &[("retry-after", "-1")]).retry_after, None);
    assert_eq!(failed(503, &[("retry-after", "soon")]).retry_after, None);
    let gone = failed(404, &[]);
    assert_eq!(
        (gone.category, gone.code.as_deref()),
        (Some(ToolErrorCategory::Permanent), Some("http_404"))
    );
    assert!(
        gone.message
            .contains("404 (not found). Its message:\n\nsorry"),
        "{}",
        gone.message
    );
    assert_eq!(gone.metadata.unwrap()["status"], 404);
    assert_eq!(
        failed(304, &[]).category,
        Some(ToolErrorCategory::Permanent)
    );
    let away = failure(fetch(
        MemoryWeb {
            hides_redirects: true,
            ..MemoryWeb::default()
        },
        "https://a.example/",
    ));
    assert_eq!(away.category, Some(ToolErrorCategory::Transient));
    assert!(
        away.message.contains("Access-Control-Allow-Origin"),
        "{}",
        away.message
    );
}

#[test]
fn a_long_text_is_returned_in_parts() {
    let web = Rc::new(MemoryWeb::default().page(
        "https://a.example/",
        MemoryAnswer::of("text/plain", "é漢".repeat(30)),
    ));
    let part = |arguments: Value| {
        let options = WebOptions {
            max_characters: 25,
            ..options(&["a.example"], &[])
        };
        fetch_with(&web, options, arguments).assistant_facing()
    };
    let first = part(json!({ "url": "https://a.example/" }));
    assert!(
        first
            .ends_with("[Characters 0 to 25 of 60. For more call web_fetch again with start: 25.]"),
        "{first}"
    );
    let last = part(json!({ "url": "https://a.example/", "start": 50 }));
    assert!(
        last.ends_with(&format!(
            "{}\n\n[Characters 50 to 60 of 60, which is the end.]",
            "é漢".repeat(5)
        )),
        "{last}"
    );
    assert!(part(json!({ "url": "https://a.example/", "limit": 9999 })).contains("0 to 25"));
    assert!(
        part(json!({ "url": "https://a.example/", "start": 4_000_000_000_u32 }))
            .contains("60 to 60")
    );
}

#[test]
fn content_beyond_the_limit_is_not_awaited() {
    let mut answer = MemoryAnswer::of("text/plain", "");
    answer.chunks = (0..100).map(|_| vec![b'x'; 10]).collect();
    let web = Rc::new(MemoryWeb::default().page("https://a.example/", answer));
    let options = WebOptions {
        max_bytes: 95,
        ..options(&["a.example"], &[])
    };
    let result = fetch_with(&web, options, json!({ "url": "https://a.example/" }));
    assert!(
        result
            .assistant_facing()
            .contains("Only the first 95 bytes were read"),
        "{}",
        result.assistant_facing()
    );
    let metadata = result.structured_data("t").metadata.unwrap();
    assert_eq!(
        (&metadata["bytes"], &metadata["truncated"]),
        (&json!(95), &json!(true))
    );
}

#[test]
fn json_is_formatted_without_other_changes() {
    let text = "{\"b\":[1,2.50,12345678901234567890123],\"a\":{},\"b\":[ ],\"\\u00e9 \\\"{\":\"[,:]\\\\\"}";
    let expected = "{\n  \"b\": [\n    1,\n    2.50,\n    12345678901234567890123\n  ],\n  \"a\": {},\n  \"b\": [],\n  \"\\u00e9 \\\"{\": \"[,:]\\\\\"\n}";
    assert_eq!(pretty(text).as_deref(), Some(expected));
    assert_eq!(pretty("{\"a\":}"), None);
    assert_eq!(pretty(&"[".repeat(100_000)), None);
    // Indentation grows with the square of the depth: a text that would become a gigabyte is unchanged.
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let deep = nested(30_000);
    assert_eq!(pretty(&deep), Some(deep));
    for depth in [100, 500, 999, 1_001] {
        let text = nested(depth);
        let laid_out = pretty(&text).unwrap_or_default();
        assert!(!laid_out.is_empty() && laid_out.len() <= 8 * text.len() + 4_096 + 2 * depth);
    }
    let answer = |body: &str| {
        let web = MemoryWeb::default().page(
            "https://a.example/",
            MemoryAnswer::of("application/ld+json; charset=utf-8", body),
        );
        fetch(web, "https://a.example/").assistant_facing()
    };
    assert!(answer("[1]").ends_with("[\n  1\n]"));
    assert!(answer("[1").contains("calls this JSON, but it is not"));
}

#[test]
fn invisible_content_is_counted_at_the_end() {
    let text = |kind: &str, body: &str, format: &str| {
        let web = MemoryWeb::default().page("https://a.example/x", MemoryAnswer::of(kind, body));
        let arguments = json!({ "url": "https://a.example/x", "format": format });
        let result = fetch_with(&Rc::new(web), options(&["a.example"], &[]), arguments);
        result
            .outcome
            .unwrap()
            .assistant_facing()
            .replace("https://a.example/x\n\n", "")
    };
    assert_eq!(
        text(
            "text/html",
            "<p>seen</p><p hidden>no</p><p style='opacity:0'>no<nav>n</nav><p>a\u{202e}b",
            "readable"
        ),
        "seen\n\nab\n\n[Left out: 2 passages that a person would not see, 1 invisible character, navigation.]"
    );
    assert_eq!(
        text(
            "text/html",
            "<link rel=stylesheet href=x><p style='color:#fff'>white",
            "readable"
        ),
        "white\n\n[1 passage of the above may be invisible to a person: white text, on a background that only other files define.]"
    );
    assert_eq!(text("text/html", "<p>plain", "readable"), "plain");
    for (kind, format) in [
        ("text/plain", "readable"),
        ("text/html", "raw"),
        ("application/json", "raw"),
    ] {
        assert_eq!(
            text(kind, "rm \u{202e}x\u{e0041}\u{1b}", format),
            "rm [U+202E]x[U+E0041][U+001B]\n\n[3 characters that a person would not see are shown by their codes, such as [U+200B].]",
            "{kind}"
        );
    }
    assert_eq!(
        text("application/json", "[\"a\u{202e}b\u{e0041}c\"]", "readable"),
        "[\n  \"a\\u202eb\\udb40\\udc41c\"\n]"
    );
}

#[test]
fn content_that_is_not_text_is_described() {
    let of = |content_type: &str, body: &[u8]| {
        let answer = MemoryAnswer::of(content_type, body).with("content-length", "12");
        fetch(
            MemoryWeb::default().page("https://a.example/", answer),
            "https://a.example/",
        )
        .assistant_facing()
    };
    assert!(of("image/png", b"\x89PNG").contains("An image (image/png, 12 bytes as sent)"));
    assert!(of("application/pdf", b"%PDF").contains("Binary data (application/pdf"));
    assert!(of("", b"a\0b").contains("type unknown"));
    assert!(of("", b"just text").ends_with("just text"));
    assert!(of("application/octet-stream", b"<!doctype html><h1>Hi</h1>").ends_with("# Hi"));
    assert!(of("image/svg+xml", b"<svg/>").ends_with("<svg/>"));
    let empty = fetch(
        MemoryWeb::default().page("https://a.example/", MemoryAnswer::of("", "").status(204)),
        "https://a.example/",
    );
    assert!(empty.assistant_facing().ends_with("[No content.]"));
}

#[test]
fn text_is_read_by_its_charset() {
    let read = |content_type: &str, body: &[u8]| {
        let web =
            MemoryWeb::default().page("https://a.example/", MemoryAnswer::of(content_type, body));
        let text = fetch(web, "https://a.example/").assistant_facing();
        text.rsplit('\n').next().unwrap_or_default().to_owned()
    };
    assert_eq!(read("text/plain; charset=\"ISO-8859-2\"", b"\xb1"), "ą");
    assert_eq!(read("text/plain;charset=shift_jis", b"\x93\xfa"), "日");
    assert_eq!(read("text/plain; charset=nonsense", "é".as_bytes()), "é");
    assert_eq!(read("text/plain", b"caf\xe9"), "caf\u{fffd}");
    assert_eq!(read("text/html", b"<p>caf\xe9"), "café");
    assert_eq!(
        read("text/html", b"<meta charset='windows-1251'><p>\xe4\xe0"),
        "да"
    );
    assert_eq!(
        read(
            "text/html",
            b"<META http-equiv=Content-Type content='text/html; charset=koi8-r'><p>\xc4\xc1"
        ),
        "да"
    );
    assert_eq!(
        read(
            "application/xml",
            b"<?xml version='1.0' encoding='windows-1251'?>\n\xe4\xe0"
        ),
        "да"
    );
    // A mark takes precedence over a wrong header.
    assert_eq!(read("text/plain; charset=latin1", b"\xff\xfed\0a\0"), "da");
    assert_eq!(
        read("text/plain; charset=latin1", b"\xef\xbb\xbf\xc3\xa9"),
        "é"
    );
}

#[test]
fn arguments_are_checked() {
    let web = Rc::new(MemoryWeb::default());
    for arguments in [
        json!({}),
        json!({ "url": "a.example" }),
        json!({ "url": "javascript:alert(1)" }),
        json!({ "url": "file:///etc/passwd" }),
        json!({ "url": "data:text/html,x" }),
        json!({ "url": "https://a.example", "limit": 0 }),
        json!({ "url": "https://a.example", "start": -1 }),
        json!({ "url": "https://a.example", "method": "POST" }),
        json!({ "url": "https://a.example", "format": "html" }),
    ] {
        let result = fetch_with(&web, options(&["*"], &[]), arguments.clone());
        assert!(result.is_error(), "{arguments}");
    }
    assert!(web.asked().is_empty());
}

proptest! {
    #[test]
    fn any_address_is_survived(text in ".{0,60}", pattern in ".{0,30}") {
        let web = MemoryWeb::default();
        let _ = DomainFilter::new(&[pattern], &[], |text| web.parse(text, None));
        if let Some(address) = web.parse(&format!("https://{text}"), None) {
            let _ = filter(&["*"], &[]).check(&address);
        }
    }

    #[test]
    fn formatted_json_has_the_same_value(numbers in prop::collection::vec(any::<i64>(), 0..8), text in ".{0,40}") {
        let value = json!({ "numbers": numbers, "text": text, "deep": [{ "x": null }, []] });
        let laid_out = pretty(&value.to_string()).unwrap();
        prop_assert_eq!(serde_json::from_str::<Value>(&laid_out).unwrap(), value);
    }
}
