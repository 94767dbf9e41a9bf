import type { CheckedArguments } from "../execution/checked-arguments.js";
import type { ToolExecutionManager } from "../execution/manager.js";
import { mayAsk } from "../tools/approval.js";
import type { ToolRegistry } from "../tools/registry.js";
import type { RegisteredTool } from "../tools/types.js";
import { type Clearance, changed, declined, nothingWaits, withdrawn } from "./approval-outcomes.js";
import { isAsked } from "./approval-rule.js";
import { type ApprovalRequest, type ApprovalResponse, readResponse } from "./approval-types.js";
import type { Emit } from "./events.js";
import { InvalidAnswerError } from "./invalid-answer-error.js";
import { sameArguments } from "./same-arguments.js";

/** A call that is to run, if a person doesn't mind. */
export interface ApprovalOrder {
  readonly tool: RegisteredTool;
  /** What the page answers by. */
  readonly toolCallId: string;
  readonly args: Record<string, unknown> | string;
  /** What the tool is run with. */
  readonly manager: ToolExecutionManager;
  /** Where the tool is registered: one that is taken away or replaced meanwhile is not run. */
  readonly registry: ToolRegistry;
  /** Withdraws the request when aborted. */
  readonly signal: AbortSignal;
}

/** A request that waits for a person. */
interface Open {
  readonly request: ApprovalRequest;
  readonly order: ApprovalOrder;
  readonly checked: CheckedArguments;
  /** Resolves when it is settled. */
  readonly isOver: Promise<void>;
  settle(clearance: Clearance, outcome: "approved" | "declined" | "withdrawn"): void;
}

/**
 * Asks a person before a tool runs, where its `metadata.approval` says so. It happens before there is an execution:
 * the person's time counts against no timeout, slot, retry or statistics.
 */
export class Approvals {
  readonly #emit: Emit;
  readonly #open = new Set<Open>();

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** What waits for a person, oldest first. */
  get pending(): readonly ApprovalRequest[] {
    return Object.freeze(Array.from(this.#open, ({ request }) => request));
  }

  /** Finds out whether a call may run, if need be from a person. Never rejects. */
  async clear(order: ApprovalOrder): Promise<Clearance> {
    const { tool, args, manager, signal } = order;
    if (!mayAsk(tool)) return { may: "run", args };
    const checked = await unlessAborted(signal, manager.check(tool, args));
    if (checked === aborted) return withdrawn();
    if (checked.error) return { may: "run", args: checked };
    const isAsking = await unlessAborted(signal, isAsked(tool, checked.value));
    if (isAsking === aborted) return withdrawn();
    if (!isCurrent(order)) return changed(tool);
    return isAsking ? this.#ask(order, checked) : { may: "run", args: checked };
  }

  /**
   * A person's answer. Of several requests with the same id the oldest is meant.
   *
   * @throws {TypeError} when it is no answer.
   * @throws {InvalidAnswerError} when edited arguments are refused; the request stays open.
   * @throws {Error} when nothing waits for it (any more).
   */
  async respond(toolCallId: string, response: ApprovalResponse): Promise<void> {
    const open = this.#find(toolCallId);
    const answer = readResponse(response);
    if (answer.decision === "decline") {
      open.settle(declined(answer.reason), "declined");
    } else if (answer.args === undefined) {
      open.settle({ may: "run", args: open.checked }, "approved");
    } else {
      await this.#approveEdited(open, answer.args);
    }
  }

  async #approveEdited(open: Open, args: Record<string, unknown>): Promise<void> {
    const { tool, manager } = open.order;
    const checked = await Promise.race([manager.check(tool, args), open.isOver]);
    if (!checked || !this.#open.has(open)) throw nothingWaits(open.request.toolCallId);
    if (checked.error) throw new InvalidAnswerError(checked.error);
    const isSame = sameArguments(checked.text, open.checked.text);
    const edited = isSame ? undefined : { edited: checked.args };
    open.settle({ may: "run", args: checked, ...edited }, "approved");
  }

  #ask(order: ApprovalOrder, checked: CheckedArguments): Promise<Clearance> {
    const { tool, registry, signal } = order;
    const request = requestOf(order, checked);
    const { toolCallId, toolCallName } = request;
    let resolve: (clearance: Clearance) => void = () => {};
    const clearance = new Promise<Clearance>((give) => {
      resolve = give;
    });
    const withdraw = (): void => open.settle(withdrawn(), "withdrawn");
    const look = (): void => {
      if (!isCurrent(order)) open.settle(changed(tool), "withdrawn");
    };
    const open: Open = {
      request,
      order,
      checked,
      isOver: clearance.then(() => {}),
      settle: (decided, outcome) => {
        if (!this.#open.delete(open)) return;
        signal.removeEventListener("abort", withdraw);
        registry.removeEventListener("tool-registry-change", look);
        resolve(decided);
        this.#emit("ag-ui-approval-settled", { toolCallId, toolCallName, outcome });
      },
    };
    signal.addEventListener("abort", withdraw, { once: true });
    registry.addEventListener("tool-registry-change", look);
    this.#open.add(open);
    this.#emit("ag-ui-approval-request", request);
    return clearance;
  }

  #find(toolCallId: string): Open {
    for (const open of this.#open) if (open.request.toolCallId === toolCallId) return open;
    throw nothingWaits(toolCallId);
  }
}

function requestOf({ tool, toolCallId }: ApprovalOrder, { args }: CheckedArguments) {
  const { name, description, parameters } = tool;
  const { title } = parameters;
  return Object.freeze<ApprovalRequest>({
    toolCallId,
    toolCallName: name,
    toolCallArgs: args,
    description,
    ...(typeof title === "string" && { title }),
    parameters,
  });
}

/** Whether the tool is still what the model was offered, and the person shown. */
function isCurrent({ registry, tool }: ApprovalOrder): boolean {
  try {
    return registry.get(tool.name) === tool;
  } catch {
    return false;
  }
}

const aborted = Symbol("aborted");

/** What a promise resolves to, or `aborted` as soon as the signal is. */
async function unlessAborted<T>(
  signal: AbortSignal,
  promise: Promise<T>,
): Promise<T | typeof aborted> {
  if (signal.aborted) return aborted;
  let stop = (): void => {};
  const isAborted = new Promise<typeof aborted>((resolve) => {
    stop = () => resolve(aborted);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, isAborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
