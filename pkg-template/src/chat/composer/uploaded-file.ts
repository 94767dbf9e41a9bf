import type { PartSource } from "@ag-ui/core";
import { isObject, readText } from "../../codec/safe-read.js";
import { mimeTypeOf } from "./file-type.js";

/**
 * The source of a content part for what a page's `upload` returned.
 *
 * @param fallback the file's MIME type, where the page names none.
 * @throws {TypeError} that says what is missing.
 */
export function sourceOf(returned: unknown, fallback: string): PartSource {
  if (!isObject(returned)) throw new TypeError(needed);
  const given = readText(returned, "mimeType");
  const mimeType = given === undefined ? fallback : mimeTypeOf(given);
  const url = readText(returned, "url");
  if (url) return { type: "url", value: url, mimeType };
  const [type, value] = [readText(returned, "type"), readText(returned, "value")];
  if (!value) throw new TypeError(needed);
  if (type === "url" || type === "data") return { type, value, mimeType };
  if (type !== "file") throw new TypeError(needed);
  const provider = readText(returned, "provider");
  return { type, value, mimeType, ...(provider !== undefined && { provider }) };
}

const needed =
  "<ag-ui-composer>: upload must resolve to { url } or to a source of the protocol, such as { type, value }.";
