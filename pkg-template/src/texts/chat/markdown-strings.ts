/** The texts in messages: they are of the interface, not of the message. */
export interface MarkdownStrings {
  /** The button that copies a block of code. */
  readonly markdownCopy: string;
  /** The name of that button for a screen reader, with the language of the code if it has one. */
  readonly markdownCopyCode: (language: string) => string;
  /** The announcement of copied code. */
  readonly markdownCopied: string;
  /** The announcement if the browser does not allow copying, and the code has been selected. */
  readonly markdownSelected: string;
  /** The name of a block of code, with its language if it has one. */
  readonly markdownCode: (language: string) => string;
  /** The name of a table, with the names of its columns. */
  readonly markdownTable: (columns: string) => string;
  /** A task of a list that is done, and one that is not. */
  readonly markdownDone: string;
  readonly markdownNotDone: string;
  /** A picture that is not shown, with its text, which may be empty, and the host or the address that it is on. */
  readonly markdownImage: (text: string, place: string) => string;
}
