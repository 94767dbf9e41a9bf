import { RawDirective, RawToolError } from "../core/raw.js";
import type { Verdict } from "../validation/validator.js";
import { type ArgumentsValue, exactJsonOf, invalidArguments } from "./arguments.js";
import { now } from "./clock.js";
import type { Execution } from "./execution.js";
import type { ExecutionRequest } from "./execution-host.js";
import { type ExecutionPlan, validatorOf } from "./executor.js";

/**
 * The verdict on an execution's arguments, at once or later: an earlier one, or that of the executor or the tool's
 * validator. Unreadable arguments are accepted here, since the core refuses them with the reason.
 */
export function verdictOn(
  { tool, compiled, args: written }: ExecutionRequest,
  args: ArgumentsValue,
  plan: ExecutionPlan,
): Verdict | Promise<Verdict> {
  const { fault, verdict } = written;
  if (fault !== undefined) return { accepted: false, error: invalidArguments(fault) };
  if (verdict?.accepted === false) return verdict;
  if (!args.isReadable) return unchanged;
  return verdict ?? validatorOf(plan, tool, compiled)?.validate(args) ?? unchanged;
}

/**
 * Reports a verdict on an execution's arguments to the core, unless the execution has ended meanwhile: the watch and the
 * arguments may call code of the page. Returns the core's next step.
 */
export function takeVerdict(execution: Execution, verdict: Verdict): RawDirective {
  const { host, key, request, args, watch } = execution;
  if (!verdict.accepted) {
    const { cause, ...error } = verdict.error;
    execution.cause = cause === undefined ? undefined : { thrown: cause };
    return host.raw.reject(key, RawToolError.of(error), now());
  }
  execution.accepted = verdict.output;
  if (watch && args.isReadable) {
    watch.accepted(verdict.output ? verdict.output.value : args.shown);
  }
  const { tool, context } = request;
  const isShared = tool.metadata.dedupe !== undefined && context === undefined;
  const output = isShared && verdict.output ? exactJsonOf(verdict.output.value) : undefined;
  return execution.isOver ? RawDirective.Ignore : host.raw.accept(key, output, now());
}

/** The verdict without a validator. */
const unchanged: Verdict = Object.freeze({ accepted: true });
