import type { Verdict } from "../validation/validator.js";
import { type ArgumentsValue, invalidArguments } from "./arguments.js";
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

/** The verdict without a validator. */
const unchanged: Verdict = Object.freeze({ accepted: true });
