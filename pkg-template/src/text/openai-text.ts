import { isObject, read, readText } from "../codec/safe-read.js";
import { WholeCharacters } from "../codec/whole-characters.js";
import { checkOptions, type OptionRules } from "../options/check-options.js";
import { aFunction, aText } from "../options/rules.js";
import { dataOf, eventStreamOf } from "./sse.js";
import type { StreamText, TextRequest } from "./text-source.js";

/** The address, the name and the options of a model. */
export interface OpenAiTextOptions {
  /** The address of chat completions, as `https://…/v1/chat/completions`. */
  readonly url: string | URL;
  /** The model's name there. */
  readonly model: string;
  /** Headers of each request: `authorization`, where no proxy adds it. */
  readonly headers?: HeadersInit;
  /** Further members of the body: `temperature`, `max_tokens`, `stop`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** In place of the page's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

const rules: OptionRules<OpenAiTextOptions> = {
  url: [
    "an address",
    (value) => value instanceof URL || (typeof value === "string" && value !== ""),
  ],
  model: aText,
  headers: ["headers", isObject],
  body: [
    "an object without messages, model and stream",
    (value) =>
      isObject(value) &&
      !["messages", "model", "stream"].some((name) => Object.hasOwn(value, name)),
  ],
  fetch: aFunction,
};

/**
 * Text of a model behind an endpoint that is compatible with OpenAI's chat completions: llama.cpp, Ollama, vLLM, LM
 * Studio, and most providers. Only messages are sent, so the model needs no tool calling.
 *
 * @throws {TypeError} if an option is invalid. The stream throws the errors of `fetch`, and an error for an invalid
 * answer, with the beginning of the server's text.
 *
 * @example
 * ```ts
 * const stream = openAiText({ url: "http://localhost:11434/v1/chat/completions", model: "llama3.3" });
 * ```
 */
export function openAiText(options: OpenAiTextOptions): StreamText {
  checkOptions("openAiText", options, rules);
  for (const needed of ["url", "model"] as const) {
    if (options[needed] === undefined) {
      throw new TypeError(`ag-ui-lit: openAiText({ ${needed} }) must be ${rules[needed][0]}.`);
    }
  }
  return (request) => completion(options, request);
}

async function* completion(
  { url, model, headers, body, fetch = globalThis.fetch }: OpenAiTextOptions,
  { messages, signal }: TextRequest,
): AsyncGenerator<string, void, void> {
  const sent = new Headers(headers);
  sent.set("content-type", "application/json");
  if (!sent.has("accept")) sent.set("accept", "text/event-stream");
  const response = await fetch(url, {
    method: "POST",
    headers: sent,
    body: JSON.stringify({ ...body, model, messages, stream: true }),
    signal,
  });
  const stream = await eventStreamOf(response, "The model", signal);
  const characters = new WholeCharacters();
  let hasEnded = false;
  for await (const data of dataOf(stream, signal)) {
    if (data.trim() === "[DONE]") {
      hasEnded = true;
      break;
    }
    const chunk = chunkOf(data);
    const text = characters.push(chunk.text);
    if (text !== "") yield text;
    hasEnded ||= chunk.isLast;
  }
  const last = characters.end();
  if (last !== "") yield last;
  // Some servers close without "[DONE]".
  if (!hasEnded) throw new Error("The model's stream ended before its answer did.");
}

/** The text of the first choice in a chunk. */
function chunkOf(data: string): { readonly text: string; readonly isLast: boolean } {
  const chunk = parsed(data);
  const error = read(chunk, "error");
  if (error !== undefined && error !== null) {
    const message = isObject(error) ? readText(error, "message") : String(error);
    throw new Error(`The model failed: ${message ?? JSON.stringify(error)}`);
  }
  const choices = read(chunk, "choices");
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isObject(choice)) return { text: "", isLast: false };
  const delta = read(choice, "delta");
  return {
    text: isObject(delta) ? textIn(read(delta, "content")) : "",
    isLast: typeof read(choice, "finish_reason") === "string",
  };
}

/** A content: text, or a list of parts, of which those count that are text of the answer. */
function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map(textOfPart).join("");
}

function textOfPart(part: unknown): string {
  if (typeof part === "string") return part;
  if (!isObject(part)) return "";
  const type = readText(part, "type");
  const isText = type === undefined || type === "text" || type === "output_text";
  return (isText && readText(part, "text")) || "";
}

function parsed(data: string): object {
  try {
    const chunk: unknown = JSON.parse(data);
    if (isObject(chunk)) return chunk;
  } catch {
    // Reported below.
  }
  throw new Error(`The model's stream has an event that is no JSON object: ${data.slice(0, 200)}`);
}
