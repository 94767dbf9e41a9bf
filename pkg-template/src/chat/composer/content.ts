import type { UserMessage } from "@ag-ui/core";
import { wellFormed } from "../../codec/truncate.js";
import type { Draft } from "./drafts.js";

/** The message that a draft makes: a text, or content parts with the text first. */
export function contentOf({ text, attachments }: Draft): UserMessage["content"] {
  const said = wellFormed(text).trim();
  const { parts } = attachments;
  if (parts.length === 0) return said;
  return said === "" ? parts : [{ type: "text", text: said }, ...parts];
}
