import type { AgUiAgent } from "../element/ag-ui-agent.js";
import type { Strings } from "../texts/strings.js";
import type { AllowImage } from "./attachments.js";
import type { MarkdownView } from "./markdown/markdown-view.js";
import type { Row } from "./rows.js";
import type { ThreadCut } from "./thread-cut.js";

/** What buttons of a message do. */
export interface RowActions {
  copy(row: Row): void;
  regenerate(row: Row): void;
  /** Opens or closes the editor of a message. */
  edit(row: Row, isEditing: boolean): void;
  /** Cuts the thread at a message, and sends it with another text. */
  resend(row: Row, text: string): void;
  /** Closes the question whether the thread is to be cut, with the person's answer. */
  answerCut(row: Row, isConfirmed: boolean): void;
  rate(row: Row, value: "good" | "bad"): void;
  unfold(row: Row, isUnfolded: boolean): void;
}

/** What all rows need to be rendered. Another object when something in it is different. */
export interface RowContext {
  readonly agent: AgUiAgent | undefined;
  readonly strings: Strings;
  /** Makes the view of a message's Markdown; `undefined` until what reads it is there. */
  readonly newMarkdown: (() => MarkdownView) | undefined;
  readonly allowImage: AllowImage;
  readonly hasFeedback: boolean;
  readonly actions: RowActions;
  isStreaming(row: Row): boolean;
  /** How long a piece of reasoning took, if it has ended. */
  seconds(row: Row): number | undefined;
  /** Where the thread would be cut. */
  cutAt(row: Row): ThreadCut | undefined;
}
