import { isObject } from "../../codec/safe-read.js";

/** The size of each value besides its text. */
const perValue = 16;

/**
 * About how many bytes plain data takes: its texts by their characters, files by their bytes. In proportion to the data, however deep
 * it is.
 */
export function sizeOf(data: unknown): number {
  let size = 0;
  const left: unknown[] = [data];
  while (left.length > 0) {
    const value = left.pop();
    size += perValue;
    if (typeof value === "string") size += value.length;
    else if (ArrayBuffer.isView(value)) size += value.byteLength;
    else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        size += key.length;
        left.push(member);
      }
    }
  }
  return size;
}
