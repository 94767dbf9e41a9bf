import { german as markdown } from "./markdown/settings/german.js";
import type { ChatStrings } from "./strings.js";

/** The texts of the chat, in German. */
export const german: ChatStrings = {
  ...markdown,
  stop: "Anhalten",
};
