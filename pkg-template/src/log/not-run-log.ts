import { jsonObjectOf } from "../codec/json-object.js";
import type { CallNotRun } from "../execution/calls-not-run.js";
import { type LogSettings, shownArgs } from "./execution-log.js";
import { Secrets } from "./secrets.js";

/** Logs a call that was answered without an execution. It has no start: nothing began. */
export function logNotRun({ queue, redactor, correlation }: LogSettings, call: CallNotRun): void {
  const { tool, toolCallId, args, error, run } = call;
  const timestamp = new Date().toISOString();
  queue.push(() => {
    const secrets = new Secrets();
    const shown = shownArgs(redactor, jsonObjectOf(args) ?? {}, args, secrets);
    return {
      correlationId: correlation.of(run),
      operationId: run?.runId ?? toolCallId,
      toolInvocationId: toolCallId,
      event: "tool_invocation_error",
      tool: redactor.clean(tool, secrets, true),
      args: shown,
      latency: 0,
      ...(error.code !== undefined && { code: error.code }),
      error: redactor.text(error.message, ["error"], secrets),
      timestamp,
    };
  });
}
