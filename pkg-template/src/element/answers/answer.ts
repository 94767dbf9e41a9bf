import { randomUUID } from "@ag-ui/client";
import type { ToolCall, ToolMessage } from "@ag-ui/core";
import type { ArgumentsReader } from "../../arguments/arguments-reader.js";
import type { CallableTools } from "../../calls/callable-tools.js";
import { originWith, partsOf } from "../../calls/origin.js";
import { outcomeText } from "../../calls/outcome-text.js";
import { refusalOfName } from "../../calls/refusals.js";
import { runCall } from "../../calls/run-call.js";
import { start } from "../../codec/truncate.js";
import { type ExecutionWatcher, watchOf } from "../../execution/execution-watch.js";
import { type CallPlace, idempotencyKeyOf } from "../../execution/idempotency-key.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import type { ToolError } from "../../execution/types.js";
import type { CallOrigin } from "../../tools/call-origin.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { Emit } from "../events/event-map.js";
import { isObjectText } from "../identity/same-arguments.js";
import type { CallLog, CallLogEntry } from "./call-log.js";
import type { CallStatus } from "./call-status.js";
import { preflightOf } from "./preflight.js";
import { contentFor, type ResultReader } from "./result-parts.js";

/** What answering a call needs. */
export interface AnswerContext {
  readonly registry: CallableTools;
  readonly manager: ToolExecutionManager;
  /** The origin of the calls. */
  readonly origin: CallOrigin;
  readonly signal: AbortSignal;
  readonly emit: Emit;
  readonly status: CallStatus;
  /** How many UTF-16 units of arguments a call may have. */
  readonly longest: number;
  /** What the answers go to. */
  readonly reader: ResultReader;
  /** Records the calls; `undefined` where nothing is recorded. */
  readonly log?: CallLog | undefined;
  /** The id the backend gave a call. */
  idOf(call: ToolCall): string;
  /** The thread and the message that it stands in. */
  placeOf(call: ToolCall): CallPlace;
  /** Why its arguments are not even looked at, if so. */
  faultOf(call: ToolCall): ToolError | undefined;
  /** Its arguments: as they were read while they arrived, or their text. */
  argumentsOf(call: ToolCall): ArgumentsReader | string;
}

/** Runs a call's tool and words its outcome as the call's answer. Never rejects: every call gets an answer. */
export async function answerCall(call: ToolCall, context: AnswerContext): Promise<ToolMessage> {
  const entry = context.log?.enter(loggedCall(call, context));
  if (entry?.ready) await entry.ready;
  const answer = await answerOf(call, context, entry);
  entry?.ended({ ...answer, toolCallId: context.idOf(call) });
  return answer;
}

function loggedCall(call: ToolCall, { registry, manager, idOf, placeOf }: AnswerContext) {
  const { name: toolName, arguments: argsText } = call.function;
  const tool = toolOf(registry, toolName);
  return { place: placeOf(call), toolCallId: idOf(call), toolName, argsText, tool, manager };
}

/** A registry that can't be used is reported where the tool is looked for to run it. */
function toolOf(registry: CallableTools, name: string): RegisteredTool | undefined {
  try {
    return registry.get(name);
  } catch {
    return undefined;
  }
}

async function answerOf(
  call: ToolCall,
  context: AnswerContext,
  entry: CallLogEntry | undefined,
): Promise<ToolMessage> {
  const { registry, manager, origin, signal, emit, status } = context;
  const { name: toolCallName } = call.function;
  const preflight = preflightOf(call, context.longest);
  const parts = partsOf(origin);
  const watch = status.watcherOf(call);
  const end = await runCall({
    toolName: toolCallName,
    toolCallId: context.idOf(call),
    args: context.argumentsOf(call),
    tools: registry,
    place: "page",
    manager,
    origin: originWith(origin, {
      ...parts,
      watch: entry ? watchers(watch, entry.watcher) : watch,
      approver: entry ? entry.approverOf(parts.approver) : parts.approver,
      keyOf: (keyed) => idempotencyKeyOf(context.placeOf(call), keyed),
    }),
    signal,
    preflight,
    fault: context.faultOf(call),
    // Every end of a call is, by its event.
    reportsNotRun: true,
  });
  const { outcome } = end;
  const execution = status.executionOf(call);
  const detail = { toolCallId: call.id, toolCallName, ...(execution && { execution }) };
  if (outcome.success) {
    const toolCallArgs = execution?.args ?? {};
    emit("ag-ui-tool-call-end", { ...detail, toolCallArgs, result: outcome.result });
    return resultMessage(call, contentFor(end, context.reader));
  }
  emit("ag-ui-tool-call-error", { ...detail, error: outcome.error });
  return errorMessage(call, outcomeText(end));
}

/** Answers a call whose tool is not the page's. */
export function refuseCall(
  call: ToolCall,
  { registry, emit }: Pick<AnswerContext, "registry" | "emit">,
): ToolMessage {
  const { name: toolCallName } = call.function;
  const error = refusalOfName(toolCallName, registry);
  emit("ag-ui-tool-call-error", { toolCallId: call.id, toolCallName, error });
  return errorMessage(call, error.message);
}

/** The answer to a call that has a result. */
export function resultMessage(call: ToolCall, content: ToolMessage["content"]): ToolMessage {
  return { id: randomUUID(), role: "tool", toolCallId: call.id, content };
}

/** The answer to a call that was not run. */
export function notRunMessage(call: ToolCall, why: string): ToolMessage {
  return errorMessage(call, `The tool was not run: ${why}`);
}

/**
 * The answer to a call that this page did not see from its beginning, such as one of a restored thread: another page, or this one before
 * a reload, may have run it.
 */
export function unknownMessage(call: ToolCall, text = outcomeUnknown): ToolMessage {
  return errorMessage(call, text);
}

/** The answer to a call of a tool that is not the page's, in a run that did not come to its end. */
export function unfinishedMessage(call: ToolCall, why: string): ToolMessage {
  const text = `It is not known whether the tool ran: ${why} ${checkFirst}`;
  return unknownMessage(call, text);
}

const checkFirst = "Check whether the call took effect before you make it again.";

/** The outcome of a call of which nothing is recorded, for the model. */
export const outcomeUnknown = `It is not known whether the tool ran: no answer was recorded before the page was closed or reloaded. ${checkFirst}`;

/** The answer to a call of a restored thread that was found out. */
export function restoredMessage(
  call: ToolCall,
  { content, error }: Pick<ToolMessage, "content" | "error">,
): ToolMessage {
  return { ...resultMessage(call, content), ...(error !== undefined && { error }) };
}

function watchers(...all: readonly ExecutionWatcher[]): ExecutionWatcher {
  return (execution, request) => watchOf(all, execution, request);
}

/** The error text goes into `content` as well: several backends show the model only that. */
function errorMessage(call: ToolCall, reason: string): ToolMessage {
  const written = call.function.arguments;
  const isBroken = written.trim() !== "" && !isObjectText(written);
  const content = isBroken ? `${reason} The arguments were: ${excerpt(written)}` : reason;
  return { id: randomUUID(), role: "tool", toolCallId: call.id, content, error: content };
}

function excerpt(text: string): string {
  const longest = 1000;
  return text.length > longest ? `${start(text, longest)}…` : text;
}
