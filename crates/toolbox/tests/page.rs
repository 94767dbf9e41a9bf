use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{AnyTool, MemoryState, Preview, RunResult, ToolContext, run_tool};
use ag_ui_lit_toolbox::page::{
    AccessFailure, Action, ActionKind, Address, Answer, Arrival, Changed, Click, Consent,
    Destination, Effects, Facts, Field, GetPage, Held, Limits, MemoryPage, Navigate, Page,
    PageNode, Picture, Reference, Screenshot, Snapshot, States, Target, Type, Typed, Typing,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::turns::{dropped_after, slow};

fn element(parent: u32, tag: &str, attributes: &[(&str, &str)]) -> PageNode {
    let attributes = attributes
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    PageNode {
        parent: Some(parent),
        tag: tag.to_owned(),
        attributes,
        display: Some("block".to_owned()),
        ..PageNode::default()
    }
}

fn text(parent: u32, text: &str) -> PageNode {
    PageNode {
        parent: Some(parent),
        text: text.to_owned(),
        ..PageNode::default()
    }
}

fn page_of(nodes: Vec<PageNode>) -> Rc<MemoryPage> {
    let body = PageNode {
        tag: "body".to_owned(),
        ..PageNode::default()
    };
    Rc::new(MemoryPage::showing(Snapshot {
        url: "https://page.example/".to_owned(),
        title: "Orders".to_owned(),
        nodes: std::iter::once(body).chain(nodes).collect(),
        ..Snapshot::default()
    }))
}

/// A page with the button "Save" as e2, and a field "Name" as e4.
fn form() -> Rc<MemoryPage> {
    page_of(vec![
        element(0, "button", &[]),
        text(1, "Save"),
        element(0, "input", &[("type", "text"), ("aria-label", "Name")]),
    ])
}

fn tools(page: &Rc<MemoryPage>, limits: Limits) -> Vec<Rc<dyn AnyTool>> {
    let page: Rc<dyn Page> = page.clone();
    tools_of(&page, limits)
}

fn tools_of(page: &Rc<dyn Page>, limits: Limits) -> Vec<Rc<dyn AnyTool>> {
    let consent = Consent {
        origins: vec!["https://docs.example".to_owned()],
    };
    vec![
        Rc::new(GetPage {
            page: page.clone(),
            limits,
        }),
        Rc::new(Click {
            page: page.clone(),
            consent: consent.clone(),
        }),
        Rc::new(Type {
            page: page.clone(),
            consent: consent.clone(),
            passwords: false,
        }),
        Rc::new(Navigate {
            page: page.clone(),
            consent,
        }),
        Rc::new(Screenshot { page: page.clone() }),
    ]
}

fn run_within(page: &Rc<MemoryPage>, name: &str, arguments: Value, limits: Limits) -> RunResult {
    let context = ToolContext::of_call(name, "call-1", Rc::new(MemoryState::default()));
    futures_executor::block_on(run_tool(&tools(page, limits), &context, arguments))
}

fn run(page: &Rc<MemoryPage>, name: &str, arguments: Value) -> RunResult {
    run_within(page, name, arguments, Limits::default())
}

fn said(page: &Rc<MemoryPage>, name: &str, arguments: Value) -> String {
    run(page, name, arguments).assistant_facing()
}

fn lines(page: &Rc<MemoryPage>) -> Vec<String> {
    let text = said(page, "get_page", json!({}));
    let inside = text.split("\n-----\n").nth(1).unwrap_or_default();
    let inside = inside.split("-----").next().unwrap_or_default();
    inside.lines().map(str::to_owned).collect()
}

fn reference(number: u32) -> Reference {
    Reference::new(number).unwrap()
}

#[test]
fn a_page_is_told_by_role_name_state_and_reference() {
    let page = form();
    assert_eq!(
        lines(&page),
        ["- button \"Save\" [e2]", "- textbox \"Name\" [e4]"]
    );
    let result = run(&page, "get_page", json!({}));
    let metadata = result.outcome.unwrap().metadata().cloned().unwrap();
    assert_eq!(metadata["totalLines"], 2);
    assert_eq!(metadata["truncated"], false);
}

#[test]
fn a_part_says_how_to_go_on_and_one_beyond_the_end_how_many_there_are() {
    let buttons =
        (0..30).map(|number| element(0, "button", &[("aria-label", &format!("Number {number}"))]));
    let page = page_of(buttons.collect());
    let limits = Limits {
        lines: 10,
        characters: 20_000,
    };
    let first = run_within(&page, "get_page", json!({}), limits).assistant_facing();
    assert!(
        first.contains("Lines 1 to 10 of 30. Go on with start: 11"),
        "{first}"
    );
    let last = run_within(&page, "get_page", json!({ "start": 25 }), limits).assistant_facing();
    assert!(last.contains("Lines 25 to 30 of 30."), "{last}");
    assert!(!last.contains("Go on"), "{last}");
    let beyond = run_within(&page, "get_page", json!({ "start": 31 }), limits).assistant_facing();
    assert!(beyond.contains("There are only 30 lines."), "{beyond}");
    let narrow = Limits {
        lines: 10,
        characters: 1,
    };
    let one = run_within(&page, "get_page", json!({}), narrow).assistant_facing();
    assert!(one.contains("Lines 1 to 1 of 30"), "{one}");
}

#[test]
fn a_long_text_is_cut_among_others_and_whole_where_its_element_is_asked_for() {
    let long = "word ".repeat(1_000);
    let page = page_of(vec![element(0, "main", &[]), text(1, &long)]);
    assert!(lines(&page)[0].contains("more characters)"));
    let whole = said(&page, "get_page", json!({ "ref": "e2" }));
    assert!(!whole.contains("more characters"), "{}", &whole[..200]);
}

#[test]
fn arguments_that_are_no_reference_are_refused_by_schema_and_reader_alike() {
    let page = form();
    for wrong in ["12", "e0", "e", "e01", "e1234567890", "E1", "e1 ", "é1", ""] {
        let said = said(&page, "click", json!({ "ref": wrong }));
        assert!(
            said.contains("ref: expected a reference as get_page shows it"),
            "{wrong}: {said}"
        );
    }
    let schema = tools(&page, Limits::default())[1].parameters();
    assert_eq!(schema["properties"]["ref"]["pattern"], "^e[1-9][0-9]{0,8}$");
}

#[test]
fn what_a_person_could_not_use_is_refused_with_the_reason() {
    let usable = Target {
        is_shown: true,
        has_size: true,
        field: Field::Text,
        ..Target::default()
    };
    for (target, why) in [
        (
            Target {
                is_inert: true,
                ..usable.clone()
            },
            "it is inert",
        ),
        (
            Target {
                is_shown: false,
                ..usable.clone()
            },
            "is not shown",
        ),
        (
            Target {
                has_size: false,
                ..usable.clone()
            },
            "is not shown",
        ),
        (
            Target {
                is_disabled: true,
                ..usable.clone()
            },
            "is disabled",
        ),
        (
            Target {
                is_moving: true,
                ..usable.clone()
            },
            "does not stand still",
        ),
        (
            Target {
                is_covered: true,
                cover: Some(reference(4)),
                ..usable.clone()
            },
            "is covered by textbox \"Name\" (e4)",
        ),
        (
            Target {
                is_covered: true,
                ..usable.clone()
            },
            "not part of the page",
        ),
    ] {
        let page = form();
        page.targets.borrow_mut().insert(reference(2), target);
        let said = said(&page, "click", json!({ "ref": "e2" }));
        assert!(
            said.starts_with("Error: The button \"Save\" (e2) "),
            "{said}"
        );
        assert!(said.contains(why), "{said}");
        assert!(page.done.borrow().is_empty());
    }
}

#[test]
fn a_removed_element_is_refused_with_what_to_do() {
    let page = form();
    page.gone.borrow_mut().push(1);
    let said = said(&page, "click", json!({ "ref": "e2" }));
    assert!(said.contains("e2 is not in the page any more"), "{said}");
    assert!(said.contains("Call get_page"), "{said}");
}

#[test]
fn a_click_says_what_changed() {
    let page = form();
    *page.effects.borrow_mut() = Effects {
        before: Facts {
            url: "https://page.example/".to_owned(),
            ..Facts::default()
        },
        after: Facts {
            url: "https://page.example/#sent".to_owned(),
            focus: Some(reference(4)),
            checked: Some("true".to_owned()),
            ..Facts::default()
        },
        added: 2,
        ..Effects::default()
    };
    let said = said(&page, "click", json!({ "ref": "e2", "double": true }));
    assert_eq!(
        said,
        "Double-clicked the button \"Save\" (e2). The address is now https://page.example/#sent. It is checked now. The focus is on \
         textbox \"Name\" (e4). Elements in the page: 2 new, 0 gone."
    );
    assert_eq!(*page.done.borrow(), ["click e2 twice"]);
}

#[test]
fn a_click_names_what_opened_and_what_holds_or_says_something_else() {
    let page = form();
    let cases = [
        (
            Effects {
                opened: vec![reference(2)],
                ..Effects::default()
            },
            "Opened: button \"Save\" (e2).",
        ),
        (
            Effects {
                values: vec![Held {
                    element: reference(4),
                    value: Some("2".to_owned()),
                }],
                ..Effects::default()
            },
            "The textbox \"Name\" (e4) holds \"2\" now.",
        ),
        (
            Effects {
                values: vec![Held {
                    element: reference(4),
                    value: None,
                }],
                ..Effects::default()
            },
            "The textbox \"Name\" (e4) holds something else now, which is not read.",
        ),
        (
            Effects {
                states: vec![Changed {
                    element: reference(2),
                    name: "disabled".to_owned(),
                    value: None,
                }],
                ..Effects::default()
            },
            "The button \"Save\" (e2) is not disabled now.",
        ),
        (
            Effects {
                texts: vec!["Saved".to_owned()],
                ..Effects::default()
            },
            "New text: \"Saved\".",
        ),
        (
            Effects {
                has_changed: true,
                ..Effects::default()
            },
            "is not known: call get_page to see.",
        ),
        (
            Effects {
                is_blind: true,
                ..Effects::default()
            },
            "Whether something did is not known",
        ),
        (Effects::default(), "Nothing was seen to change."),
    ];
    for (effects, expected) in cases {
        *page.effects.borrow_mut() = effects;
        let said = said(&page, "click", json!({ "ref": "e2" }));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn nothing_is_done_while_a_person_is_asked_and_it_may_be_tried_again() {
    let page = form();
    page.is_pending.set(true);
    for (tool, arguments) in [
        ("click", json!({ "ref": "e2" })),
        ("type", json!({ "ref": "e4", "text": "Ada" })),
        ("navigate", json!({ "url": "#x" })),
    ] {
        let failure = run(&page, tool, arguments).outcome.unwrap_err();
        assert_eq!(failure.code.as_deref(), Some("approval_pending"));
        assert_eq!(failure.category, Some(ToolErrorCategory::Transient));
        assert_eq!(failure.retryable, Some(true));
    }
    assert!(page.done.borrow().is_empty());
    assert!(run(&page, "get_page", json!({})).outcome.is_ok());
}

#[test]
fn each_address_that_a_click_may_lead_to_must_be_allowed_and_those_that_are_only_told_leave_nothing()
 {
    let page = form();
    let address = |href: &str, origin: &str, is_ping: bool| Address {
        href: href.to_owned(),
        protocol: "https:".to_owned(),
        origin: origin.to_owned(),
        page_origin: "https://page.example".to_owned(),
        is_same_document: false,
        is_new_window: false,
        is_ping,
    };
    let own = "https://page.example";
    for (leads_to, refused) in [
        (vec![address("https://page.example/a", own, false)], None),
        (
            vec![
                address("https://page.example/a", own, false),
                address("https://evil.example/", "https://evil.example", false),
            ],
            Some("The address leads to https://evil.example."),
        ),
        (
            vec![address(
                "https://evil.example/",
                "https://evil.example",
                true,
            )],
            Some("The link tells https://evil.example that it was followed."),
        ),
        (vec![address("https://page.example/p", own, true)], None),
    ] {
        let target = Target {
            is_shown: true,
            has_size: true,
            leads_to: leads_to.clone(),
            ..Target::default()
        };
        page.targets.borrow_mut().insert(reference(2), target);
        page.asked.borrow_mut().clear();
        let outcome = run(&page, "click", json!({ "ref": "e2" })).outcome;
        let said = outcome
            .as_ref()
            .err()
            .map(|failure| failure.message.clone());
        assert_eq!(said.is_some(), refused.is_some(), "{said:?}");
        if let (Some(said), Some(refused)) = (said, refused) {
            assert!(said.contains(refused), "{said}");
        }
        let leaves = leads_to.iter().all(|address| !address.is_ping);
        assert_eq!(
            page.asked.borrow().len(),
            usize::from(refused.is_none() && leaves)
        );
    }
}

#[test]
fn the_page_is_asked_before_a_form_is_submitted_and_no_is_no() {
    let page = form();
    let target = Target {
        is_shown: true,
        has_size: true,
        submits: true,
        is_selected: true,
        ..Target::default()
    };
    page.targets.borrow_mut().insert(reference(2), target);
    page.is_refusing.set(true);
    let said = said(&page, "click", json!({ "ref": "e2" }));
    assert!(
        said.contains("It was not allowed to use this element, and nothing was done"),
        "{said}"
    );
    assert_eq!(page.asked.borrow().len(), 1);
    assert!(page.done.borrow().is_empty());
    page.is_refusing.set(false);
    run(&page, "click", json!({ "ref": "e2" }));
    let kinds: Vec<_> = page
        .asked
        .borrow()
        .iter()
        .map(|action| action.kind)
        .collect();
    assert_eq!(
        kinds,
        [
            ActionKind::Selected,
            ActionKind::Selected,
            ActionKind::Submit
        ]
    );
    assert_eq!(*page.done.borrow(), ["click e2"]);
}

#[test]
fn a_field_that_nobody_may_type_into_is_refused() {
    let usable = Target {
        is_shown: true,
        has_size: true,
        ..Target::default()
    };
    for (target, why) in [
        (
            Target {
                field: Field::None,
                ..usable.clone()
            },
            "is no field",
        ),
        (
            Target {
                field: Field::Tick,
                ..usable.clone()
            },
            "Use click",
        ),
        (
            Target {
                field: Field::File,
                ..usable.clone()
            },
            "only a person can pick",
        ),
        (
            Target {
                field: Field::Text,
                is_read_only: true,
                ..usable.clone()
            },
            "is read-only",
        ),
        (
            Target {
                field: Field::Text,
                is_secret: true,
                ..usable.clone()
            },
            "typed by people only",
        ),
    ] {
        let page = form();
        page.targets.borrow_mut().insert(reference(4), target);
        let said = said(&page, "type", json!({ "ref": "e4", "text": "x" }));
        assert!(said.contains(why), "{said}");
        assert!(page.done.borrow().is_empty());
    }
}

#[test]
fn typing_says_what_the_field_holds_and_never_a_secret() {
    let page = form();
    *page.typed.borrow_mut() = Typed {
        value: Some("Ada\nL".to_owned()),
        cut: 3,
        ..Typed::default()
    };
    let said_plain = said(
        &page,
        "type",
        json!({ "ref": "e4", "text": "Ada Lovelace", "press": "Tab" }),
    );
    assert_eq!(
        said_plain,
        "The textbox \"Name\" (e4) holds \"Ada L\" now. It takes no more: the last 3 characters of the text did not fit in. Pressed Tab."
    );
    let nothing = said(&page, "type", json!({ "ref": "e4" }));
    assert!(nothing.contains("Nothing to do"), "{nothing}");
    let long = "x".repeat(100_001);
    let refused = said(&page, "type", json!({ "ref": "e4", "text": long }));
    assert!(
        refused.contains("at most 100000 can be typed at once"),
        "{refused}"
    );
    *page.typed.borrow_mut() = Typed {
        refused: Some("option".to_owned()),
        options: vec!["Norway".to_owned()],
        ..Typed::default()
    };
    let option = said(&page, "type", json!({ "ref": "e4", "text": "Atlantis" }));
    assert!(option.contains("There are: \"Norway\"."), "{option}");
}

#[test]
fn only_allowed_addresses_are_gone_to() {
    let page = form();
    for (url, is_allowed) in [
        ("/orders", true),
        ("#prices", true),
        ("https://page.example/x", true),
        ("https://docs.example/x", true),
        ("https://docs.example.evil/x", false),
        ("http://page.example/x", false),
        ("javascript:alert(1)", false),
        ("data:text/html,x", false),
        ("blob:https://page.example/1", false),
        ("file:///etc/passwd", false),
    ] {
        let said = said(&page, "navigate", json!({ "url": url }));
        assert_eq!(!said.starts_with("Error: "), is_allowed, "{url}: {said}");
        if !is_allowed {
            assert!(
                said.contains(
                    "Allowed are addresses of https://page.example, https://docs.example."
                ),
                "{said}"
            );
        }
    }
    for wrong in [json!({}), json!({ "url": "/", "history": "back" })] {
        assert!(said(&page, "navigate", wrong).contains("Give either url or history"));
    }
}

#[test]
fn a_step_in_the_history_leads_nowhere_else_either() {
    let page = form();
    for (entry, is_allowed) in [
        ("/orders", true),
        ("https://page.example/x", true),
        ("https://docs.example/x", true),
        ("https://evil.example/", false),
        ("file:///etc/passwd", false),
    ] {
        page.other_entry.replace(entry.to_owned());
        let before = page.done.borrow().len();
        for step in ["back", "forward", "reload"] {
            let said = said(&page, "navigate", json!({ "history": step }));
            assert_eq!(!said.starts_with("Error: "), is_allowed, "{entry}: {said}");
        }
        let done = page.done.borrow().len() - before;
        assert_eq!(done, if is_allowed { 3 } else { 0 }, "{entry}");
    }
    // Who is asked hears where it leads.
    page.other_entry
        .replace("https://docs.example/x".to_owned());
    let tools = tools(&page, Limits::default());
    let preview = |step: &str| {
        let state = MemoryState::default();
        let arguments = json!({ "history": step });
        match futures_executor::block_on(tools[3].preview(arguments, &state)) {
            Some(Preview::Text { text }) => text,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(preview("back"), "Go back to https://docs.example/x");
    assert_eq!(preview("reload"), "Load anew https://docs.example/x");
    page.other_entry.replace(String::new());
    assert_eq!(
        preview("forward"),
        "Go forward to a page of the same origin"
    );
}

#[test]
fn a_blob_of_the_page_s_own_origin_is_none_of_its_addresses() {
    let address = Address {
        href: "blob:https://page.example/1".to_owned(),
        protocol: "blob:".to_owned(),
        origin: "https://page.example".to_owned(),
        page_origin: "https://page.example".to_owned(),
        is_same_document: false,
        is_new_window: false,
        is_ping: false,
    };
    assert!(Consent::default().check(&address).is_err());
    let opaque = Address {
        protocol: "https:".to_owned(),
        origin: "null".to_owned(),
        page_origin: "null".to_owned(),
        ..address
    };
    assert!(Consent::default().check(&opaque).is_err());
}

#[test]
fn a_screenshot_is_told_by_size_and_name_and_kept_as_structured_data() {
    let page = form();
    let result = run(&page, "screenshot", json!({ "ref": "e2" }));
    assert_eq!(
        result.assistant_facing(),
        "Screenshot 800 × 600 of the button \"Save\" (e2), kept as \"screenshot-1\"."
    );
    let metadata = result.outcome.unwrap().metadata().cloned().unwrap();
    assert_eq!(metadata["dataUrl"], "data:image/png;base64,AAAA");
}

#[test]
fn a_value_that_is_secret_is_not_told_whatever_the_snapshot_says() {
    let mut field = element(
        0,
        "input",
        &[("type", "password"), ("aria-label", "Password")],
    );
    field.states = States {
        secret: true,
        value: Some("hunter2".to_owned()),
        ..States::default()
    };
    let page = page_of(vec![field]);
    assert_eq!(
        lines(&page),
        ["- textbox \"Password\" [e2] (secret, not read, password)"]
    );
}

#[test]
fn names_cost_a_bounded_time() {
    // A button in a button, 400 deep, a thousand leaves in the innermost: each name would be all of the text.
    let mut nodes: Vec<_> = (0..400)
        .map(|depth| element(depth, "div", &[("role", "button")]))
        .collect();
    for _ in 0..10_000 {
        nodes.push(text(400, "leaf "));
    }
    let page = page_of(nodes);
    assert!(!lines(&page).is_empty());
}

proptest! {
    /// Whatever a page holds, each line of the answer is one of ours, and the frame around them is whole.
    #[test]
    fn no_content_leaves_its_line(
        tags in prop::collection::vec(("(button|a|input|td|p|svg|label|select)?", ".{0,40}", any::<u32>()), 0..40),
        most in 1usize..50,
    ) {
        let nodes = tags.into_iter().map(|(tag, content, parent)| {
            if tag.is_empty() { text(parent % 50, &content) }
            else { element(parent % 50, &tag, &[("aria-label", &content), ("href", &content), ("role", &content)]) }
        });
        let page = page_of(nodes.collect());
        let answer = run_within(&page, "get_page", json!({}), Limits { lines: most, characters: 2_000 }).assistant_facing();
        let lines: Vec<_> = answer.lines().collect();
        prop_assert_eq!(lines.iter().filter(|line| **line == "-----").count(), 2);
        let from = lines.iter().position(|line| *line == "-----").unwrap();
        let to = lines.iter().rposition(|line| *line == "-----").unwrap();
        for line in &lines[from + 1..to] {
            prop_assert!(line.trim_start().starts_with("- "), "{}", line);
        }
    }
}

/// A page that lets others have their turn before and after whatever takes time.
struct Slow(Rc<MemoryPage>);

impl Page for Slow {
    fn glimpse(&self, of: Reference) -> Result<Snapshot, AccessFailure> {
        self.0.glimpse(of)
    }

    fn look(&self, of: Option<Reference>) -> Answer<'_, Snapshot> {
        slow(async move { self.0.look(of).await })
    }

    fn references(&self, look: u32, nodes: &[u32]) -> Result<Vec<Reference>, AccessFailure> {
        self.0.references(look, nodes)
    }

    fn turn(&self) -> Answer<'_, ()> {
        slow(async move { self.0.turn().await })
    }

    fn begin(&self) -> Answer<'_, ()> {
        slow(async move { self.0.begin().await })
    }

    fn inspect(&self, element: Reference) -> Answer<'_, Target> {
        slow(async move { self.0.inspect(element).await })
    }

    fn confirm(&self, action: Action) -> Answer<'_, bool> {
        slow(async move { self.0.confirm(action).await })
    }

    fn click(&self, element: Reference, is_double: bool) -> Answer<'_, Effects> {
        slow(async move { self.0.click(element, is_double).await })
    }

    fn type_text(&self, typing: Typing) -> Answer<'_, Typed> {
        slow(async move { self.0.type_text(typing).await })
    }

    fn resolve(&self, to: Destination) -> Answer<'_, Address> {
        slow(async move { self.0.resolve(to).await })
    }

    fn navigate(&self, to: Destination) -> Answer<'_, Arrival> {
        slow(async move { self.0.navigate(to).await })
    }

    fn screenshot(&self, of: Option<Reference>) -> Answer<'_, Picture> {
        slow(async move { self.0.screenshot(of).await })
    }
}

#[test]
fn given_up_at_any_await_what_a_call_does_is_done_once_or_not_at_all() {
    for (tool, arguments, asks) in [
        ("click", json!({ "ref": "e2" }), false),
        (
            "type",
            json!({ "ref": "e4", "text": "Ada", "press": "Enter" }),
            false,
        ),
        ("navigate", json!({ "url": "https://docs.example/x" }), true),
        ("navigate", json!({ "history": "back" }), true),
        ("screenshot", json!({}), false),
    ] {
        let mut turns = 0;
        loop {
            let page = form();
            let slow: Rc<dyn Page> = Rc::new(Slow(page.clone()));
            let tools = tools_of(&slow, Limits::default());
            let tool_of = tools.iter().find(|each| each.name() == tool).unwrap();
            let context = ToolContext::of_call(tool, "call", Rc::new(MemoryState::default()));
            let work = tool_of.execute(arguments.clone(), &context);
            let done = dropped_after(turns, work);
            let count = page.done.borrow().len();
            assert!(count <= 1, "{tool} after {turns} turns: {:?}", page.done);
            if asks && count == 1 {
                assert_eq!(page.asked.borrow().len(), 1, "{tool} after {turns} turns");
            }
            if let Some(done) = done {
                assert!(done.is_ok(), "{tool}: {done:?}");
                assert_eq!(count, 1, "{tool}");
                break;
            }
            turns += 1;
        }
        assert!(turns >= 2, "{tool}: {turns}");
    }
}
