import { isObject, read } from "../codec/safe-read.js";
import type { ToolLogLoss, ToolLogRecord } from "./record.js";

/**
 * Where lines go: a function, which may answer a promise and is then given the next line when that is resolved; or a stream of
 * texts, each a line with its line break.
 */
export type LogSink =
  | ((line: string, record: ToolLogRecord | ToolLogLoss) => unknown)
  | WritableStream<string>;

/** Writes one line; rejects when that fails. */
export type Write = (line: string, record: ToolLogRecord | ToolLogLoss) => unknown;

/** How lines get to a sink; nothing when it is none. */
export function writerOf(sink: unknown): Write | undefined {
  if (typeof sink === "function") return sink as Write;
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

function isStream(sink: unknown): sink is WritableStream<string> {
  return isObject(sink) && typeof read(sink, "getWriter") === "function";
}
