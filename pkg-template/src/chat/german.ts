import type { ChatStrings } from "./strings.js";

/** The texts of the chat, in German. */
export const german: ChatStrings = {
  stop: "Anhalten",
};
