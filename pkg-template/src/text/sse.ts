import { createParser } from "eventsource-parser";
import { within } from "../execution/race.js";

/** The maximum length of an event in UTF-16 units: the result of a tool has at most a quarter of a million. */
const longestEvent = 4_000_000;

/**
 * The data of each event of a `text/event-stream`, split anywhere. An incomplete event at the end is dropped.
 *
 * @throws the stream's error, the signal's reason once it is aborted, and an error for an event that is too long.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export async function* dataOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  const ready: string[] = [];
  let fault: Error | undefined;
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data }) => ready.push(data),
    onError: (error) => {
      // Unknown fields are to be ignored.
      if (error.type === "max-buffer-size-exceeded") fault = error;
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let isDone = false;
  let last = "";
  try {
    while (!isDone) {
      const { done, value } = await within(reader.read(), { signal });
      isDone = done;
      const text = decoder.decode(value, { stream: !done });
      parser.feed(text);
      last = text.at(-1) ?? last;
      // The parser waits for what may follow a CR, and ends the line with it.
      if (done && last === "\r") parser.feed("\n");
      yield* ready.splice(0);
      if (fault)
        throw new Error(`An event of the stream has more than ${longestEvent} characters.`);
    }
  } finally {
    if (!isDone) void reader.cancel().catch(() => {});
  }
}

/** The body of an answer that must be an event stream. */
export async function eventStreamOf(
  response: Response,
  whose: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { status, body } = response;
  const type = response.headers.get("content-type") ?? "no content type";
  if (response.ok && body && /^text\/event-stream\b/i.test(type)) return body;
  if (response.ok) {
    void body?.cancel().catch(() => {});
    throw new Error(`${whose} answered with ${type}, not with text/event-stream.`);
  }
  throw new Error(
    `${whose} answered with status ${status}. ${await excerptOf(body, signal)}`.trim(),
  );
}

/** The beginning of a server's error text; the rest, which may never end, is not read. */
async function excerptOf(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): Promise<string> {
  const longest = 500;
  if (!body || body.locked) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length <= longest) {
      const { done, value } = await within(reader.read(), { signal });
      text = (text + decoder.decode(value, { stream: !done })).trimStart();
      if (done) break;
    }
  } catch {
    signal.throwIfAborted();
  } finally {
    void reader.cancel().catch(() => {});
  }
  text = text.trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
