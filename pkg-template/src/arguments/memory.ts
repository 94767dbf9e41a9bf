import { coreMemory } from "../core/memory.js";
import { LazyTextDecoder } from "../core/text-codec.js";
import type { ValueBuilder } from "./value-builder.js";

/**
 * Tells builders of the same value what the core has noted, straight from its memory: `count` numbers. `noted` is where
 * the core says where they are, `delta` the piece that was read last.
 */
export function tell(
  noted: number,
  count: number,
  delta: string,
  builder: ValueBuilder,
  another?: ValueBuilder,
): void {
  look();
  const at = noted / bytesPerWord;
  const from = address(at) / bytesPerWord;
  const length = words[at + 2] as number;
  const text = length === 0 ? "" : read(address(at + 1), length);
  const steps = words;
  builder.apply(steps, from, from + count, text, delta);
  another?.apply(steps, from, from + count, text, delta);
}

/** All of the core's memory. Kept: making a view takes longer than reading a few characters. */
let words = new Int32Array(0);
let bytes = new Uint8Array(0);

const bytesPerWord = Int32Array.BYTES_PER_ELEMENT;

/** Growing moves the memory, which leaves a view of what it was before without length. */
function look(): void {
  if (words.length > 0) return;
  const { buffer } = coreMemory();
  words = new Int32Array(buffer);
  bytes = new Uint8Array(buffer);
}

function address(word: number): number {
  return (words[word] as number) >>> 0;
}

const decoder = new LazyTextDecoder();

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
