import type { CardStrings } from "./strings.js";

/** The texts of the card of a tool call, in German. */
export const german: CardStrings = {
  cancel: "Abbrechen",
};
