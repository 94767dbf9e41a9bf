import type { RegisteredTool } from "../tools/types.js";
import { Attempt, type Callee } from "./attempt.js";
import { callExecutor } from "./call-executor.js";
import { now } from "./clock.js";
import { ExecutionContext } from "./context.js";
import { announceExecuting } from "./execution-events.js";
import type { ToolExecutor } from "./executor.js";
import type { SharingExecution } from "./shared-run.js";
import { waitingExecutions } from "./waiting-executions.js";

/** Begins the next attempt of an execution: announces it, and calls the handler or the page's executor. */
export function startAttempt(execution: SharingExecution): void {
  const { host, key, request, watch } = execution;
  const { raw, plan } = host;
  const { tool, timeout = raw.timeout(key) } = request;
  const attempt = new Attempt(execution, (execution.attempt?.number ?? 0) + 1);
  execution.attempt = attempt;
  announceExecuting(host, execution, attempt.number);
  if (!attempt.isRunning) return;
  const args = execution.accepted ? execution.accepted.value : execution.args.fresh();
  const { executor } = plan;
  if (!attempt.isRunning) return;
  let deadline: number | undefined;
  if (timeout !== Number.POSITIVE_INFINITY) {
    attempt.timeout = timeout;
    deadline = now() + timeout;
    waitingExecutions.add(execution);
    raw.limit(key, attempt.number, timeout, Math.random());
  }
  const context = new ExecutionContext(attempt, execution, deadline);
  const callee = executor ? calledBy(executor, tool) : tool;
  void attempt.run(watch ? watch.around(callee) : callee, args, context);
}

/** A tool that an executor calls. */
function calledBy(executor: ToolExecutor, tool: RegisteredTool): Callee {
  return { handler: (args, context) => callExecutor(executor, tool, args, context) };
}
