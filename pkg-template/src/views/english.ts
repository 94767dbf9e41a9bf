import type { CardStrings } from "./strings.js";

/** The texts of the card of a tool call, in English. */
export const english: CardStrings = {
  cancel: "Cancel",
};
