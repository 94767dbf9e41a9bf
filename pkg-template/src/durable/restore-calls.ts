import type { ToolMessage } from "@ag-ui/core";
import type { Restoration, Restore, RestoredCall } from "../element/answers/call-log.js";
import { WorkSlice } from "../element/scheduling/yield-to-page.js";
import { idempotencyKeyOf } from "../execution/idempotency-key.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { mayAsk } from "../tools/approval.js";
import type { AfterReloadRule, RegisteredTool } from "../tools/types.js";
import { arrivalText } from "./arrival.js";
import { type FoundOut, findOut } from "./find-out.js";
import type { KeptCalls } from "./kept-calls.js";
import type { CallRecord } from "./thread-store.js";

/** The facts that decide on restored calls. */
export interface RestoreHost {
  readonly calls: KeptCalls;
  /** True if the page settles the calls of which nothing is known. */
  readonly offersCalls: boolean;
  /** The time for which an approval of before stands, in milliseconds. */
  readonly approvalLifetime: number;
  /**
   * The fate of calls without a record. Those of a run that is taken up did not begin: the store forgets the run before
   * one of its calls may.
   */
  readonly unrecorded: "unknown" | "not begun";
  readonly manager: ToolExecutionManager;
  toolOf(name: string): RegisteredTool | undefined;
}

/**
 * Decides on the open calls of a restored thread by their records and their tools:
 *
 * | the record | the call |
 * | --- | --- |
 * | `ended` | has the recorded answer |
 * | `begun`, of a call that leaves its page | is answered with where the page is now |
 * | `announced` or `approved`, and `begun` would be on disk | did not begin: it runs, or a person is asked |
 * | anything else | as the tool's `afterReload` says |
 * | none | may have run without a record: unknown. Of a run that is taken up: it runs |
 */
export function restoreCalls(host: RestoreHost): Restore {
  return async (calls, signal) => {
    const restored = new Map<string, Restoration>();
    const slice = new WorkSlice();
    for (const call of calls) {
      if (slice.isDue) await slice.yield();
      if (signal.aborted) break;
      const one = await restoration(call, host, signal);
      restored.set(call.alias, one === unknown && host.offersCalls ? { do: "offer" } : one);
    }
    slice.end();
    return restored;
  };
}

async function restoration(
  call: RestoredCall,
  host: RestoreHost,
  signal: AbortSignal,
): Promise<Restoration> {
  const key = idempotencyKeyOf(call.place, call);
  const record = host.calls.recordOf(key);
  if (!record) return host.unrecorded === "unknown" ? unknown : firstRun(call, host);
  if (record.phase === "ended") return recorded(record.answer);
  if (record.phase === "begun" && record.continues) return { do: "answer", content: arrivalText() };
  const tool = host.toolOf(call.toolName);
  const hasBegun = record.phase === "begun" || !provesNotBegun(record, tool);
  if (!tool) return hasBegun ? unknown : { do: "run" };
  if (!hasBegun) return runAgain(key, record, tool, host);
  const { afterReload = tool.metadata.idempotent === true ? "rerun" : "unknown" } = tool.metadata;
  if (afterReload === "rerun") return runAgain(key, record, tool, host);
  if (afterReload === "ask") {
    host.calls.approve(key, { may: "ask again", editedArgs: record.editedArgs });
    return { do: "run" };
  }
  if (afterReload === "unknown") return unknown;
  return foundOut(await ask(afterReload, { call, record, tool, manager: host.manager, signal }));
}

/** A call that may share the run of another one may have had its effect. */
function firstRun({ toolName }: RestoredCall, { toolOf }: RestoreHost): Restoration {
  const metadata = toolOf(toolName)?.metadata;
  const mayHaveRun = metadata?.dedupe !== undefined && metadata.idempotent !== true;
  return mayHaveRun ? unknown : { do: "run" };
}

/** A call that shares another one's run has no handler of its own that would be recorded in time. */
function provesNotBegun(record: CallRecord, tool: RegisteredTool | undefined): boolean {
  return record.isStrict === true && tool?.metadata.dedupe === undefined;
}

/** An approval of before stands for a time; later the tool's own rule asks again. */
function runAgain(
  key: string,
  { phase, editedArgs, at }: CallRecord,
  tool: RegisteredTool,
  { calls, approvalLifetime }: RestoreHost,
): Restoration {
  const isApproved = phase !== "announced" && mayAsk(tool);
  const age = Date.now() - at;
  if (isApproved && age >= 0 && age < approvalLifetime)
    calls.approve(key, { may: "run", editedArgs });
  return { do: "run" };
}

interface Asked {
  readonly call: RestoredCall;
  readonly record: CallRecord;
  readonly tool: RegisteredTool;
  readonly manager: ToolExecutionManager;
  readonly signal: AbortSignal;
}

function ask(
  rule: AfterReloadRule,
  { call, record, tool, manager, signal }: Asked,
): Promise<FoundOut> {
  const argsText = record.editedArgs ?? call.argsText;
  const idempotencyKey = idempotencyKeyOf(call.place, { ...call, argsText });
  return findOut(rule, { idempotencyKey, argsText, tool, manager, signal });
}

function foundOut(found: FoundOut): Restoration {
  if ("fate" in found) {
    return found.fate === "unknown" ? unknown : failure(noEffect);
  }
  return { do: "answer", content: found.result };
}

function recorded(answer: CallRecord["answer"]): Restoration {
  if (answer?.role !== "tool") return failure(resultLost);
  const { content, error } = answer as ToolMessage;
  return { do: "answer", content, ...(error !== undefined && { error }) };
}

const unknown: Restoration = { do: "leave" };

function failure(error: string): Restoration {
  return { do: "answer", content: error, error };
}

const noEffect =
  "The page was closed or reloaded while the tool ran. It was found out that the call took no effect. " +
  "Make the call again if it is still needed.";

const resultLost =
  "The call had ended before the page was closed or reloaded, but its result was not recorded. " +
  "Check whether it took effect before you make it again.";
