import type { TextMessage } from "./request.js";

/** What came of a call, as the model is told. */
export interface ToldResult {
  readonly name: string;
  readonly value: unknown;
}

/** The last message of the other side: what the person wrote, or what came of calls. */
export interface LastMessage {
  readonly prompt: string;
  readonly results: readonly ToldResult[];
}

const OPENING = /<tool_result name="([^"]*)">/;
const END = "</tool_result>";

/** What the page says of a marker that could not be read. */
const NOT_RUN = /^One of your tool calls was not run\..*$/gm;

/** Reads the last message. Results that a person's message follows have been told before. */
export function readLast(messages: readonly TextMessage[]): LastMessage {
  const last = messages.at(-1);
  if (last?.role !== "user") return { prompt: "", results: [] };
  const parts = last.content.split(END);
  const rest = [parts.pop() ?? ""];
  const results: ToldResult[] = [];
  for (const part of parts) {
    const opening = OPENING.exec(part);
    if (!opening) continue;
    rest.push(part.slice(0, opening.index));
    const text = part.slice(opening.index + opening[0].length);
    results.push({ name: opening[1] ?? "", value: parse(text) });
  }
  return { prompt: rest.join("\n").replace(NOT_RUN, "").trim(), results };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
