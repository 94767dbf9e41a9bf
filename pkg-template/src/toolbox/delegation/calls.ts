import { runsOnServer, unknownTool } from "../../calls/refusals.js";
import { noteOfEdit } from "../../element/answers/answer.js";
import { noteOrigin, type Origin, originOf } from "../../element/answers/origin.js";
import { placeFault } from "../../element/answers/preflight.js";
import { OfferedTools } from "../../element/page/offered-tools.js";
import { runIn } from "../../execution/captured-context.js";
import {
  type InternalExecuteOptions,
  onBegun,
  waitForOthers,
} from "../../execution/execution-handle.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import { ofRun } from "../../execution/run-of-calls.js";
import { structuredResult } from "../../execution/structured-results.js";
import type { ToolError } from "../../execution/types.js";
import type { ToolRegistry } from "../../tools/registry.js";
import type { RegisteredTool } from "../../tools/types.js";
import { type ApprovalOption, askers } from "./approval-option.js";
import { withinOf, withSignal } from "./contexts.js";
import { type Outcome, outcomeOf } from "./outcome.js";

/** What calls of a batch are made by. */
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

/** What the module's `batch` works by: each call as if the agent had made it alone. */
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
    const { manager, approval } = this.#host;
    const { toolCallId, executionId } = order;
    const tools = new OfferedTools(this.#host.registry, () => true);
    const parent = originOf(executionId);
    const tool = tools.get(order.tool) ?? (await tools.arriving(order.tool));
    if (!tool) {
      const isServers = tools.runsOnServer(order.tool);
      return failed(isServers ? runsOnServer(order.tool) : unknownTool(order.tool, tools.names));
    }
    // A server prepares what its model asks for, and knows nothing of a batch.
    const refused = placeFault(tool, undefined) ?? parent?.admit?.(tool.name);
    if (refused) return failed(refused);
    const asker = (await askers(approval))(executionId);
    // They could wait for the slot of the batch that waits for them.
    manager[waitForOthers]?.(executionId);
    const args = order.arguments;
    const permission = await asker.request({
      tool,
      toolCallId,
      args,
      manager,
      registry: tools,
      signal,
    });
    if (permission.may === "not run") return failed(permission.error);
    if (signal.aborted) throw signal.reason;
    const note = permission.edited ? noteOfEdit(permission.edited) : "";
    return this.#execute(tool, toolCallId, permission.args, {
      signal,
      note,
      origin: { ...parent, depth: parent?.depth ?? 0, asker, within: withinOf(executionId) },
    });
  }

  async #execute(
    tool: RegisteredTool,
    toolCallId: string,
    args: Parameters<ToolExecutionManager["execute"]>[2],
    { signal, note, origin }: { signal: AbortSignal; note: string; origin: Origin },
  ): Promise<object> {
    const { manager } = this.#host;
    let id: string | undefined;
    const options: InternalExecuteOptions = {
      signal,
      [ofRun]: origin.run,
      [onBegun]: (handle) => {
        id = handle.id;
        noteOrigin(handle, origin);
      },
    };
    const result = await runIn(origin.within, () =>
      manager.execute(tool, toolCallId, args, options),
    );
    const structured = id === undefined ? undefined : structuredResult(manager, id);
    const known = {
      ...(id !== undefined && { executionId: id }),
      ...(structured?.metadata !== undefined && { metadata: structured.metadata }),
      timestamp: structured?.timestamp ?? now(),
    };
    if (result.success) return { ...known, result: note + result.result };
    return { ...failed(result.error, note), ...known };
  }
}

function failed({ message, category, code }: ToolError, note = ""): object {
  const error = { message: note + message, category, ...(code !== undefined && { code }) };
  return { error, timestamp: now() };
}

function now(): string {
  return new Date().toISOString();
}
