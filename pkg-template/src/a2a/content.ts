import type { Part } from "@a2a-js/sdk";
import type { ContentPart } from "@ag-ui/core";
import { base64Of } from "../codec/base64.js";

/** The kinds of AG-UI's files, by the beginning of their media type. */
const sorts = ["image", "audio", "video"] as const;

/** A file's part as AG-UI has it; `undefined` for text and data. */
export function filePart({ content, mediaType, filename }: Part): ContentPart | undefined {
  if (content?.$case !== "raw" && content?.$case !== "url") return undefined;
  const sort = sorts.find((name) => mediaType.startsWith(`${name}/`)) ?? "document";
  const mimeType = mediaType || "application/octet-stream";
  const source =
    content.$case === "raw"
      ? ({ type: "data", value: base64Of(content.value), mimeType } as const)
      : ({ type: "url", value: String(content.value), ...(mediaType && { mimeType }) } as const);
  return { type: sort, source, ...(filename && { metadata: { filename } }) } as ContentPart;
}

/** A file described as text, for places that take only text. */
export function fileNote({ content, mediaType, filename }: Part): string {
  const name = filename || "a file";
  const kind = mediaType && ` (${mediaType})`;
  if (content?.$case === "url") return `[${name}${kind}: ${String(content.value)}]`;
  const size = content?.$case === "raw" ? `, ${content.value.length} bytes` : "";
  return `[${name}${kind}${size}]`;
}
