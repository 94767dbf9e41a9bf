import type { RunError } from "../errors/run-error.js";
import { beyondLimit } from "../limits/limits.js";
import { dataOf } from "./frame-data.js";
import type { StreamPosition } from "./stream-position.js";

/**
 * Puts a server-sent event stream into the form that `@ag-ui/client` 1.0 reads: LF line ends only, no frame without
 * data, and never half a frame at the end.
 *
 * The HTML standard lets a line end with CR, LF or CRLF; the client splits at LF alone, and fails on anything else
 * with a JSON error. It fails on a frame whose data is empty, too. It also parses what is left when the stream ends,
 * so a frame that was cut would look like a broken one.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export class EventStreamNormalizer {
  /** An event is too long: nothing of it is kept, and nothing is read any more. What came before it counts. */
  fault: RunError | undefined;
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();
  readonly #longest: number;
  readonly #position: StreamPosition | undefined;
  #afterCarriageReturn = false;
  /** The frame that is not whole yet, in the pieces in which it came: it is put together once. */
  #pieces: string[] = [];
  #length = 0;

  /**
   * @param longest characters that an event may have.
   * @param position notes each event that is passed on, and leaves out those that were passed on before.
   */
  constructor(longest = Number.POSITIVE_INFINITY, position?: StreamPosition) {
    this.#longest = longest;
    this.#position = position;
  }

  /** Takes the bytes that came; returns the frames they complete. See `fault`. */
  push(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    return this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The stream has ended: returns the last frame when only its blank line is missing, else nothing. */
  end(): Uint8Array<ArrayBuffer> {
    const frames = this.#take(this.#decoder.decode());
    const rest = this.#joined();
    if (!isWhole(rest)) return frames;
    const isNew = this.#position?.take(rest) ?? true;
    return this.#encoder.encode(isNew ? `${rest}\n\n` : "");
  }

  #take(text: string): Uint8Array<ArrayBuffer> {
    const fresh = this.#withLineFeeds(text);
    const isBlankLine = fresh.startsWith("\n") && this.#pieces.at(-1)?.endsWith("\n");
    if (!isBlankLine && !fresh.includes("\n\n")) {
      this.#keep(fresh);
      return new Uint8Array(0);
    }
    const pending = this.#joined() + fresh;
    const end = pending.lastIndexOf("\n\n") + 2;
    this.#keep(pending.slice(end));
    const all = pending.slice(0, end).split("\n\n");
    const tooLong = all.findIndex((frame) => frame.length > this.#longest);
    if (tooLong >= 0) this.#fail();
    const frames = (tooLong < 0 ? all : all.slice(0, tooLong)).filter(
      (frame) => hasData(frame) && (this.#position?.take(frame) ?? true),
    );
    return this.#encoder.encode(frames.map((frame) => `${frame}\n\n`).join(""));
  }

  #keep(piece: string): void {
    if (piece === "" || this.fault) return;
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length > this.#longest) this.#fail();
  }

  #joined(): string {
    const text = this.#pieces.join("");
    this.#pieces = [];
    this.#length = 0;
    return text;
  }

  #fail(): void {
    this.#joined();
    this.fault ??= beyondLimit("An event of the agent is too long", "eventSize", this.#longest);
  }

  #withLineFeeds(text: string): string {
    if (text === "") return text;
    const fresh = this.#afterCarriageReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#afterCarriageReturn = text.endsWith("\r");
    return fresh.replace(/\r\n?/g, "\n");
  }
}

/** Whether a frame holds an event. Proxies of model APIs end a stream with "[DONE]", which is none. */
function hasData(frame: string): boolean {
  const data = dataOf(frame).trim();
  return data !== "" && data !== "[DONE]";
}

function isWhole(frame: string): boolean {
  try {
    JSON.parse(dataOf(frame));
    return true;
  } catch {
    return false;
  }
}
