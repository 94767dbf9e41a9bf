/** The texts of the chat. */
export interface ChatStrings {
  /** The button that stops a run. */
  readonly stop: string;
}
