import { isObject, read } from "../../codec/safe-read.js";
import type { LoggedEvent } from "../stores/run-log.js";

/** A mark in place of an event: the run goes on. Clients are not sent it. */
export const ALIVE = "null";

/** A mark in place of an event: the run has become too large to be resumed. No event follows in the log. */
export const TOO_LARGE = '"too large"';

/** Returns true if a client is to be sent it: an event, and no mark. */
export function isEvent({ text }: LoggedEvent): boolean {
  return text.startsWith("{");
}

/** Returns true if an event ends its run. */
export function isTerminal(text: string): boolean {
  // Most events need not be parsed.
  if (!/"RUN_(?:FINISHED|ERROR)"/.test(text)) return false;
  try {
    const event: unknown = JSON.parse(text);
    const type = isObject(event) ? read(event, "type") : undefined;
    return type === "RUN_FINISHED" || type === "RUN_ERROR";
  } catch {
    return false;
  }
}

/**
 * Returns true if a log's page follows the number that was asked for. A log is not trusted: a text with a line break
 * would be another event to a client.
 */
export function isSound(events: readonly LoggedEvent[], after: number): boolean {
  return events.every(
    ({ number, text }, index) =>
      number === after + 1 + index && typeof text === "string" && !/[\r\n]/.test(text),
  );
}

const utf8 = new TextEncoder();

/** The size of a text as it is sent, in bytes. */
export function bytesOf(text: string): number {
  return utf8.encode(text).byteLength;
}
