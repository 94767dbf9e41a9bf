//! Parses a page to a tree, at a cost in proportion to its length for any markup.
//!
//! The standard's tree builder searches the open elements for each tag, opens formatting again in each paragraph and merges
//! the attributes of repeated tags. So the number of open elements is bounded: deeper ones lose their tags, not their words.
//! The attributes of a tag are bounded, and so are elements and steps, after which the page is cut.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use html5ever::interface::{Attribute, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{Tracer, TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, QualName, ns};
use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, ForwardingEmitter, Span, State, Tokenizer};

use super::tree::{Counts, Handle, MAX_ATTRIBUTES, Sink, Tree};
use super::{Turns, is_inline};

/// The maximum number of elements; a long article has some thousand.
const MAX_ELEMENTS: usize = 60_000;
/// The maximum number of open elements, including formatting.
pub(super) const MAX_OPEN: usize = 160;
/// The maximum number of steps of the tree builder.
const MAX_STEPS: usize = 20_000_000;
/// The number of steps and bytes after which other work may run.
const TURN: usize = 500_000;

/// A page as a tree.
pub(super) struct Parsed {
    pub tree: Tree,
    /// The number of bytes that were read, if parsing ended early.
    pub read: Option<usize>,
    /// The number of steps.
    pub steps: usize,
}

pub(super) async fn parse(html: &str, turns: &impl Turns) -> Parsed {
    let options = TreeBuilderOpts {
        // A page without scripts is shown, so `<noscript>` is content.
        scripting_enabled: false,
        ..TreeBuilderOpts::default()
    };
    let counts = Rc::new(Counts::default());
    let builder = TreeBuilder::new(Sink::new(Rc::clone(&counts)), options);
    let mut tokenizer = Tokenizer::new_with_emitter(html, Feed::new(&builder));
    let mut read = None;
    let mut spent = 0;
    // There are no errors: the text is in memory.
    while let Some(Ok(at)) = tokenizer.next() {
        if counts.elements.get() > MAX_ELEMENTS || counts.steps.get() > MAX_STEPS {
            read = (at < html.len()).then_some(at);
            break;
        }
        if counts.steps.get() + at > spent + TURN {
            spent = counts.steps.get() + at;
            turns.pause().await;
        }
    }
    drop(tokenizer);
    let _ = builder.process_token(Token::EOFToken, 1);
    builder.end();
    Parsed {
        tree: builder.sink.finish(),
        read,
        steps: counts.steps.get(),
    }
}

type Builder = TreeBuilder<Handle, Sink>;

/// Passes the tokens to the tree builder.
struct Feed<'a> {
    events: CallbackEmitter<Events<'a>, usize, usize>,
}

impl<'a> Feed<'a> {
    fn new(builder: &'a Builder) -> Self {
        Self {
            events: CallbackEmitter::new(Events {
                builder,
                tag: None,
                is_kept: false,
                state: None,
                dropped: HashMap::new(),
            }),
        }
    }
}

impl ForwardingEmitter for Feed<'_> {
    type Token = usize;

    fn inner(&mut self) -> &mut impl Emitter<Token = usize> {
        &mut self.events
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        let _ = self.events.emit_current_tag();
        self.events.callback_mut().state.take()
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        let builder = self.events.callback_mut().builder;
        builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

struct Events<'a> {
    builder: &'a Builder,
    tag: Option<Tag>,
    /// Whether the last attribute is kept.
    is_kept: bool,
    /// The state of the tokenizer after a tag such as `<script>`.
    state: Option<State>,
    /// Start tags that were left out, so that their end tags are left out too.
    dropped: HashMap<LocalName, usize>,
}

impl Callback<usize, usize> for Events<'_> {
    fn handle_event(&mut self, event: CallbackEvent<'_>, span: Span<usize>) -> Option<usize> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = Some(tag(TagKind::StartTag, name));
                return None;
            }
            CallbackEvent::AttributeName { name } => {
                self.attribute(name);
                return None;
            }
            CallbackEvent::AttributeValue { value } => {
                let last = self.tag.as_mut().and_then(|tag| tag.attrs.last_mut());
                if let Some(attribute) = last.filter(|_| self.is_kept) {
                    attribute.value.push_slice(&text(value));
                }
                return None;
            }
            CallbackEvent::CloseStartTag { self_closing } => {
                if let Some(mut tag) = self.tag.take() {
                    tag.self_closing = self_closing;
                    self.start(tag);
                }
            }
            CallbackEvent::EndTag { name } => self.end(tag(TagKind::EndTag, name)),
            CallbackEvent::String { value } => {
                for (index, part) in value.split(|byte| *byte == 0).enumerate() {
                    if index > 0 {
                        self.give(Token::NullCharacterToken);
                    }
                    self.give(Token::CharacterTokens(text(part)));
                }
            }
            CallbackEvent::Comment { .. } => self.give(Token::CommentToken(StrTendril::new())),
            CallbackEvent::Doctype {
                name, force_quirks, ..
            } => self.give(Token::DoctypeToken(Doctype {
                name: Some(text(name)),
                public_id: None,
                system_id: None,
                force_quirks,
            })),
            CallbackEvent::Error(_) => return None,
        }
        Some(span.end)
    }
}

impl Events<'_> {
    /// Starts an attribute of the tag, unless it is a duplicate or exceeds the limit.
    fn attribute(&mut self, name: &[u8]) {
        let Some(tag) = &mut self.tag else { return };
        let name = LocalName::from(&*String::from_utf8_lossy(name));
        self.is_kept = tag.attrs.len() < MAX_ATTRIBUTES
            && tag.attrs.iter().all(|known| known.name.local != name);
        if self.is_kept {
            tag.attrs.push(Attribute {
                name: QualName::new(None, ns!(), name),
                value: StrTendril::new(),
            });
        }
    }

    fn start(&mut self, tag: Tag) {
        if is_left_alone(&tag.name) || self.open() < MAX_OPEN {
            self.give(Token::TagToken(tag));
        } else {
            self.separate(&tag.name);
            *self.dropped.entry(tag.name).or_default() += 1;
        }
    }

    fn end(&mut self, tag: Tag) {
        match self.dropped.get_mut(&tag.name) {
            Some(count) if *count > 0 => {
                *count -= 1;
                self.separate(&tag.name);
            }
            _ => self.give(Token::TagToken(tag)),
        }
    }

    /// Separates texts that would join without the tag between them.
    fn separate(&mut self, name: &str) {
        if !is_inline(name) {
            self.give(Token::CharacterTokens(StrTendril::from_slice(" ")));
        }
    }

    fn open(&self) -> usize {
        let count = Count(Cell::new(0));
        self.builder.trace_handles(&count);
        count.0.get()
    }

    fn give(&mut self, token: Token) {
        match self.builder.process_token(token, 1) {
            TokenSinkResult::Continue | TokenSinkResult::EncodingIndicator(_) => {}
            TokenSinkResult::Script(_) => self.state = Some(State::Data),
            TokenSinkResult::Plaintext => self.state = Some(State::PlainText),
            TokenSinkResult::RawData(RawKind::Rcdata) => self.state = Some(State::RcData),
            TokenSinkResult::RawData(RawKind::Rawtext) => self.state = Some(State::RawText),
            TokenSinkResult::RawData(_) => self.state = Some(State::ScriptData),
        }
    }
}

struct Count(Cell<usize>);

impl Tracer for Count {
    type Handle = Handle;

    fn trace_handle(&self, _node: &Handle) {
        self.0.set(self.0.get() + 1);
    }
}

/// Returns true for elements without nested elements, or with an effect on the tokenizer.
fn is_left_alone(name: &str) -> bool {
    const NAMES: [&str; 18] = [
        "area",
        "br",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "wbr",
        "script",
        "style",
        "textarea",
        "title",
        "xmp",
        "iframe",
        "noembed",
        "noframes",
        "plaintext",
        "base",
    ];
    NAMES.contains(&name)
}

fn tag(kind: TagKind, name: &[u8]) -> Tag {
    Tag {
        kind,
        name: LocalName::from(&*String::from_utf8_lossy(name)),
        self_closing: false,
        attrs: Vec::new(),
    }
}

fn text(bytes: &[u8]) -> StrTendril {
    StrTendril::from_slice(&String::from_utf8_lossy(bytes))
}
