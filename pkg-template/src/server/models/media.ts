import type { ContentPart } from "@ag-ui/core";

/** A content part that is no text. */
export type Media = Exclude<ContentPart, { type: "text" }>;

/** The address of a part: its own, or a `data:` URL; nothing for a file that only AG-UI's client has. */
export function addressOf({ source }: Media): string | undefined {
  if (source.type === "url") return source.value;
  return source.type === "data" ? `data:${source.mimeType};base64,${source.value}` : undefined;
}

/** The text that stands in place of a part which an API does not take. */
export function notSent({ type }: Media): string {
  return `[The user sent ${type === "image" || type === "audio" ? "an" : "a"} ${type} that can't be sent to this model.]`;
}

/** A name as APIs accept it: one that a model made up may have any characters. */
export function functionName(name: string): string {
  return name.replace(/[^\w-]/g, "_").slice(0, 64) || "unnamed";
}
