import { english as composer } from "./composer-english.js";
import type { ChatStrings } from "./strings.js";

/** The texts of the chat, in English. */
export const english: ChatStrings = {
  ...composer,
  stop: "Stop",
};
