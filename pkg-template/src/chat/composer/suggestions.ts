import { isArray, isObject, read, readText } from "../../codec/safe-read.js";
import { start } from "../../codec/truncate.js";
import { readableText } from "../../visible-text/readable-text.js";
import type { Suggestion } from "./types.js";

/** The name of the backend's custom event that brings suggestions. */
export const SUGGESTIONS_EVENT = "suggestions";

/** The most suggestions that are shown. */
const MOST = 12;
const LONGEST_LABEL = 200;
const LONGEST_PROMPT = 10_000;

/**
 * Suggestions as a page or a backend gives them: texts, or objects with `label` and `prompt`. CopilotKit's names, `title` and
 * `message`, are understood as well. Anything else is left out. Hidden characters are removed, so that a person sends what they see.
 *
 * @param given a list, or an object with a list in `suggestions`.
 */
export function readSuggestions(given: unknown): readonly Suggestion[] {
  const list = isObject(given) && !isArray(given) ? read(given, "suggestions") : given;
  if (!isArray(list)) return [];
  const suggestions: Suggestion[] = [];
  for (let at = 0; at < Math.min(list.length, MOST); at += 1) {
    const suggestion = readSuggestion(read(list, at));
    if (suggestion) suggestions.push(suggestion);
  }
  return suggestions;
}

function readSuggestion(given: unknown): Suggestion | undefined {
  if (typeof given === "string") return suggestion(given, given);
  if (!isObject(given)) return undefined;
  const prompt = readText(given, "prompt") ?? readText(given, "message");
  const label = readText(given, "label") ?? readText(given, "title") ?? prompt;
  return label === undefined ? undefined : suggestion(label, prompt ?? label);
}

function suggestion(label: string, prompt: string): Suggestion | undefined {
  const shown = readableText(start(label, LONGEST_LABEL)).replace(/\s+/g, " ").trim();
  const text = readableText(start(prompt, LONGEST_PROMPT)).trim();
  return shown === "" || text === "" ? undefined : { label: shown, prompt: text };
}
