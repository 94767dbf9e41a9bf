import { jsonObjectOf } from "../codec/json-object.js";
import { InvalidAnswerError } from "../element/errors/invalid-answer-error.js";
import type { ApprovalRequest, CallArguments } from "../element/events/details.js";
import { shownCopy } from "../element/values/shown-copy.js";
import type { ToolError } from "../errors/tool-error.js";
import { report } from "../events/report.js";
import { now } from "../execution/clock.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import type { ToolExecution } from "../execution/types.js";
import { answerAwaitedBy } from "./answers.js";
import type {
  InvalidArguments,
  LateResult,
  RefusedAnswer,
  ToolCallState,
  ToolCallStatus,
} from "./call-state.js";
import { stateOf } from "./state-of-entry.js";

/** The dependencies of a call on its store. */
export interface CallHost {
  /** Whether the agent runs: then a call without an answer is in progress. */
  readonly isRunning: boolean;
  /** Reports that a call changed. */
  changed(entry: CallEntry): void;
}

/** The facts about a call that its state is made of. Changes must be followed by `touch()`. */
export class CallEntry {
  /** The name of the call in its thread. */
  readonly key: string;
  readonly toolCallId: string;
  readonly toolName: string;
  messageId = "";
  argsText = "";
  /** The reader of streamed arguments. */
  reader: CallArguments | undefined;
  /** The streamed arguments of a call that began before there was a listener: its reader is not known. */
  arriving: ArrivingArguments | undefined;
  execution: ToolExecution | undefined;
  manager: ToolExecutionManager | undefined;
  progress: unknown;
  attempt = 0;
  retrying: Retrying | undefined;
  invalid: InvalidArguments | undefined;
  approval: ApprovalRequest | undefined;
  late: LateResult | undefined;
  refusal: RefusedAnswer | undefined;
  answeredBy: "backend" | undefined;
  /** The end of the call. */
  end: CallEnd | undefined;
  /** The answer that the thread's messages had last. */
  seenAnswer: string | undefined;
  /** Whether the call has been in the thread's messages. */
  isSeen = false;
  readonly #host: CallHost;
  #state: ToolCallState | undefined;

  constructor(host: CallHost, key: string, toolCallId: string, toolName: string) {
    this.#host = host;
    this.key = key;
    this.toolCallId = toolCallId;
    this.toolName = toolName;
  }

  /** The call as it is now: the same object until something changes. */
  get state(): ToolCallState {
    this.#state ??= stateOf(this, this.#status);
    return this.#state;
  }

  touch(): void {
    this.#state = undefined;
    this.#host.changed(this);
  }

  /** Sets the end of the call. Its arguments are no longer read. */
  settle(end: CallEnd): void {
    this.argsText = this.reader?.text ?? this.argsText;
    const arrived = this.reader?.value ?? this.arriving?.partialArgs;
    const args = end.args ?? (arrived && shownCopy(arrived));
    this.reader = undefined;
    this.arriving = undefined;
    this.retrying = undefined;
    this.approval = undefined;
    this.refusal = undefined;
    this.end = { ...end, ...(args && { args }) };
    this.touch();
  }

  /** Stops the execution, if there is one under way. */
  cancel(): boolean {
    const id = this.execution?.id;
    if (this.end || id === undefined) return false;
    return this.manager?.cancel(id) ?? false;
  }

  /** The number of attempts of the execution that have begun. */
  get attempts(): number {
    const id = this.execution?.id;
    return (id && this.manager?.getExecution(id)?.retry.attemptNumber) || 0;
  }

  /** Begins the attempt that the execution waits for. Returns true if it waited for one. */
  retryNow(): boolean {
    const id = this.execution?.id;
    if (this.end || id === undefined || !this.manager?.retryNow(id)) return false;
    // It has no slot yet: nothing is left that could be begun.
    if (this.retrying) {
      this.retrying = { ...this.retrying, at: now(), isDue: true };
      this.touch();
    }
    return true;
  }

  /** Passes a person's answer on. Never rejects: a refusal is shown to the person. */
  async respond(value: unknown): Promise<boolean> {
    const awaited = answerAwaitedBy(this.execution?.id);
    if (!awaited || this.end) return false;
    this.refusal = undefined;
    try {
      await awaited.respond(value);
      return true;
    } catch (thrown) {
      if (thrown instanceof InvalidAnswerError) {
        this.refusal = Object.freeze({ message: thrown.message, issues: thrown.issues });
      } else report(thrown);
      return false;
    } finally {
      this.touch();
    }
  }

  /** Stores a piece of the arguments. */
  arrived(piece: ArrivingArguments): void {
    if (!this.reader && !this.end) {
      this.arriving = piece;
      this.argsText = piece.buffer;
    }
    this.touch();
  }

  /** Returns true if the arguments are still being streamed. */
  get #isWritten(): boolean {
    if (this.reader) return !this.reader.isComplete([]);
    // Only what ends like an object may be a whole one: the text is read seldom.
    return (
      this.arriving !== undefined &&
      !(/\}\s*$/.test(this.argsText.slice(-8)) && jsonObjectOf(this.argsText))
    );
  }

  get #status(): ToolCallStatus {
    const { end, execution } = this;
    if (end) return statusOfEnd(end);
    if (this.approval) return "approval";
    if (this.retrying) return "retrying";
    if (execution?.status === "executing") {
      return answerAwaitedBy(execution.id) ? "asking" : "running";
    }
    if (this.#isWritten && this.#host.isRunning) return "writing";
    return this.#host.isRunning ? "waiting" : "open";
  }
}

/** Streamed arguments, as the event of each piece has them. */
export interface ArrivingArguments {
  readonly buffer: string;
  /** Made on access. */
  readonly partialArgs: Record<string, unknown>;
}

/** An attempt that is waited for. */
export interface Retrying {
  /** The time of its begin, if known. */
  readonly at: number | undefined;
  /** The error of the previous attempt. */
  readonly error: ToolError;
  /** True if a person has begun it. */
  readonly isDue?: boolean;
}

/** The end of a call. */
export interface CallEnd {
  readonly result?: string;
  readonly error?: ToolError;
  readonly args?: Readonly<Record<string, unknown>>;
}

function statusOfEnd({ error }: CallEnd): ToolCallStatus {
  if (!error) return "succeeded";
  if (error.code === "declined") return "declined";
  return error.category === "cancelled" ? "cancelled" : "failed";
}
