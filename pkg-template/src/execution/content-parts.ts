import { isArray, isObject, read, readText } from "../codec/safe-read.js";
import { start, wellFormed } from "../codec/truncate.js";

/** The source of a part's data: Base64 within the part, an address, or a file of a provider. */
export type ToolPartSource =
  | { readonly type: "data"; readonly value: string; readonly mimeType: string }
  | { readonly type: "url"; readonly value: string; readonly mimeType?: string }
  | {
      readonly type: "file";
      readonly value: string;
      readonly provider?: string;
      readonly mimeType?: string;
    };

/** A part of a result as in AG-UI: text, or a medium that some models can read. */
export type ToolContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "audio" | "video" | "document"; readonly source: ToolPartSource };

/** The maximum number of parts in a result. */
const mostParts = 1000;
/** The maximum length of a result's sources together, in UTF-16 units. */
const mostData = 33_554_432;

const media: readonly unknown[] = ["image", "audio", "video", "document"];

/**
 * The parts that a handler passed to `toolResult()`, as frozen copies; `undefined` for any other content, which is then
 * written like every result.
 */
export function contentPartsOf(content: unknown): readonly ToolContentPart[] | undefined {
  if (!isArray(content)) return undefined;
  const length = read(content, "length");
  if (typeof length !== "number" || length === 0 || length > mostParts) return undefined;
  const parts: ToolContentPart[] = [];
  let data = 0;
  for (let index = 0; index < length; index += 1) {
    const part = partOf(read(content, index));
    if (!part) return undefined;
    if (part.type !== "text") data += part.source.value.length;
    parts.push(data > mostData ? tooMuch(part) : part);
  }
  return Object.freeze(parts);
}

/** The text of parts for a model: text as it is, and for each medium a line that describes it. */
export function textOfParts(parts: readonly ToolContentPart[]): string {
  return parts.map(textOfPart).join("\n");
}

/** The text of a part for a model: its text, or a description of the missing medium. */
export function textOfPart(part: ToolContentPart): string {
  if (part.type === "text") return part.text;
  const { source } = part;
  const known = [source.mimeType && inOneLine(source.mimeType), placeOf(source)].filter(Boolean);
  return `[${part.type}: ${known.join(", ")}]`;
}

/** Returns true if any part is more than text. */
export function hasMedia(parts: readonly ToolContentPart[]): boolean {
  return parts.some(({ type }) => type !== "text");
}

function partOf(given: unknown): ToolContentPart | undefined {
  if (!isObject(given)) return undefined;
  const type = read(given, "type");
  if (type === "text") {
    const text = readText(given, "text");
    return text === undefined ? undefined : Object.freeze({ type, text: wellFormed(text) });
  }
  const source = read(given, "source");
  if (!media.includes(type) || !isObject(source)) return undefined;
  const plain = sourceOf(source);
  return plain && Object.freeze({ type: type as "image", source: plain });
}

function sourceOf(given: object): ToolPartSource | undefined {
  const [type, value] = [read(given, "type"), readText(given, "value")];
  const [mimeType, provider] = [readText(given, "mimeType"), readText(given, "provider")];
  if (value === undefined || value === "") return undefined;
  const typed = mimeType === undefined ? {} : { mimeType };
  switch (type) {
    case "data":
      return mimeType === undefined ? undefined : Object.freeze({ type, value, mimeType });
    case "url":
      return Object.freeze({ type, value, ...typed });
    case "file":
      return Object.freeze({ type, value, ...(provider !== undefined && { provider }), ...typed });
    default:
      return undefined;
  }
}

function tooMuch(part: ToolContentPart): ToolContentPart {
  return Object.freeze({ type: "text", text: `${textOfPart(part)} (too large to be sent)` });
}

function placeOf(source: ToolPartSource): string {
  return source.type === "data" ? `${bytesOf(source.value)} bytes` : inOneLine(source.value);
}

/** The length of Base64 text when it is decoded. */
export function bytesOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}

function inOneLine(text: string): string {
  return wellFormed(start(text, 500).replace(/\s+/g, " "));
}
