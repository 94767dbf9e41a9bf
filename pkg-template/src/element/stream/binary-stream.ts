import type { RunError } from "../errors/run-error.js";
import { beyondLimit } from "../limits/limits.js";

/** Bytes before each message of a binary stream: its length, big end first. */
const headerLength = 4;

/** What `@ag-ui/client` 1.0 takes for one message at the most, whatever the page allows. */
const clientsLongest = 10 * 1024 * 1024;

/**
 * Keeps the half of a message back that a binary event stream may end with: `@ag-ui/client` 1.0 would call it broken,
 * where it was cut. It also copies all that it has for every piece that comes; whole messages cost it one copy.
 *
 * @see https://docs.ag-ui.com/spec/1.0/ the binary transport
 */
export class BinaryStreamNormalizer {
  /** A message is too long: nothing of it is kept, and nothing is read any more. What came before it counts. */
  fault: RunError | undefined;
  readonly #longest: number;
  #pieces: Uint8Array[] = [];
  #length = 0;
  /** How many bytes there must be before more can be said. */
  #wanted = headerLength;

  /** @param longest bytes that a message may have. */
  constructor(longest = clientsLongest) {
    this.#longest = Math.min(longest, clientsLongest);
  }

  /** Takes the bytes that came; returns the messages they complete. See `fault`. */
  push(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.#wanted) return new Uint8Array(0);
    const all = joined(this.#pieces, this.#length);
    const end = this.#endOfWhole(all);
    const rest = all.subarray(end);
    this.#pieces = [rest];
    this.#length = rest.length;
    return all.subarray(0, end);
  }

  /** The stream has ended: what is left is no whole message. */
  end(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(0);
  }

  #endOfWhole(bytes: Uint8Array): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    while (bytes.length - at >= headerLength) {
      const length = view.getUint32(at);
      this.#wanted = headerLength + length;
      if (length > this.#longest) {
        this.fault = beyondLimit("An event of the agent is too long", "eventSize", this.#longest);
        return at;
      }
      if (bytes.length - at < this.#wanted) return at;
      at += this.#wanted;
    }
    this.#wanted = headerLength;
    return at;
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
