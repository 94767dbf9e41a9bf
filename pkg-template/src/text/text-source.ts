import { describe } from "../codec/describe.js";
import { isObject } from "../codec/safe-read.js";
import { WorkSlice } from "../element/scheduling/yield-to-page.js";
import { within } from "../execution/race.js";

/** A message, as a model that only writes text is sent it. */
export interface TextMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A request to a model. */
export interface TextRequest {
  /** The conversation: the system prompt first, if there is one, and never two of the same role in a row. */
  readonly messages: readonly TextMessage[];
  /** Aborted when no caller waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** A text that is streamed in pieces. */
export type TextSource = ReadableStream<string> | AsyncIterable<string>;

/** Asks a model that only writes text. */
export type StreamText = (request: TextRequest) => TextSource | PromiseLike<TextSource>;

/**
 * The pieces of a model's answer.
 *
 * @throws the error of the function or its stream, the signal's reason once it is aborted (whatever the stream does),
 * and a TypeError for pieces that are not text.
 */
export async function* answerOf(
  stream: StreamText,
  request: TextRequest,
): AsyncGenerator<string, void, void> {
  const { signal } = request;
  signal.throwIfAborted();
  const asked = Promise.resolve().then(() => stream(request));
  const source = await within(asked, { signal }).catch((thrown: unknown) => {
    // A stream that comes after the abort is released.
    if (signal.aborted) void asked.then((late) => leave(piecesOf(late))).catch(() => {});
    throw thrown;
  });
  const pieces = piecesOf(source);
  const slice = new WorkSlice();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await within(Promise.resolve(pieces.next()), { signal });
      if (done) {
        isDone = true;
        return;
      }
      if (typeof value !== "string") throw notText(value);
      if (value !== "") yield value;
      // A stream that has everything at once would leave the page no turn.
      if (slice.isDue) await slice.yield();
    }
  } finally {
    slice.end();
    if (!isDone) leave(pieces);
  }
}

interface Pieces {
  next(): PromiseLike<{ done?: boolean | undefined; value?: unknown }>;
  return?(): unknown;
}

function piecesOf(source: unknown): Pieces {
  if (isObject(source)) {
    // Not every browser iterates over streams.
    if (typeof (source as ReadableStream).getReader === "function") {
      const reader = (source as ReadableStream).getReader();
      return { next: () => reader.read(), return: () => reader.cancel() };
    }
    const iterate = (source as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator];
    if (typeof iterate === "function") return Reflect.apply(iterate, source, []) as Pieces;
  }
  throw new TypeError(
    `The model's function must give a ReadableStream or an async iterable of text, not ${kindOf(source)}.`,
  );
}

function notText(value: unknown): TypeError {
  const isBytes = ArrayBuffer.isView(value);
  const advice = isBytes ? " Pipe it through a TextDecoderStream." : "";
  return new TypeError(`The model's stream must give text, not ${kindOf(value)}.${advice}`);
}

function kindOf(value: unknown): string {
  if (typeof value !== "object")
    return typeof value === "string" ? "a whole string" : describe(value);
  return value === null ? "null" : `an object (${value.constructor?.name ?? "of no class"})`;
}

/** Lets go of a stream that is not read to its end, without waiting for it. */
function leave(pieces: Pieces): void {
  try {
    void Promise.resolve(pieces.return?.()).catch(() => {});
  } catch {
    // It is left behind.
  }
}
