import type { ToolMessage } from "@ag-ui/core";
import type { ApprovalOrder, Approver } from "../calls/approver.js";
import type { Permission } from "../calls/permission.js";
import { isObject, read } from "../codec/safe-read.js";
import type { CallLogEntry } from "../element/answers/call-log.js";
import type { Callee } from "../execution/attempt.js";
import { type ExecutionWatcher, QuietWatch } from "../execution/execution-watch.js";
import { textOf } from "../execution/step-call.js";
import type { RegisteredTool } from "../tools/types.js";
import { type CallWriter, takenOver } from "./call-writer.js";
import { pageLeft } from "./page-left.js";
import { type KnownApproval, restoredApprover } from "./restored-approver.js";
import type { CallPhase, CallRecord } from "./thread-store.js";

/** The record of one call on its way: announced, approved, begun, ended. */
export class CallEntry implements CallLogEntry {
  readonly watcher: ExecutionWatcher;
  readonly ready: Promise<void> | undefined;
  readonly #writer: CallWriter;
  readonly #known: KnownApproval | undefined;
  readonly #isAnnounced: Promise<boolean>;
  #record: CallRecord;
  /** The failure of a call that must not begin, with a manager that asks nobody. */
  #refusal: unknown;

  /**
   * @param record the call as it is announced.
   * @param known what a person has decided on it before a reload.
   * @param isWatched whether its manager lets the execution be watched.
   */
  constructor(
    writer: CallWriter,
    record: CallRecord,
    known: KnownApproval | undefined,
    isWatched: boolean,
  ) {
    this.#writer = writer;
    this.#record = record;
    this.#known = known;
    this.#isAnnounced = writer.write(record);
    this.watcher = (_execution, { tool }) => new BeginWatch(this, tool);
    this.ready = isWatched
      ? undefined
      : this.begin(1, true)?.catch((thrown: unknown) => {
          this.#refusal = thrown;
        });
  }

  approverOf(approver: Approver | undefined): Approver | undefined {
    if (this.#refusal !== undefined) return refusing(this.#refusal);
    if (!approver) return undefined;
    const restored = restoredApprover(approver, this.#known);
    return {
      asksAlways: restored.asksAlways ?? false,
      request: async (order) => {
        const permission = await restored.request(order);
        if (permission.may === "run") this.#approved(order, permission);
        return permission;
      },
    };
  }

  /**
   * An attempt begins. A call that must not begin twice is on disk when it resolves.
   *
   * @throws {ToolFailure} when it must not begin.
   */
  begin(attempt: number, isOnDisk: boolean): Promise<void> | undefined {
    const attempts = this.#record.attempts + 1;
    const isFirst = this.#record.phase !== "begun";
    this.#next("begun", { attempts });
    if (isFirst && attempt === 1 && isOnDisk) {
      return this.#writer.begin(this.#record, this.#isAnnounced);
    }
    if (!this.#writer.isActing) throw takenOver();
    void this.#writer.write(this.#record);
    return undefined;
  }

  /** Another call's handler answers this one. Never throws. */
  follows(): void {
    this.#next("begun", { attempts: this.#record.attempts + 1 });
    void this.#writer.write(this.#record);
  }

  /** Returns true if a record without `begun` proves that the handler did not start. */
  get isStrict(): boolean {
    return this.#record.isStrict === true;
  }

  /** Notes that the call may leave the page. */
  continues(): void {
    this.#record = { ...this.#record, continues: true };
  }

  ended(answer: ToolMessage): void {
    this.#next("ended", { answer });
    void this.#writer.write(this.#record);
  }

  #approved({ args }: ApprovalOrder, permission: Extract<Permission, { may: "run" }>): void {
    const isEdited = permission.edited !== undefined;
    this.#next("approved", isEdited ? { editedArgs: textOf(permission.args) } : {});
    if (permission.args !== args || isEdited) void this.#writer.write(this.#record);
  }

  #next(phase: CallPhase, change: Partial<CallRecord>): void {
    this.#record = { ...this.#record, ...change, phase, at: Date.now() };
  }
}

/** Holds a handler back until its start is recorded. */
class BeginWatch extends QuietWatch {
  readonly #entry: CallEntry;
  readonly #continues: boolean;

  constructor(entry: CallEntry, { metadata }: RegisteredTool) {
    super();
    this.#entry = entry;
    this.#continues = metadata.continues === true;
    if (this.#continues) entry.continues();
  }

  /** Another execution's handler answers it: whatever that did was for this call, too. */
  override follows(): void {
    this.#entry.follows();
  }

  override around(callee: Callee): Callee {
    const entry = this.#entry;
    const continues = this.#continues;
    return {
      handler: (args, context) => {
        const begun = entry.begin(context.attemptNumber, entry.isStrict || continues);
        if (!begun)
          return continues
            ? untilLeft(callee.handler(args, context))
            : callee.handler(args, context);
        return begun.then(() => {
          // It was given up while its start was written.
          context.signal.throwIfAborted();
          const output = callee.handler(args, context);
          return continues ? untilLeft(output) : output;
        });
      },
    };
  }
}

/** The output of a handler; of one that says that it leaves the page, only if the page stays. */
async function untilLeft(output: unknown): Promise<unknown> {
  const value = await output;
  const structured = isObject(value) ? read(value, "structured") : undefined;
  const isLeaving = isObject(structured) && read(structured, "outcome") === "leaving";
  if (isLeaving) await pageLeft();
  return value;
}

function refusing(refusal: unknown): Approver {
  return { asksAlways: true, request: () => Promise.reject(refusal) };
}
