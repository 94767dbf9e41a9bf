import type { ChatStrings } from "./strings.js";

/** The texts of the chat, in English. */
export const english: ChatStrings = {
  stop: "Stop",
};
