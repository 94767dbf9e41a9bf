import { isJsonObject } from "../codec/json-object.js";
import { isObject } from "../codec/safe-read.js";
import { checkOptions } from "../options/check-options.js";
import type { ToolEvent } from "./events.js";
import { dataOf, eventStreamOf } from "./sse.js";

/** Options of reading events. */
export interface ReadToolEventsOptions {
  /** Stops reading, and releases the stream. */
  readonly signal?: AbortSignal;
}

/** The check of each event's shape, by type. */
const shapes: Readonly<Record<string, (event: Readonly<Record<string, unknown>>) => boolean>> = {
  token: ({ token }) => typeof token === "string",
  tool_call: ({ name, args }) => typeof name === "string" && isJsonObject(args),
  tool_result: ({ result }) => isJsonObject(result),
  done: ({ message_id }) => typeof message_id === "string",
  error: ({ error }) => typeof error === "string",
};

/**
 * Reads the events of `toolEventStream()` from a response, or its body. Events of an unknown type are left out.
 *
 * @throws if the response is not such a stream, if the stream breaks or ends before `done` or `error`, for an invalid
 * event, and the signal's reason once it is aborted. Earlier events have been yielded.
 *
 * @example
 * ```ts
 * for await (const event of readToolEvents(await fetch("/api/chat", { method: "POST", body }))) {
 *   if (event.type === "token") answer.append(event.token);
 * }
 * ```
 */
export async function* readToolEvents(
  source: Response | ReadableStream<Uint8Array>,
  options: ReadToolEventsOptions = {},
): AsyncGenerator<ToolEvent, void, void> {
  checkOptions("readToolEvents", options, {
    signal: ["an AbortSignal", (value) => isObject(value) && "aborted" in value],
  });
  const { signal = new AbortController().signal } = options;
  if (!isStream(source) && !isResponse(source)) {
    throw new TypeError("ag-ui-lit: readToolEvents() takes a Response, or the stream of its body.");
  }
  const body = isStream(source) ? source : await eventStreamOf(source, "The server", signal);
  let last: ToolEvent | undefined;
  for await (const data of dataOf(body, signal)) {
    const event = eventOf(data);
    if (!event) continue;
    last = event;
    yield event;
    if (event.type === "done") return;
  }
  if (last?.type !== "error") {
    throw new Error("The event stream ended before the answer did: neither done nor error came.");
  }
}

function eventOf(data: string): ToolEvent | undefined {
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    throw new Error(`An event of the stream is no JSON: ${excerpt(data)}`);
  }
  if (!isJsonObject(event) || typeof event.type !== "string") {
    throw new Error(`An event of the stream has no type: ${excerpt(data)}`);
  }
  const type = event.type;
  if (!Object.hasOwn(shapes, type)) return undefined;
  if (!shapes[type]?.(event)) {
    throw new Error(`An event of the stream lacks what a ${type} has: ${excerpt(data)}`);
  }
  return event as unknown as ToolEvent;
}

function isStream(source: unknown): source is ReadableStream<Uint8Array> {
  return isObject(source) && "getReader" in source;
}

function isResponse(source: unknown): source is Response {
  return isObject(source) && "status" in source && "headers" in source;
}

function excerpt(data: string): string {
  const longest = 200;
  return data.length > longest ? `${data.slice(0, longest)}…` : data;
}
