use std::cell::RefCell;
use std::num::NonZeroU32;
use std::pin::pin;
use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{
    Approval, Attribute, Preview, ResultMetadata, State, Tool, ToolContext, ToolFailure,
    ToolMetadata, ToolOutput, ToolResult,
};
use futures_util::future::{Either, select};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::filter::CommandFilter;
use super::obscure::{has_control, visible};
use super::output::BoundedOutput;
use super::shell::{OutputSink, Shell, ShellFault};
use crate::excerpt;

/// The arguments of `bash`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BashArguments {
    /// The command, in bash.
    pub command: String,
    /// The purpose of the command in a few words, for the person who approves it.
    #[serde(default)]
    pub description: Option<String>,
    /// The time limit in seconds, up to the page's own limit. The command is stopped when it is over.
    #[serde(default)]
    pub timeout: Option<NonZeroU32>,
    /// Runs the command in the background, as for a server: returns an id at once. `view_background_processes` shows its
    /// state and output.
    #[serde(default)]
    pub background: bool,
}

/// The metadata of a command for a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BashMetadata {
    /// The command as it was run.
    pub command: String,
    /// The exit code; `None` while it runs, or if the page's shell does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// The kept part of its output.
    pub output: String,
    /// The number of characters of the output that are left out.
    pub left_out: usize,
    /// The id of a background command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background_id: Option<String>,
}

impl ResultMetadata for BashMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("bash");
}

/// The page's options for `bash`.
#[derive(Debug, Clone)]
pub struct BashOptions {
    /// The commands that may run.
    pub filter: CommandFilter,
    /// The default time limit of a command, in seconds.
    pub timeout: u32,
    /// The maximum time limit that a command may request, in seconds.
    pub max_timeout: u32,
    /// The maximum number of characters of output for the model.
    pub max_output: usize,
    /// Whether commands may run in the background.
    pub background: bool,
    /// Whether a person must approve every command. Otherwise control characters are refused.
    pub asked: bool,
}

/// The maximum length of a command in bytes, all of which a person has to see.
const MAX_SHOWN: usize = 65_536;

impl Default for BashOptions {
    /// Any command, a time limit of two minutes and at most ten, 20,000 characters, no background, with approval.
    fn default() -> Self {
        Self {
            filter: CommandFilter::default(),
            timeout: 120,
            max_timeout: 600,
            max_output: 20_000,
            background: false,
            asked: true,
        }
    }
}

/// Runs commands.
pub struct Bash<S> {
    shell: S,
    options: BashOptions,
}

impl<S: Shell> Bash<S> {
    /// The tool over the page's shell.
    #[must_use]
    pub fn new(shell: S, options: BashOptions) -> Self {
        Self { shell, options }
    }

    /// The text that runs: what the filter understood, printed anew; without a filter the command as it is.
    fn check(&self, arguments: &BashArguments) -> Result<String, ToolFailure> {
        let command = &arguments.command;
        let refused = |why: String, code| Err(ToolFailure::permanent(why).code(code));
        if command.trim().is_empty() {
            return refused("command: is empty.".to_owned(), "empty_command");
        }
        if command.len() > MAX_SHOWN || visible(command).len() > MAX_SHOWN {
            let why = format!(
                "command: is longer than {MAX_SHOWN} bytes. Write long content to a file with another tool."
            );
            return refused(why, "command_too_long");
        }
        if command.contains('\0') || (!self.options.asked && has_control(command)) {
            let why = "command: has control characters in it. Leave them out, or let a program such as printf make them.";
            return refused(why.to_owned(), "control_characters");
        }
        if arguments.background && !self.options.background {
            let why = "background: this page runs no commands in the background. Leave it out.";
            return refused(why.to_owned(), "no_background");
        }
        let refused = |why| ToolFailure::permanent(why).code("command_not_allowed");
        self.options.filter.check(command).map_err(refused)
    }

    fn start(&self, command: &str, description: Option<&str>) -> ToolResult<BashMetadata> {
        let name = description.map_or_else(|| "bash".to_owned(), shown_description);
        let id = self
            .shell
            .start(command, &name)
            .map_err(|fault| failed(&fault, ""))?;
        let text = format!(
            "It runs in the background as {id}. Call view_background_processes to see its output and whether it has ended."
        );
        Ok(ToolOutput::new(text).with(BashMetadata {
            command: command.to_owned(),
            exit_code: None,
            output: String::new(),
            left_out: 0,
            background_id: Some(id),
        }))
    }
}

impl<S: Shell> Tool for Bash<S> {
    type Arguments = BashArguments;
    type Metadata = BashMetadata;

    fn name(&self) -> &'static str {
        "bash"
    }

    fn description(&self) -> &'static str {
        "Runs a command in bash, in a shell of the page, and returns its output and exit code; of a long output the beginning and \
         the end. The page may only allow certain commands: a refusal lists them. Then write plain commands of literal words, joined by |, &&, || or ;. \
         Set a timeout in seconds for a long command, and background: true for one that does not end by itself, such as a server."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("bash".to_owned()),
            idempotent: Some(false),
            // The command's own limit ends it first.
            timeout: Some(f64::from(self.options.max_timeout) * 1000.0 + 5_000.0),
            approval: Some(Approval::Always),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &BashArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        self.check(arguments).map(drop)
    }

    async fn preview(&self, arguments: &BashArguments, _state: &dyn State) -> Option<Preview> {
        // The command, which is what runs, comes first. The model's description is one short line, so it can't look like
        // another command.
        let why = match &arguments.description {
            Some(why) => format!("\n\n({})", shown_description(why)),
            None => String::new(),
        };
        let command = self.check(arguments);
        let command = command.as_ref().unwrap_or(&arguments.command);
        Some(Preview::Text {
            text: format!("$ {}{why}", visible(command)),
        })
    }

    async fn execute(
        &self,
        arguments: BashArguments,
        context: &ToolContext,
    ) -> ToolResult<BashMetadata> {
        let command = self.check(&arguments)?;
        if arguments.background {
            return self.start(&command, arguments.description.as_deref());
        }
        let output = Rc::new(RefCell::new(BoundedOutput::new(self.options.max_output)));
        let sink: OutputSink = {
            let output = Rc::clone(&output);
            Rc::new(move |text: &str| output.borrow_mut().push(text))
        };
        context.report_progress("running");
        let asked = arguments.timeout.map(NonZeroU32::get);
        let longest = self.options.max_timeout;
        let seconds = asked.unwrap_or(self.options.timeout).min(longest);
        let lowered = asked
            .filter(|asked| *asked > longest)
            .map_or_else(String::new, |asked| {
                format!("\n\n[{asked} seconds were requested; the maximum here is {longest}.]")
            });
        let ended = {
            let run = pin!(self.shell.run(&command, sink));
            let limit = pin!(self.shell.sleep(f64::from(seconds) * 1000.0));
            match select(run, limit).await {
                Either::Left((ended, _)) => Some(ended),
                Either::Right(((), _run)) => None,
            }
        };
        let (text, left_out) = {
            let output = output.borrow();
            (output.text(), output.left_out())
        };
        let metadata = |exit_code| BashMetadata {
            command: command.clone(),
            exit_code,
            output: text.clone(),
            left_out,
            background_id: None,
        };
        match ended {
            None => Err(ToolFailure::new(format!(
                "The command was stopped after {seconds} seconds. Its effects until then remain.{}{lowered}",
                printed(&text)
            ))
            .category(ToolErrorCategory::Timeout)
            .code("command_timeout")
            .retryable(false)
            .metadata(&metadata(None))),
            Some(Err(fault)) => Err(failed(&fault, &text).metadata(&metadata(None))),
            Some(Ok(ended)) => {
                let text = with_exit_code(&text, ended.exit_code) + &lowered;
                Ok(ToolOutput::new(text).with(metadata(ended.exit_code)))
            }
        }
    }

    fn tracing_attributes(&self, arguments: &BashArguments) -> Vec<Attribute> {
        // The arguments may contain secrets, and so may assigned variables; a program's name does not.
        let first = arguments.command.split_whitespace().next();
        let is_name = |word: &&str| {
            word.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"./_-".contains(&byte))
        };
        first
            .filter(is_name)
            .map(|program| Attribute::new("process.executable.name", program))
            .into_iter()
            .collect()
    }
}

/// One short line of the model's description of a command.
fn shown_description(description: &str) -> String {
    visible(&excerpt::line(description, 200))
}

fn with_exit_code(text: &str, exit_code: Option<i32>) -> String {
    let text = if text.is_empty() { "(no output)" } else { text };
    match exit_code {
        None | Some(0) => text.to_owned(),
        Some(code) => format!("{text}\n\nExit code {code}"),
    }
}

fn printed(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!(" It had printed:\n\n{text}")
    }
}

/// The command may have run, so that only the model can decide on another attempt.
fn failed(fault: &ShellFault, text: &str) -> ToolFailure {
    ToolFailure::new(format!(
        "The page's shell failed: {}.{}",
        fault.message,
        printed(text)
    ))
    .category(ToolErrorCategory::Execution)
    .code("shell_failed")
    .retryable(false)
}
