/** The texts of questions to a person. */
export interface ApprovalStrings {
  /** The button that allows a call. */
  readonly approve: string;
}
