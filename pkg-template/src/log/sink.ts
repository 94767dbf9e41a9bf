import { isObject, read } from "../codec/safe-read.js";
import { needed } from "../options/rules.js";
import type { ToolLogLoss, ToolLogRecord } from "./record.js";

/**
 * The destination of lines: a function, which may return a promise and then gets the next line once that is resolved;
 * or a stream of texts, each a line with its line break.
 */
export type LogSink<Kept extends object = ToolLogRecord> =
  | ((line: string, record: Kept | ToolLogLoss) => unknown)
  | WritableStream<string>;

/** Writes one line; rejects when that fails. */
export type Write<Kept extends object = ToolLogRecord> = (
  line: string,
  record: Kept | ToolLogLoss,
) => unknown;

/** The writer of lines to a sink; `undefined` for an invalid sink. */
export function writerOf<Kept extends object = ToolLogRecord>(
  sink: unknown,
): Write<Kept> | undefined {
  if (typeof sink === "function") return sink as Write<Kept>;
  if (!isStream(sink)) return undefined;
  return async (line) => {
    // Held no longer than a line takes: the stream is the page's.
    const writer = sink.getWriter();
    try {
      await writer.ready;
      await writer.write(`${line}\n`);
    } finally {
      writer.releaseLock();
    }
  };
}

/** The rule of a log's option `sink`. */
export const aSink = needed([
  "a function or a WritableStream",
  (value) => writerOf(value) !== undefined,
]);

function isStream(sink: unknown): sink is WritableStream<string> {
  return isObject(sink) && typeof read(sink, "getWriter") === "function";
}
