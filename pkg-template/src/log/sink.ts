import { isObject, read } from "../codec/safe-read.js";
import { needed } from "../options/rules.js";
import type { ToolLogLoss, ToolLogRecord } from "./record.js";

/**
 * Where lines go: a function, which may answer a promise and is then given the next line when that is resolved; or a stream of
 * texts, each a line with its line break.
 */
export type LogSink<Kept extends object = ToolLogRecord> =
  | ((line: string, record: Kept | ToolLogLoss) => unknown)
  | WritableStream<string>;

/** Writes one line; rejects when that fails. */
export type Write<Kept extends object = ToolLogRecord> = (
  line: string,
  record: Kept | ToolLogLoss,
) => unknown;

/** How lines get to a sink; nothing when it is none. */
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

/** The option of a log that says where its lines go. */
export const aSink = needed([
  "a function or a WritableStream",
  (value) => writerOf(value) !== undefined,
]);

function isStream(sink: unknown): sink is WritableStream<string> {
  return isObject(sink) && typeof read(sink, "getWriter") === "function";
}
