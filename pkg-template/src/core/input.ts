import { coreMemory } from "./memory.js";
import { rawReserveInput } from "./raw.js";
import { LazyTextEncoder } from "./text-codec.js";

const encoder = new LazyTextEncoder();

/** The core's room for text. When the memory has grown, a view of what it was before has no length. */
let room = new Uint8Array(0);
/** The same, four bytes at a time. */
let words = new Uint32Array(0);

/** A UTF-16 unit takes three bytes of UTF-8 at the most. */
const bytesPerUnit = 3;

/** How often text was put there. */
let writes = 0;

/** Puts text where the core reads it; returns its length in bytes. A lone surrogate becomes U+FFFD. */
export function writeInput(text: string): number {
  writes += 1;
  const own = writes;
  makeRoom(text.length * bytesPerUnit);
  const written = writeShort(text) ?? encoder.encodeInto(text, room).written;
  if (own !== writes) throw new Error(replaced);
  // The core gives so much room away with the text.
  if (room.length > large) room = new Uint8Array(0);
  return written;
}

function makeRoom(needed: number): void {
  if (room.length > 0 && room.length >= needed) return;
  const size = Math.max(needed, smallest);
  const at = rawReserveInput(size);
  const { buffer } = coreMemory();
  room = new Uint8Array(buffer, at, size);
  // An allocator aligns what is as large as this. If not, the encoder does it all.
  const isAligned = at % Uint32Array.BYTES_PER_ELEMENT === 0;
  words = new Uint32Array(buffer, isAligned ? at : 0, isAligned ? size >> 2 : 0);
}

/**
 * Writes a short ASCII text, four characters at a time: calling the encoder takes a browser as long as writing some
 * hundred of them. Of long texts the encoder is as fast, or faster when they were put together from pieces.
 */
function writeShort(text: string): number | undefined {
  const { length } = text;
  const bytes = room;
  const fours = words;
  if (length > short || fours.length === 0) return undefined;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    const one = text.charCodeAt(at);
    const two = text.charCodeAt(at + 1);
    const three = text.charCodeAt(at + 2);
    const four = text.charCodeAt(at + 3);
    if ((one | two | three | four) > 0x7f) return undefined;
    fours[at >> 2] = one | (two << 8) | (three << 16) | (four << 24);
  }
  for (; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return undefined;
    bytes[at] = unit;
  }
  return length;
}

/** Better no call than one with another's arguments. */
const replaced =
  "ag-ui-lit: something in the place of String.prototype.charCodeAt or TextEncoder.prototype.encodeInto has used the " +
  "package while it was used by it.";

/** UTF-16 units. */
const short = 400;

/** Bytes: `LARGE` of `src/wasm/input.rs`. */
const large = 1_048_576;

/** Bytes that are reserved from the beginning: most arguments are shorter. */
const smallest = 12_288;
