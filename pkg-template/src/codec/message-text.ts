import { isArray, isObject, readText } from "./safe-read.js";

/** The texts of a message's content, as one: each part on a line of its own, without pictures and files. */
export function messageText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part) =>
      isObject(part) && readText(part, "type") === "text" ? (readText(part, "text") ?? []) : [],
    )
    .join("\n");
}

/** The text of a tool message for a model: its text parts, joined; as JSON if there are other parts. */
export function answerText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!isArray(content)) return "";
  const texts = content.map((part) => (isObject(part) ? readText(part, "text") : undefined));
  return texts.every((text) => text !== undefined) ? texts.join("") : JSON.stringify(content);
}
