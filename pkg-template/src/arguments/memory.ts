import { coreMemory } from "../core/memory.js";
import type { RawArguments } from "../core/raw.js";
import type { ValueBuilder } from "./value-builder.js";

/** Tells a builder what has been added for it, straight from the core's memory. */
export function tell(builder: ValueBuilder, raw: RawArguments, which: number): void {
  const count = raw.note(which);
  if (count === 0) return;
  const { buffer } = coreMemory();
  const steps = new Uint32Array(buffer, raw.steps, count);
  // The builder calls listeners, which may call the core, which may move its memory.
  const own = builder.listener ? steps.slice() : steps;
  builder.apply(own, read(new Uint8Array(buffer, raw.text, raw.textLength)));
}

const decoder = new TextDecoder();

/** Up to how many bytes are cheaper one by one: what a model writes at a time. */
const few = 48;

function read(bytes: Uint8Array): string {
  if (bytes.length > few) return decoder.decode(bytes);
  let text = "";
  for (const byte of bytes) {
    if (byte > 0x7f) return decoder.decode(bytes);
    text += String.fromCharCode(byte);
  }
  return text;
}
