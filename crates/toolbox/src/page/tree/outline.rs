use a11y_dom::{Document, Node, NodeKind};

use super::document::{At, Tree};
use super::lines::{Line, Part};
use super::name::{MOST_OF_A_NAME, Names};
use super::role::{Role, Shape, has_name, role_of};
use super::states::{address_of, states_of, value_of};
use crate::page::access::{AccessFailure, Page};
use crate::page::quote::{plain, quote};

/// As many options of a list as are shown.
const MOST_OPTIONS: usize = 20;

/// What a person perceives, line by line.
pub(in crate::page) struct Outline {
    lines: Vec<Line>,
}

/// As many steps as are done before the page is asked whether it is its turn.
const STEPS_OF_A_TURN: usize = 100;

impl Outline {
    /// Of all that a tree shows, in turns with the page; of each text as many characters as said.
    pub(in crate::page) async fn of(
        tree: &Tree,
        most_of_a_text: usize,
        page: &dyn Page,
    ) -> Result<Self, AccessFailure> {
        let mut writer = Writer {
            names: Names::of(tree),
            lines: Vec::new(),
            run: String::new(),
            most_of_a_text,
            steps: vec![Step::EndRun(0), Step::Visit(tree.root(), 0, Inside::Open)],
        };
        for done in 1_usize.. {
            if !writer.step() {
                break;
            }
            if done.is_multiple_of(STEPS_OF_A_TURN) {
                page.turn().await?;
            }
        }
        Ok(Self {
            lines: writer.lines,
        })
    }

    pub(in crate::page) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Some of its lines.
    pub(in crate::page) fn part(&self, start: usize, most: usize, characters: usize) -> Part<'_> {
        Part::of(&self.lines, start, most, characters)
    }
}

/// What text in an element means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// It is told.
    Open,
    /// It was told already, as part of a name.
    Named,
}

/// The steps that remain; the last is next.
enum Step<'a> {
    /// A node is written, with this indent.
    Visit(At<'a>, usize, Inside),
    /// A line of text on the screen ends.
    EndRun(usize),
    /// A single text below a node goes to its line.
    Join(At<'a>),
}

struct Writer<'a> {
    steps: Vec<Step<'a>>,
    names: Names<'a>,
    lines: Vec<Line>,
    /// Text of one line on the screen, as far as it has been met.
    run: String,
    most_of_a_text: usize,
}

impl<'a> Writer<'a> {
    /// Does what is next; says whether there was anything.
    fn step(&mut self) -> bool {
        match self.steps.pop() {
            None => return false,
            Some(Step::EndRun(indent)) => self.end_run(indent),
            Some(Step::Join(node)) => self.join_only_text(node),
            Some(Step::Visit(node, _, inside)) if node.kind() == NodeKind::Text => {
                if inside == Inside::Open {
                    self.run.push_str(node.text());
                }
            }
            Some(Step::Visit(node, indent, inside)) => self.element(node, indent, inside),
        }
        true
    }

    fn children(&mut self, node: At<'a>, indent: usize, inside: Inside) {
        let first = self.steps.len();
        let shown = node.children().filter(|child| !child.page_node().is_extra);
        self.steps
            .extend(shown.map(|child| Step::Visit(child, indent, inside)));
        self.steps[first..].reverse();
    }

    fn element(&mut self, node: At<'a>, indent: usize, inside: Inside) {
        let Role { word, shape } = role_of(node);
        let Some(word) = word else {
            return self.open(node, indent, inside);
        };
        // What is in a button is part of it, unless it can be used by itself.
        let states = &node.page_node().states;
        let stands_alone = states.focusable || states.editable || shape == Shape::Named;
        if inside == Inside::Named && !stands_alone {
            return self.open(node, indent, inside);
        }
        let name = self
            .names
            .name(node)
            .filter(|_| has_name(word) || node.has_attr("aria-label"));
        // An ornament says nothing by itself.
        if word == "img" && name.is_none() && !states.focusable && !states.clickable {
            return self.open(node, indent, inside);
        }
        self.end_run(indent);
        let line = self.line(node, word, name.as_deref(), indent);
        self.lines.push(line);
        self.steps.push(Step::Join(node));
        self.steps.push(Step::EndRun(indent + 1));
        match shape {
            Shape::Leaf => {}
            Shape::Named if name.is_some() => self.children(node, indent + 1, Inside::Named),
            _ => self.children(node, indent + 1, Inside::Open),
        }
    }

    /// An element that only holds others: they stand in its place.
    fn open(&mut self, node: At<'a>, indent: usize, inside: Inside) {
        let page_node = node.page_node();
        let is_told = page_node.states.labels || is_name_of_parent(node);
        let inside = if is_told { Inside::Named } else { inside };
        let display = page_node.display.as_deref();
        let is_block = !matches!(display, Some("inline" | "contents") | None);
        if is_block {
            self.end_run(indent);
        } else if node.local_name() == "br" {
            self.run.push(' ');
        }
        if is_block {
            self.steps.push(Step::EndRun(indent));
        }
        self.children(node, indent, inside);
    }

    fn end_run(&mut self, indent: usize) {
        let text = plain(&std::mem::take(&mut self.run));
        if !text.is_empty() {
            self.lines.push(Line {
                indent,
                node: None,
                head: format!("text {}", quote(&text, self.most_of_a_text)),
                tail: String::new(),
            });
        }
    }

    fn line(&self, node: At<'a>, word: &str, name: Option<&str>, indent: usize) -> Line {
        let head = name.map_or_else(
            || word.to_owned(),
            |name| format!("{word} {}", quote(name, MOST_OF_A_NAME)),
        );
        let page_states = &node.page_node().states;
        let states = states_of(node, word);
        let told = [
            (!states.is_empty()).then(|| format!(" ({})", states.join(", "))),
            address_of(node, word).map(|address| format!(" to {address}")),
            value_of(node, word).map(|value| format!(" = {}", quote(value, self.most_of_a_text))),
            (!page_states.options.is_empty())
                .then(|| format!(" of {}", listed(&page_states.options))),
            (self.names.description(node))
                .map(|said| format!(" described as {}", quote(&said, MOST_OF_A_NAME))),
        ];
        let tail = told.into_iter().flatten().collect();
        Line {
            indent,
            node: Some(node.index()),
            head,
            tail,
        }
    }

    /// A single text below an element goes to its line.
    fn join_only_text(&mut self, node: At<'a>) {
        let [.., above, text] = self.lines.as_slice() else {
            return;
        };
        if text.node.is_none() && above.node == Some(node.index()) && text.indent > above.indent {
            let told = text
                .head
                .strip_prefix("text ")
                .unwrap_or(&text.head)
                .to_owned();
            self.lines.pop();
            if let Some(above) = self.lines.last_mut() {
                above.tail.push_str(": ");
                above.tail.push_str(&told);
            }
        }
    }
}

/// A caption or legend that is the name of what it stands in.
fn is_name_of_parent(node: At<'_>) -> bool {
    let parent = node.parent().map_or("", Node::local_name);
    matches!(
        (node.local_name(), parent),
        ("caption", "table") | ("legend", "fieldset") | ("title", "svg")
    )
}

fn listed(options: &[String]) -> String {
    let shown: Vec<_> = options
        .iter()
        .take(MOST_OPTIONS)
        .map(|option| quote(option, 100))
        .collect();
    let more = options.len().saturating_sub(shown.len());
    let more = if more > 0 {
        format!(", and {more} more")
    } else {
        String::new()
    };
    format!("{}{more}", shown.join(", "))
}
