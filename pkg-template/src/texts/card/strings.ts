import type { ToolCallStatus } from "./call-status.js";

/** The texts of the card of a tool call, and of that of an activity. */
export interface CardStrings {
  /** The button that cancels a call. */
  readonly cancel: string;
  /** The button that begins the next attempt at once. */
  readonly tryNow: string;
  /** Each status of a call. */
  readonly status: Readonly<Record<ToolCallStatus, string>>;
  /** A failure that is known before the arguments are complete. */
  readonly invalid: string;
  readonly arguments: string;
  readonly noArguments: string;
  /** The arguments where they can't be read: their text. */
  readonly argumentText: string;
  readonly result: string;
  readonly error: string;
  /** The result of an attempt that had been given up. */
  readonly lateResult: (attempt: number) => string;
  /** Behind which attempt a call is. */
  readonly attempt: (attempt: number, most: number) => string;
  /** The time until the next attempt. */
  readonly nextAttempt: (attempt: number, most: number, seconds: number) => string;
  /** The name of the progress bar. */
  readonly progress: string;
  /** The progress, from 0 to 1. */
  readonly percent: (fraction: number) => string;
  /** The text in place of a hidden value. */
  readonly hidden: string;
  /** The button that shows such a value. */
  readonly show: (name: string) => string;
  /** The button that hides it again. */
  readonly hide: (name: string) => string;
  /** The button that shows all of a long text. */
  readonly showAll: (characters: number) => string;
  /** The button that shows the beginning of it again. */
  readonly showLess: string;
  /** Behind a text that is too long to be shown. */
  readonly notShown: (characters: number) => string;
  /** Behind the rows of a value that has more. */
  readonly moreRows: string;
  /** The name of a value that has none: the text of a result. */
  readonly value: string;
  /** Above why the last answer was refused. */
  readonly refused: string;
  /** Names an activity that has no view. */
  readonly activity: string;
}

/** The part of the table of texts that the cards use: `Strings` fits. */
export interface CardTexts {
  readonly card: CardStrings;
}
