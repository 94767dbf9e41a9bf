import type { Answer } from "../turn.js";
import { sentence } from "../words.js";

const MAX_QUOTE = 300;

/** The files that a search found: each stands on a line of its own, above its lines that were found and before the notes. */
export function pathsIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "" && !/^(?:\d+[:-]|--$|\[)/.test(line));
}

/** A file's lines, from what `file_read` gave: a number and a tab stand before each. */
export function linesOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/^ *\d+\t(.*)$/gm), ([, line]) => line ?? "");
}

/** Why a call has no result, in a sentence. */
export function refusal(answer: Answer | undefined): string {
  if (!answer) return "the page gave no answer.";
  const line = answer.text.trim().replace(/\s+/g, " ");
  return sentence(line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line);
}

/** Whether a person said no. */
export function wasDeclined({ kind, text }: Answer): boolean {
  return kind !== "ok" && /\bdeclined\b/.test(text);
}
