import { coreMemory } from "../core/memory.js";
import type { RawArguments } from "../core/raw.js";
import type { ValueBuilder } from "./value-builder.js";

/** Tells a builder what has been added for it, straight from the core's memory. */
export function tell(builder: ValueBuilder, raw: RawArguments, which: number): void {
  const count = raw.note(which);
  if (count === 0) return;
  look();
  const from = raw.steps / Uint32Array.BYTES_PER_ELEMENT;
  builder.apply(words, from, from + count, read(raw.text, raw.textLength));
}

/** All of the core's memory. Kept: making a view takes longer than reading a few characters. */
let words = new Uint32Array(0);
let bytes = new Uint8Array(0);

/** Growing moves the memory. */
function look(): void {
  const { buffer } = coreMemory();
  if (words.buffer === buffer) return;
  words = new Uint32Array(buffer);
  bytes = new Uint8Array(buffer);
}

const decoder = new TextDecoder();

/** Up to how many bytes are cheaper one by one: what a model writes at a time. */
const few = 48;

function read(from: number, length: number): string {
  const to = from + length;
  let text = "";
  if (length <= few) {
    let at = from;
    for (; at < to; at += 1) {
      const byte = bytes[at] as number;
      if (byte > 0x7f) break;
      text += String.fromCharCode(byte);
    }
    if (at === to) return text;
  }
  return decoder.decode(bytes.subarray(from, to));
}
