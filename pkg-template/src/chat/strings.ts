import type { ComposerStrings } from "./composer-strings.js";

/** The texts of the chat. */
export interface ChatStrings extends ComposerStrings {
  /** The button that stops a run. */
  readonly stop: string;
}
