import { coreMemory } from "./memory.js";
import { rawReserveInput } from "./raw.js";

const encoder = new TextEncoder();

/** The core's room for text. It is another one when the memory has grown, or more room was asked for. */
let room = new Uint8Array(0);

/** A UTF-16 unit takes three bytes of UTF-8 at the most. */
const bytesPerUnit = 3;

/** Puts text where the core reads it; returns its length in bytes. A lone surrogate becomes U+FFFD. */
export function writeInput(text: string): number {
  const needed = text.length * bytesPerUnit;
  const { buffer } = coreMemory();
  if (room.buffer !== buffer || room.length < needed) {
    const size = Math.max(needed, smallest);
    const at = rawReserveInput(size);
    room = new Uint8Array(coreMemory().buffer, at, size);
  }
  const written = writeShort(text) ?? encoder.encodeInto(text, room).written;
  // The core gives so much room away with the text.
  if (room.length > large) room = new Uint8Array(0);
  return written;
}

/** Calling the encoder takes a browser as long as writing some hundred characters one by one. */
function writeShort(text: string): number | undefined {
  const { length } = text;
  if (length > short) return undefined;
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return undefined;
    room[at] = unit;
  }
  return length;
}

/** UTF-16 units. */
const short = 400;

/** Bytes: `LARGE` of `src/wasm/input.rs`. */
const large = 1_048_576;

/** Bytes that are reserved from the beginning: most arguments are shorter. */
const smallest = 12_288;
