import { OfferedTools } from "../../calls/offered-tools.js";
import { originWith, partsOf } from "../../calls/origin.js";
import { outcomeText } from "../../calls/outcome-text.js";
import { runCall } from "../../calls/run-call.js";
import type { CallContext } from "../../execution/call-context.js";
import { type ExecutionHandle, waitForOthers } from "../../execution/execution-handle.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import { structuredResult } from "../../execution/structured-results.js";
import type { CallOrigin } from "../../tools/call-origin.js";
import type { ToolRegistry } from "../../tools/registry.js";
import { type ApprovalOption, approvers } from "./approval-option.js";
import { originOf, withinOf, withSignal } from "./contexts.js";
import { type Outcome, outcomeOf } from "./outcome.js";

/** The dependencies of a batch's calls. */
export interface CallsHost {
  readonly registry: ToolRegistry;
  readonly manager: ToolExecutionManager;
  readonly approval: ApprovalOption | undefined;
}

/** A call of a batch, as the module gives it. */
interface CallOrder {
  readonly toolCallId: string;
  readonly tool: string;
  /** JSON text. */
  readonly arguments: string;
  /** The batch's own execution. */
  readonly executionId: string;
}

/** Makes the calls of `batch` for the module: each as if the agent had made it alone. */
export class Calls {
  readonly #host: CallsHost;

  constructor(host: CallsHost) {
    this.#host = host;
  }

  /** Makes a call. */
  call(order: CallOrder): Promise<Outcome<object>> {
    return outcomeOf(() => withSignal(order.executionId, (signal) => this.#call(order, signal)));
  }

  async #call(order: CallOrder, signal: AbortSignal): Promise<object> {
    const { registry, manager, approval } = this.#host;
    const { executionId, toolCallId, tool: toolName, arguments: args } = order;
    let execution: ExecutionHandle | undefined;
    const watch = (begun: ExecutionHandle): undefined => {
      execution = begun;
    };
    const approver = (await approvers(approval))(executionId);
    // They could wait for the slot of the batch that waits for them.
    manager[waitForOthers]?.(executionId);
    const origin = madeBy(executionId, originOf(executionId));
    const place = origin.kind === "server" ? "within" : "page";
    const end = await runCall({
      ...{ toolName, toolCallId, args, manager, signal },
      tools: new OfferedTools(registry, undefined, place),
      place,
      // A server prepares what its model asks for, and knows nothing of a batch.
      origin: originWith(origin, { ...partsOf(origin), approver, watch }),
    });
    if (signal.aborted && !end.call.hasBegun) throw signal.reason;
    const text = outcomeText(end);
    const structured = execution && structuredResult(manager, execution.id);
    const known = {
      ...(execution && { executionId: execution.id }),
      ...(structured?.metadata !== undefined && { metadata: structured.metadata }),
      timestamp: structured?.timestamp ?? new Date().toISOString(),
    };
    if (end.outcome.success) return { ...known, result: text };
    const { category, code } = end.outcome.error;
    return { ...known, error: { message: text, category, ...(code !== undefined && { code }) } };
  }
}

/** The origin of a call that an execution makes: where the execution's own call comes from, and that execution. */
function madeBy(executionId: string, parent: CallOrigin): CallOrigin {
  const { approver, admit, authorize, steps, fields } = partsOf(parent);
  const within = withinOf(executionId);
  const shown = { ...parent, parentExecutionId: executionId };
  return originWith(shown, { approver, admit, authorize, steps, within, fields: passedOn(fields) });
}

/** The fields of a context that a call made by another has as well. */
function passedOn(fields: CallContext | undefined): CallContext | undefined {
  if (!fields) return undefined;
  const { preflight: _, ...rest } = fields;
  return Object.keys(rest).length > 0 ? rest : undefined;
}
