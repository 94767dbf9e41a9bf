/**
 * Puts a server-sent event stream into the form that `@ag-ui/client` 1.0 reads: LF line ends only, and never half a
 * frame at the end.
 *
 * The HTML standard lets a line end with CR, LF or CRLF; the client splits at LF alone, and fails on anything else
 * with a JSON error. It also parses what is left when the stream ends, so a frame that was cut would look like a
 * broken one.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export class EventStreamNormalizer {
  #afterCarriageReturn = false;
  #rest: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  /** Takes the bytes that came; returns the frames they complete. */
  push(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const pending = concat(this.#rest, this.#withLineFeeds(bytes));
    const end = endOfLastFrame(pending, this.#rest.length);
    this.#rest = pending.slice(end);
    return pending.slice(0, end);
  }

  /** The stream has ended: returns the last frame when only its blank line is missing, else nothing. */
  end(): Uint8Array<ArrayBuffer> {
    const frame = this.#rest;
    this.#rest = new Uint8Array(0);
    return isWholeFrame(frame) ? concat(frame, blankLine) : new Uint8Array(0);
  }

  #withLineFeeds(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      const skip = byte === LF && this.#afterCarriageReturn;
      this.#afterCarriageReturn = byte === CR;
      if (!skip) out[length++] = byte === CR ? LF : byte;
    }
    return out.slice(0, length);
  }
}

const LF = 0x0a;
const CR = 0x0d;
const blankLine = Uint8Array.of(LF, LF);

/** Where the last complete frame ends; 0 when there is none. Looks no further back than it must. */
function endOfLastFrame(bytes: Uint8Array, alreadySearched: number): number {
  const from = Math.max(alreadySearched, 1);
  for (let at = bytes.length - 1; at >= from; at--) {
    if (bytes[at] === LF && bytes[at - 1] === LF) return at + 1;
  }
  return 0;
}

function isWholeFrame(frame: Uint8Array): boolean {
  const data = new TextDecoder()
    .decode(frame)
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length));
  try {
    JSON.parse(data.join("\n"));
    return true;
  } catch {
    return false;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
