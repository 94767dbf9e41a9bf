import type { Tool } from "@ag-ui/core";
import { callWith, type PlannedCall } from "./plan.js";
import { allowed, propertySchema } from "./skill.js";
import { untilNextRequest } from "./words.js";

/** Calls for tools this agent has never heard of: named in the prompt, with arguments guessed from their schema. */
export function guessCalls(prompt: string, tools: readonly Tool[]): PlannedCall[] {
  return tools.flatMap((tool) => {
    const words = tool.name
      .split(/[_-]+|(?<=[a-z])(?=[A-Z])/)
      .filter(Boolean)
      .map(escapePattern);
    const mention =
      words.length > 0 &&
      new RegExp(
        `(?<![\\p{L}\\d])${words.join("[\\s_-]*(?:\\b(?:a|an|the)\\b\\s*)?")}(?![\\p{L}\\d])`,
        "iu",
      ).exec(prompt);
    if (!mention) return [];
    const rest = untilNextRequest(prompt.slice(mention.index + mention[0].length));
    return [
      callWith(
        tool.name,
        guessArgs(
          tool,
          rest.replace(/^[\s:,]*(?:to|with|for|of|about)?\s+/i, "").replace(/[.!?\s]+$/, ""),
        ),
      ),
    ];
  });
}

function guessArgs(tool: Tool, text: string): Record<string, unknown> {
  const { properties, required } = (tool.parameters ?? {}) as {
    properties?: Record<string, unknown>;
    required?: unknown;
  };
  const names = Object.keys(properties ?? {});
  const needed = Array.isArray(required) ? names.filter((name) => required.includes(name)) : [];
  const numbers = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const args: Record<string, unknown> = {};
  for (const name of needed.length > 0 ? needed : names.slice(0, 1)) {
    const { type } = propertySchema(tool, name);
    const options = allowed(tool, name);
    if (options.length > 0)
      args[name] =
        options.find((option) => text.toLowerCase().includes(option.toLowerCase())) ?? options[0];
    else if (type === "number" || type === "integer") args[name] = numbers.shift() ?? 1;
    else if (type === "boolean") args[name] = !/\b(?:no|not|off|false)\b/i.test(text);
    else if (type === "string" || type === undefined) args[name] = text;
  }
  return args;
}

function escapePattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
