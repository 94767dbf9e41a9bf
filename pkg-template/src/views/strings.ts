/** The texts of the card of a tool call. */
export interface CardStrings {
  /** The button that cancels a call. */
  readonly cancel: string;
}
