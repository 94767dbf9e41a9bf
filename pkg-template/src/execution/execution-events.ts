import { toolErrorOf } from "../errors/categorize-error.js";
import type { ToolError } from "../errors/tool-error.js";
import type { ArgumentsValue } from "./arguments.js";
import type { Settled } from "./attempt.js";
import type { ExecutionHost } from "./execution-host.js";
import { readHandlerResult } from "./handler-result.js";
import type { ToolExecution } from "./types.js";

/** An execution that events are about. */
export interface Announced {
  readonly key: number;
  readonly id: string;
  readonly toolName: string;
  /** The execution as it is now. */
  record(): ToolExecution;
}

/** It was accepted. Says whether the page's code may have run. */
export function announceStarted(host: ExecutionHost, execution: Announced): boolean {
  if (!host.hears("tool-execution-started")) return false;
  host.dispatch("tool-execution-started", { execution: execution.record() });
  return true;
}

/** Its arguments are about to be validated. Says whether the page's code may have run. */
export function announceValidating(
  host: ExecutionHost,
  { id: executionId, toolName }: Announced,
  args: ArgumentsValue,
  argsText: string,
): boolean {
  if (!host.hears("tool-execution-validating")) return false;
  const detail = { executionId, toolName, args: args.shown, argsText };
  host.dispatch("tool-execution-validating", detail);
  return true;
}

/** The handler is about to be called. */
export function announceExecuting(
  host: ExecutionHost,
  { id: executionId, toolName }: Announced,
  attemptNumber: number,
): void {
  if (!host.hears("tool-execution-executing")) return;
  host.dispatch("tool-execution-executing", { executionId, toolName, attemptNumber });
}

/** The handler reported how far it is. */
export function announceProgress(
  host: ExecutionHost,
  { id: executionId, toolName }: Announced,
  progress: unknown,
): void {
  if (!host.hears("tool-execution-progress")) return;
  host.dispatch("tool-execution-progress", { executionId, toolName, progress });
}

/** An attempt failed, and another follows after `delayMs`. */
export function announceRetrying(
  host: ExecutionHost,
  { key, id: executionId, toolName }: Announced,
  { error, delayMs }: { readonly error: () => ToolError; readonly delayMs: number },
): void {
  if (!host.hears("tool-execution-retrying")) return;
  host.dispatch("tool-execution-retrying", {
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
  { id: executionId, toolName }: Announced,
  attemptNumber: number,
  settled: Settled,
): void {
  if (!host.hears("tool-execution-orphan-settled")) return;
  const { maxResultLength } = host;
  host.dispatch("tool-execution-orphan-settled", {
    executionId,
    toolName,
    attemptNumber,
    ...(settled.outcome === "succeeded"
      ? { outcome: "succeeded", result: readHandlerResult(settled.output, maxResultLength).text }
      : { outcome: "failed", error: toolErrorOf(settled.thrown, "execution", maxResultLength) }),
  });
}

/** How an execution ended: with an error, unless it succeeded. */
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
    if (host.hears("tool-execution-cancelled"))
      host.dispatch("tool-execution-cancelled", { executionId, toolName });
  } else if (error) {
    if (host.hears("tool-execution-failed"))
      host.dispatch("tool-execution-failed", { execution: execution.record(), error });
  } else if (host.hears("tool-execution-succeeded")) {
    host.dispatch("tool-execution-succeeded", { execution: execution.record(), result });
  }
}
