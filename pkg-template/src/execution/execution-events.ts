import { toolErrorOf } from "../errors/categorize-error.js";
import type { ToolError } from "../errors/tool-error.js";
import type { ArgumentsValue } from "./arguments.js";
import type { HandlerOutcome } from "./attempt.js";
import type { ExecutionHost } from "./execution-host.js";
import type { ExecutionWatch } from "./execution-watch.js";
import { readHandlerResult } from "./handler-result.js";
import type { ToolExecution, ToolExecutionEventMap } from "./types.js";

/** An execution that events are about. */
export interface Announced {
  readonly key: number;
  readonly id: string;
  readonly toolName: string;
  /** The observer of this execution, if there is one. */
  readonly watch: ExecutionWatch | undefined;
  /** The execution as it is now. */
  record(): ToolExecution;
}

type EventType = keyof ToolExecutionEventMap;

/** Returns true if an event has an observer: otherwise its detail need not be made. */
function isHeard(host: ExecutionHost, { watch }: Announced, type: EventType): boolean {
  return watch !== undefined || host.hears(type);
}

function tell<Type extends EventType>(
  host: ExecutionHost,
  { watch }: Announced,
  type: Type,
  detail: ToolExecutionEventMap[Type]["detail"],
): void {
  watch?.heard(type, detail);
  if (host.hears(type)) host.dispatch(type, detail);
  watch?.dispatched?.(type, detail);
}

/** Announces that it was accepted. Returns true if the page's code may have run. */
export function announceStarted(host: ExecutionHost, execution: Announced): boolean {
  if (!isHeard(host, execution, "tool-execution-started")) return false;
  tell(host, execution, "tool-execution-started", { execution: execution.record() });
  return true;
}

/** Announces that its arguments are about to be validated. Returns true if the page's code may have run. */
export function announceValidating(
  host: ExecutionHost,
  execution: Announced,
  args: ArgumentsValue,
  argsText: string,
): boolean {
  if (!isHeard(host, execution, "tool-execution-validating")) return false;
  const { id: executionId, toolName } = execution;
  const detail = { executionId, toolName, args: args.shown, argsText };
  tell(host, execution, "tool-execution-validating", detail);
  return true;
}

/** The handler is about to be called. */
export function announceExecuting(
  host: ExecutionHost,
  execution: Announced,
  attemptNumber: number,
): void {
  if (!isHeard(host, execution, "tool-execution-executing")) return;
  const { id: executionId, toolName } = execution;
  tell(host, execution, "tool-execution-executing", { executionId, toolName, attemptNumber });
}

/** The handler reported how far it is. */
export function announceProgress(
  host: ExecutionHost,
  execution: Announced,
  progress: unknown,
): void {
  if (!isHeard(host, execution, "tool-execution-progress")) return;
  const { id: executionId, toolName } = execution;
  tell(host, execution, "tool-execution-progress", { executionId, toolName, progress });
}

/** An attempt failed, and another follows after `delayMs`. */
export function announceRetrying(
  host: ExecutionHost,
  execution: Announced,
  { error, delayMs }: { readonly error: () => ToolError; readonly delayMs: number },
): void {
  if (!isHeard(host, execution, "tool-execution-retrying")) return;
  const { key, id: executionId, toolName } = execution;
  tell(host, execution, "tool-execution-retrying", {
    executionId,
    toolName,
    attemptNumber: host.raw.attempt(key) + 1,
    maxAttempts: host.raw.maxAttempts(key),
    error: error(),
    delayMs,
  });
}

/** A handler that was given up at its deadline has come to its end. */
export function announceOrphan(
  host: ExecutionHost,
  execution: Announced,
  attemptNumber: number,
  settled: HandlerOutcome,
): void {
  if (!isHeard(host, execution, "tool-execution-orphan-settled")) return;
  const { id: executionId, toolName } = execution;
  const { maxResultLength } = host;
  tell(host, execution, "tool-execution-orphan-settled", {
    executionId,
    toolName,
    attemptNumber,
    ...(settled.outcome === "succeeded"
      ? { outcome: "succeeded", result: readHandlerResult(settled.output, maxResultLength).text }
      : { outcome: "failed", error: toolErrorOf(settled.thrown, "execution", maxResultLength) }),
  });
}

/** The end of an execution: with an error, unless it succeeded. */
export interface End {
  readonly isCancelled: boolean;
  readonly error: ToolError | undefined;
  /** The text the model reads, if it succeeded. */
  readonly result: string;
}

/** It has ended. */
export function announceEnd(
  host: ExecutionHost,
  execution: Announced,
  { isCancelled, error, result }: End,
): void {
  if (isCancelled) {
    const { id: executionId, toolName } = execution;
    if (isHeard(host, execution, "tool-execution-cancelled"))
      tell(host, execution, "tool-execution-cancelled", { executionId, toolName });
  } else if (error) {
    if (isHeard(host, execution, "tool-execution-failed"))
      tell(host, execution, "tool-execution-failed", { execution: execution.record(), error });
  } else if (isHeard(host, execution, "tool-execution-succeeded")) {
    tell(host, execution, "tool-execution-succeeded", { execution: execution.record(), result });
  }
}
