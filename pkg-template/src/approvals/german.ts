import type { ApprovalStrings } from "./strings.js";

/** The texts of questions to a person, in German. */
export const german: ApprovalStrings = {
  approve: "Erlauben",
};
