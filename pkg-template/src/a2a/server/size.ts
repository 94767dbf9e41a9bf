import { isObject } from "../../codec/safe-read.js";

/** The size of each value besides its text. */
const perValue = 16;

/**
 * The approximate size of plain data in bytes: texts by their characters, files by their bytes. Takes time in
 * proportion to the data, at any depth.
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
