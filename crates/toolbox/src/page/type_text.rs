use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{
    Attribute, Preview, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata,
    ToolOutput, ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::access::Page;
use super::consent::{Consent, acting, ask};
use super::effects::Effects;
use super::quote::quote;
use super::reference::Reference;
use super::target::{Field, Target, name_of};

/// What `type` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypeArguments {
    /// The field, by its reference from `get_page`, such as "e12".
    #[serde(rename = "ref")]
    pub reference: Reference,
    /// The text to type, at the caret or at the end. For a list, the visible text of the option to select. For a date: 2027-01-31.
    #[serde(default)]
    pub text: Option<String>,
    /// Empties the field before the text is typed.
    #[serde(default)]
    pub clear: bool,
    /// A key to press afterwards.
    #[serde(default)]
    pub press: Option<Key>,
}

/// A key that is not a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[allow(missing_docs, reason = "each is named as on the keyboard")]
pub enum Key {
    Enter,
    Tab,
    Escape,
    Backspace,
    Delete,
    ArrowUp,
    ArrowDown,
    ArrowLeft,
    ArrowRight,
    Home,
    End,
    PageUp,
    PageDown,
}

/// What is typed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Typing {
    /// The number of the field's reference.
    pub element: u32,
    /// The text.
    pub text: Option<String>,
    /// Whether what it holds is removed first.
    pub clear: bool,
    /// The key that is pressed afterwards.
    pub press: Option<Key>,
}

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Typed {
    /// What the field holds now; nothing where that is secret, or the field is gone.
    pub value: Option<String>,
    /// How many characters did not fit in.
    pub cut: u32,
    /// Why the page would not take it: `option`, `format`, `prevented`.
    pub refused: Option<String>,
    /// What could be selected, where no option was meant.
    pub options: Vec<String>,
    /// How the value would have to be written.
    pub format: Option<String>,
    /// What else changed.
    pub effects: Effects,
}

/// What is kept of typing. The text is not: it may be private.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TypeMetadata {
    /// The field's reference.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub element: Reference,
    /// The field in words.
    pub description: String,
    /// How many characters were typed.
    pub characters: u32,
    /// Whether the field was emptied first.
    pub cleared: bool,
    /// The key that was pressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string", optional))]
    pub pressed: Option<Key>,
    /// The document's address afterwards.
    pub url: String,
    /// What changed besides the text, a sentence each.
    pub changes: Vec<String>,
}

impl ResultMetadata for TypeMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("type");
}

/// As much as can be typed at once.
const MOST_CHARACTERS: usize = 100_000;

/// Types into fields, as a person would.
pub struct Type {
    /// The page.
    pub page: Rc<dyn Page>,
    /// Where Enter may lead.
    pub consent: Consent,
    /// Whether passwords may be typed.
    pub passwords: bool,
}

impl Tool for Type {
    type Arguments = TypeArguments;
    type Metadata = TypeMetadata;

    fn name(&self) -> &'static str {
        "type"
    }

    fn description(&self) -> &'static str {
        "Types text into a field of the page by its reference from get_page, or selects an option of a list by its visible text; clear \
         empties the field first, press presses one key afterwards (Enter submits, Tab goes on, Escape closes). At most 100,000 \
         characters. Says what the field holds then, except where that is secret. Checkboxes and buttons are for click."
    }

    fn metadata(&self) -> ToolMetadata {
        acting()
    }

    async fn validate(
        &self,
        arguments: &TypeArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        if arguments.text.is_none() && arguments.press.is_none() && !arguments.clear {
            return Err(ToolFailure::new(
                "Nothing to do: give text, clear: true, or a key to press.",
            ));
        }
        let length = arguments.text.as_deref().map_or(0, characters);
        if length > MOST_CHARACTERS {
            return Err(ToolFailure::new(format!(
                "text: has {length} characters; at most {MOST_CHARACTERS} can be typed at once"
            )));
        }
        name_of(&*self.page, arguments.reference)?;
        Ok(())
    }

    async fn preview(&self, arguments: &TypeArguments, _state: &dyn State) -> Option<Preview> {
        let name = name_of(&*self.page, arguments.reference).ok()?;
        let mut steps = Vec::new();
        if arguments.clear {
            steps.push(format!("empty the {name}"));
        }
        if let Some(text) = &arguments.text {
            steps.push(format!("type {} into the {name}", quote(text, 2_000)));
        }
        if let Some(key) = arguments.press {
            steps.push(format!("press {key:?} in the {name}"));
        }
        let mut text = steps.join(", then ");
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Some(Preview::Text { text })
    }

    async fn execute(
        &self,
        arguments: TypeArguments,
        _context: &ToolContext,
    ) -> ToolResult<TypeMetadata> {
        let element = arguments.reference;
        let page = &*self.page;
        page.begin().await?;
        let name = name_of(page, element)?;
        let target = page.inspect(element).await?;
        // Keys reach what has the focus, wherever something lies over it.
        let uncovered = Target {
            is_covered: target.is_covered && arguments.text.is_some(),
            ..target.clone()
        };
        uncovered.usable(page, &format!("The {name}"))?;
        if arguments.text.is_some() || arguments.clear {
            self.check_field(&target, &name)?;
        }
        let with_enter = arguments.press == Some(Key::Enter);
        ask(page, target.type_actions(with_enter, &self.consent, &name)?).await?;
        let count = arguments.text.as_deref().map_or(0, characters);
        let typing = Typing {
            element: element.number(),
            text: arguments.text,
            clear: arguments.clear,
            press: arguments.press,
        };
        let typed = page.type_text(typing).await?;
        if let Some(refused) = &typed.refused {
            return Err(why_refused(refused, &typed, &name));
        }
        // That something of the field is another than before is what typing is for.
        let effects = Effects {
            has_changed: false,
            ..typed.effects.clone()
        };
        let changes = effects.sentences(page, element);
        let text = said(&typed, &name, &target, arguments.press, &changes);
        Ok(ToolOutput::new(text).with(TypeMetadata {
            element,
            description: name,
            characters: u32::try_from(count)
                .unwrap_or(u32::MAX)
                .saturating_sub(typed.cut),
            cleared: arguments.clear,
            pressed: arguments.press,
            url: typed.effects.after.url.clone(),
            changes,
        }))
    }

    fn tracing_attributes(&self, arguments: &TypeArguments) -> Vec<Attribute> {
        let element = Attribute::new("page.element", arguments.reference.to_string());
        let key = arguments
            .press
            .map(|key| Attribute::new("page.key", format!("{key:?}")));
        std::iter::once(element).chain(key).collect()
    }
}

impl Type {
    fn check_field(&self, target: &Target, name: &str) -> Result<(), ToolFailure> {
        let refused =
            |why: &str, code| Err(ToolFailure::permanent(format!("The {name} {why}")).code(code));
        match target.field {
            Field::None => refused(
                "is no field: nothing can be typed into it. Fields are shown by get_page as textbox, searchbox, combobox or spinbutton.",
                "no_field",
            ),
            Field::Tick => refused("is ticked, not typed into. Use click.", "no_field"),
            Field::File => refused(
                "takes a file, which only a person can pick. Ask the user.",
                "no_field",
            ),
            _ if target.is_read_only => refused("is read-only.", "read_only"),
            _ if target.is_secret && !self.passwords => refused(
                "holds a password or another secret: those are typed by people only. Ask the user to fill it in.",
                "secret",
            ),
            _ => Ok(()),
        }
    }
}

fn why_refused(why: &str, typed: &Typed, name: &str) -> ToolFailure {
    match why {
        "option" => {
            let options: Vec<_> = typed
                .options
                .iter()
                .take(50)
                .map(|option| quote(option, 100))
                .collect();
            let more = typed.options.len().saturating_sub(options.len());
            let more = if more > 0 {
                format!(", and {more} more")
            } else {
                String::new()
            };
            ToolFailure::new(format!(
                "The {name} has no such option that can be selected. There are: {}{more}.",
                options.join(", ")
            ))
            .category(ToolErrorCategory::Permanent)
            .code("no_option")
        }
        "format" => ToolFailure::permanent(format!(
            "The {name} does not take this value{}. It holds what it held before.",
            typed
                .format
                .as_deref()
                .map_or_else(String::new, |format| format!(": {format}"))
        ))
        .code("format"),
        _ => ToolFailure::permanent(format!(
            "The page prevented typing into the {name}, as it would for a person."
        ))
        .code("prevented"),
    }
}

fn said(
    typed: &Typed,
    name: &str,
    target: &Target,
    pressed: Option<Key>,
    changes: &[String],
) -> String {
    let mut sentences = Vec::new();
    match &typed.value {
        _ if target.is_secret => {
            sentences.push(format!("Typed into the {name}. What it holds is not read."));
        }
        Some(value) => sentences.push(format!("The {name} holds {} now.", quote(value, 1_000))),
        None if pressed.is_none() => sentences.push(format!("Typed into the {name}.")),
        None => {}
    }
    if typed.cut > 0 {
        sentences.push(format!(
            "It takes no more: the last {} of the text did not fit in.",
            super::quote::count(typed.cut as usize, "character")
        ));
    }
    if let Some(key) = pressed {
        sentences.push(format!("Pressed {key:?}."));
    }
    sentences.extend(changes.iter().cloned());
    sentences.join(" ")
}

fn characters(text: &str) -> usize {
    text.chars().count()
}
