import { checkOptions, type OptionRules } from "../options/check-options.js";
import { asJson, inOneLine } from "./written.js";

/** The description of a tool for a model. `RegisteredTool` and AG-UI's `Tool` are compatible. */
export interface PromptTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: unknown;
}

/** Options of a system prompt. */
export interface SystemPromptOptions {
  /** The text before the tools: the model's role and task. It is taken as it is. */
  readonly introduction?: string;
}

const rules: OptionRules<SystemPromptOptions> = {
  introduction: ["a text", (value) => typeof value === "string"],
};

/**
 * The system prompt for a model that only writes text: the tools with their parameters, and the format of a call.
 * Without tools it is the introduction alone.
 *
 * A tool can't change the prompt's form: its description is put in one line, and its schema has no `<`.
 *
 * @throws {TypeError} if a tool or an option is invalid.
 *
 * @example
 * ```ts
 * const prompt = systemPrompt(registry.all, { introduction: "You plan journeys." });
 * ```
 */
export function systemPrompt(
  tools: Iterable<PromptTool>,
  options: SystemPromptOptions = {},
): string {
  checkOptions("systemPrompt", options, rules);
  const listed = toolsOf(tools);
  const parts = options.introduction?.trim() ? [options.introduction] : [];
  const first = listed[0];
  if (first) {
    const lines = listed.map(lineOf).join("\n\n");
    parts.push(`You have access to these tools:\n\n${lines}`, form(exampleOf(listed, first)));
  }
  return parts.join("\n\n");
}

function form(example: string): string {
  return `When you need to use a tool, emit:
${example}

Continue your response normally after the tool call.

Write one such marker for each call, outside of code blocks. args is one JSON object that keeps to the tool's parameters, on one \
line, with quotes and line breaks inside of strings escaped. Write no result yourself: the results are given to you in the next \
message, as <tool_result name="…">…</tool_result>, in the order of your calls. Use them in your answer. If a tool failed or found \
nothing, say so, or try something else.`;
}

function lineOf({ name, description, parameters }: PromptTool): string {
  return `- ${name}: ${inOneLine(description)}\n  Parameters: ${asJson(parameters ?? {})}`;
}

/** The marker's form, with a tool that there is. */
function exampleOf(tools: readonly PromptTool[], first: PromptTool): string {
  const known = tools.find(({ name }) => name === "search_flights");
  if (known) return '<tool_call name="search_flights" args={"origin": "SFO", ...}></tool_call>';
  const { properties } = (first.parameters ?? {}) as { readonly properties?: object };
  const [parameter, ...others] = Object.keys(properties ?? {});
  const more = others.length > 0 ? ", ..." : "";
  const args = parameter === undefined ? "{}" : `{${asJson(parameter)}: ...${more}}`;
  return `<tool_call name="${first.name}" args=${args}></tool_call>`;
}

function toolsOf(tools: Iterable<PromptTool>): PromptTool[] {
  if (typeof tools !== "object" || tools === null || !(Symbol.iterator in tools)) {
    throw new TypeError(
      "ag-ui-lit: systemPrompt() takes a list of tools, as registry.all gives it.",
    );
  }
  return [...tools].map((tool, index) => {
    const { name, description } = (tool ?? {}) as Partial<PromptTool>;
    if (typeof name === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(name)) {
      if (typeof description === "string") return tool;
    }
    throw new TypeError(
      `ag-ui-lit: systemPrompt() takes tools with a name of 1 to 64 of A-Z a-z 0-9 _ - and a description; the one at ${index} is none.`,
    );
  });
}
