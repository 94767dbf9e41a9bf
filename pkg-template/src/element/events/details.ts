import type { ArgumentsPart, PathPattern } from "../../arguments/index.js";
import type { JsonSchema, ToolPreflight, ToolPreview } from "../../tools/types.js";

// What the details of the element's events hold. They stand below the classes that make them, so that every part of
// the element may dispatch an event.

/** What names a call in an event's detail. */
export interface ToolCallDetail {
  /** The id the backend gave the call. */
  readonly toolCallId: string;
  readonly toolCallName: string;
}

/** A call's arguments while the model writes them. */
export interface CallArguments {
  /** The argument text so far. */
  readonly text: string;
  /** The arguments so far: a plain object that grows in place. It is the page's own, and not what the handler gets. */
  readonly value: Record<string, unknown>;
  /** Whether the value at a path is there and nothing will be added to it. */
  isComplete(path: readonly (string | number)[]): boolean;
  /** Watches one part of the arguments; see `ArgumentsReader.on`. Returns what stops watching. */
  on(path: PathPattern, listener: (part: ArgumentsPart) => void): () => void;
}

/** A call that waits for a person's approval, with what a page needs to show it. Frozen. */
export interface ApprovalRequest extends ToolCallDetail {
  /**
   * What the page answers by: made by the page, and no other request has it, in this tab or another. A call's id is the
   * backend's word, and two calls may have the same.
   */
  readonly approvalId: string;
  /** The arguments as the model wrote them, read and found valid. Frozen. */
  readonly toolCallArgs: Readonly<Record<string, unknown>>;
  /** The tool's description. */
  readonly description: string;
  /** The `title` of the tool's JSON Schema, if it has one. */
  readonly title?: string;
  /** The JSON Schema of the arguments: for a form in which they are edited. */
  readonly parameters: JsonSchema;
  /**
   * Of a call that the server has prepared (`metadata.execution: "preflight"`): what the model asked for, of which the server has
   * made `toolCallArgs`. The arguments of such a call can't be edited. Frozen.
   */
  readonly preflight?: ToolPreflight;
  /**
   * Whether the tool says that it destroys something, or that what it does has consequences: its `metadata.annotations` have
   * `destructiveHint` or `consequentialHint`. Absent otherwise.
   */
  readonly isDangerous?: true;
  /**
   * Whether the call may have run before the page was closed or reloaded: the person decides whether it runs once
   * more. Absent otherwise. See `metadata.afterReload`.
   */
  readonly mayHaveRun?: true;
  /** Who has called the tool, where that is not the page's own agent: the name of the subagent. */
  readonly askedBy?: string;
  /**
   * Asks the tool what the call would do, anew with each call: words, or a file's change. Resolves to `undefined` where the
   * tool does not say, fails, or takes longer than ten seconds, and once the request is settled; never rejects. Texts are cut
   * at 100,000 UTF-16 units. Not enumerable: the rest is plain data.
   */
  readonly preview: () => Promise<ToolPreview | undefined>;
}

/** An open call: it has no answer, and no interrupt holds it back. */
export interface OpenCall extends ToolCallDetail {
  /**
   * What the page settles it by: made by the page, and no other call has it. A call's id is the backend's word, and two
   * calls may have the same.
   */
  readonly openCallId: string;
  /** The arguments, `{}` when their text is no JSON object. Nobody has validated them. */
  readonly toolCallArgs: Readonly<Record<string, unknown>>;
  /** Their text, as the model wrote it. */
  readonly argsText: string;
}
