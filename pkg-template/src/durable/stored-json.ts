import type { StoredThread } from "./thread-store.js";

/** The longest id of a thread, in UTF-16 units. */
export const LONGEST_ID = 1_000;

/** A thread as bytes of JSON: what a store counts and keeps. */
export function bytesOfThread(thread: StoredThread): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(thread));
}

/** Roughly how many bytes a value takes as JSON. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** @throws {TypeError} when a thread's id can't be one. */
export function checkThreadId(id: unknown): asserts id is string {
  if (typeof id === "string" && id !== "" && id.length <= LONGEST_ID) return;
  throw new TypeError(
    `ag-ui-lit/durable: a thread's id is a text of 1 to ${LONGEST_ID} characters.`,
  );
}
