import { base64Of } from "../../codec/base64.js";
import type { UploadContext } from "./types.js";

/** So many bytes are read at once: a multiple of three, so that the base64 texts join, and few enough for one task. */
const SLICE = 3 * 2 ** 17;

/**
 * A file as base64, read slice by slice, so that the page goes on meanwhile.
 *
 * @throws {unknown} the signal's reason, or the browser's error for a file that can't be read.
 */
export async function inlineData(file: Blob, { signal, progress }: UploadContext): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < file.size; at += SLICE) {
    const bytes = await file.slice(at, at + SLICE).arrayBuffer();
    signal.throwIfAborted();
    parts.push(base64Of(new Uint8Array(bytes)));
    progress(Math.min(1, (at + SLICE) / file.size));
  }
  return parts.join("");
}
