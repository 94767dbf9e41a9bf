import type { ApprovalStrings } from "./strings.js";

/** The texts of questions to a person, in English. */
export const english: ApprovalStrings = {
  approve: "Allow",
};
