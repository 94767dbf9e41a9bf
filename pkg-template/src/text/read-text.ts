import { loadRawModels } from "../models/load.js";
import { type Found, MarkerReading, type ReadingOptions } from "./reading.js";
import { answerOf, type StreamText, type TextRequest } from "./text-source.js";

/** Options of reading a model's answer. */
export interface ReadTextOptions extends ReadingOptions {
  /** Sees the text as the model wrote it, markers and all. */
  readonly written?: (delta: string) => void;
}

/** Requests a model's answer, and finds the calls in it. Throws like `answerOf()`. */
export async function* readText(
  stream: StreamText,
  request: TextRequest,
  { written, ...options }: ReadTextOptions = {},
): AsyncGenerator<Found, void, void> {
  await loadRawModels();
  const reading = new MarkerReading("A model's text", options);
  try {
    for await (const delta of answerOf(stream, request)) {
      written?.(delta);
      yield* reading.push(delta);
    }
    yield* reading.end();
  } finally {
    reading.free();
  }
}
