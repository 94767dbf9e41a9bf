import type { MarkdownStrings } from "./markdown/settings/strings.js";

/** The texts of the chat. */
export interface ChatStrings extends MarkdownStrings {
  /** The button that stops a run. */
  readonly stop: string;
}
