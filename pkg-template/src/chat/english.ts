import { english as markdown } from "./markdown/settings/english.js";
import type { ChatStrings } from "./strings.js";

/** The texts of the chat, in English. */
export const english: ChatStrings = {
  ...markdown,
  stop: "Stop",
};
