import { isObject, read } from "../codec/safe-read.js";
import type { CallLog, CallLogEntry, LoggedCall } from "../element/answers/call-log.js";
import { idempotencyKeyOf } from "../element/answers/idempotency-key.js";
import { watchExecutions } from "../execution/execution-watch.js";
import { CallEntry } from "./call-entry.js";
import { CallWriter, type CallWriterHost } from "./call-writer.js";
import type { KnownApproval } from "./restored-approver.js";
import type { CallRecord } from "./thread-store.js";

/** The part of a keeper that a thread's log of calls needs. */
export interface KeptCallsHost extends CallWriterHost {
  readonly threadId: string;
  /** Calls are about to run: the messages that they stand in are to be written before. */
  announcing(): void;
}

/** The log of the calls of one thread, as long as this tab acts for it. */
export class KeptCalls implements CallLog {
  readonly #host: KeptCallsHost;
  readonly #writer: CallWriter;
  /** The records of the thread when this tab began to act, by key. */
  readonly #records: ReadonlyMap<string, CallRecord>;
  readonly #approvals = new Map<string, KnownApproval>();

  constructor(host: KeptCallsHost, records: readonly CallRecord[]) {
    this.#host = host;
    this.#writer = new CallWriter(host);
    this.#records = new Map(records.map((record) => [record.key, record]));
  }

  /** The record of a call of the restored thread, if there is one. */
  recordOf(key: string): CallRecord | undefined {
    return this.#records.get(key);
  }

  /** Notes what a person has decided, or is to decide, on a call of the restored thread that runs now. */
  approve(key: string, approval: KnownApproval): void {
    this.#approvals.set(key, approval);
  }

  enter(call: LoggedCall): CallLogEntry | undefined {
    const { place, toolCallId, toolName, tool, manager } = call;
    // The conversation of another thread, which is abandoned.
    if (place.threadId !== this.#host.threadId) return undefined;
    this.#host.announcing();
    const key = idempotencyKeyOf(place, call);
    const approval = this.#approvals.get(key);
    this.#approvals.delete(key);
    const before = this.#records.get(key);
    const record: CallRecord = {
      ...{ key, ...place, toolCallId, toolName },
      phase: "announced",
      attempts: before?.attempts ?? 0,
      at: Date.now(),
      // A call that shares the run of another one may have had an effect without a handler of its own.
      ...(tool?.metadata.idempotent !== true && { isStrict: true }),
      ...(approval?.editedArgs !== undefined && { editedArgs: approval.editedArgs }),
    };
    return new CallEntry(this.#writer, record, approval, isWatchable(manager));
  }
}

/** A manager of the page's own may run tools without telling. */
function isWatchable(manager: unknown): boolean {
  return isObject(manager) && typeof read(manager, watchExecutions) === "function";
}
