import { german as composer } from "./composer-german.js";
import type { ChatStrings } from "./strings.js";

/** The texts of the chat, in German. */
export const german: ChatStrings = {
  ...composer,
  stop: "Anhalten",
};
