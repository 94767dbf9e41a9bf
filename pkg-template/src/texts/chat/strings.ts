import type { ComposerStrings } from "./composer-strings.js";
import type { MarkdownStrings } from "./markdown-strings.js";

/** Tokens of a run that the backend reports. */
export interface UsageCounts {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly total?: number | undefined;
}

/** The texts of the chat. */
export interface ChatStrings extends MarkdownStrings, ComposerStrings {
  /** The button that stops a run. */
  readonly stop: string;
  /** The name of the list of messages, for screen readers. */
  readonly conversation: string;
  /** The name of a message that the person wrote, for screen readers. */
  readonly you: string;
  /** The name of a message of the agent, for screen readers. */
  readonly agent: string;
  /** The heading of a conversation without messages. */
  readonly emptyTitle: string;
  /** The text below that heading. */
  readonly emptyText: string;
  /** Shown while the chat has no agent. */
  readonly noAgent: string;
  /** Shown until the answer begins. */
  readonly waiting: string;
  /** The heading of reasoning that streams. */
  readonly reasoning: string;
  /** The heading of finished reasoning; without seconds when its duration is not known. */
  readonly reasoned: (seconds: number | undefined) => string;
  /** The heading of the steps of a run. */
  readonly steps: (done: number, all: number) => string;
  /** Reports that the person has stopped the run. */
  readonly stopped: string;
  /** Reports that a run has failed: by the `code` of its error, and the HTTP status if there is one. */
  readonly failed: (code: string, status: number | undefined) => string;
  /** The name of an error's own message, for screen readers. */
  readonly failedDetails: string;
  /** The button that sends the last message again after a failure. */
  readonly tryAgain: string;
  /** The buttons of a message, for screen readers. */
  readonly actions: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly regenerate: string;
  readonly edit: string;
  readonly goodAnswer: string;
  readonly badAnswer: string;
  /** The name of the text field in which a message is edited. */
  readonly editLabel: string;
  readonly editSend: string;
  readonly editCancel: string;
  /** Warns that sending replaces the messages after this one. */
  readonly cutNote: (messages: number) => string;
  /** Warns that tools have run in the part of the thread that is cut. */
  readonly cutTools: (names: readonly string[]) => string;
  /** The button that answers again although tools have run. */
  readonly cutConfirm: string;
  /** The button that leads to the end, with the number of new messages. */
  readonly newest: (count: number) => string;
  /** The button that shows all of a long message. */
  readonly showAll: string;
  readonly showLess: string;
  /** The number of tokens of the last run. */
  readonly usage: (counts: UsageCounts) => string;
  /** The name of an attachment without a name: `kind` is image, audio, video or document. */
  readonly attachment: (kind: string) => string;
  /** Asks about calls of a restored thread that have no result. */
  readonly openCalls: (names: readonly string[]) => string;
  readonly openCallsRun: string;
  readonly openCallsDecline: string;
  /** Read by a screen reader when a run begins. */
  readonly saidWorking: string;
  /** Read when the agent calls a tool. */
  readonly saidTool: (name: string) => string;
  /** Read at once when a call waits for approval; `title` describes the tool. */
  readonly saidApproval: (title: string) => string;
  /** Read at once when the backend waits for an answer. */
  readonly saidInterrupt: (message: string | undefined) => string;
  /** Read when a message that a search has found is shown; `text` is its beginning. */
  readonly saidFound: (text: string) => string;
  /** Read in place of a block of code. */
  readonly saidCode: (lines: number) => string;
  /** Read in place of the rest of a very long message. */
  readonly saidRest: string;
  /** The name of the chat in a popup. */
  readonly popupTitle: string;
  /** The name of the button that opens it, with the number of unread messages. */
  readonly popupOpen: (unread: number) => string;
  readonly popupClose: string;
}
