import { randomUUID } from "@ag-ui/client";
import type { ArgumentsReader } from "../../arguments/arguments-reader.js";
import type { CheckedArguments } from "../../execution/checked-arguments.js";
import type { ToolExecutionManager } from "../../execution/manager.js";
import { mayAsk } from "../../tools/approval.js";
import type { RegisteredTool, ToolPreflight } from "../../tools/types.js";
import { visibleText } from "../../visible-text/visible-text.js";
import { sameArguments } from "../calls/same-arguments.js";
import { InvalidAnswerError } from "../errors/invalid-answer-error.js";
import type { ApprovalRequest } from "../events/details.js";
import type { Emit } from "../events/event-map.js";
import { type ApprovalResponse, readResponse } from "./approval-response.js";
import { isAsked } from "./approval-rule.js";
import type { CallableTools } from "./callable-tools.js";
import { openQuestion } from "./open-questions.js";
import {
  ambiguous,
  changed,
  declined,
  nothingWaits,
  type Permission,
  withdrawn,
} from "./permission.js";
import { previewOf } from "./preview.js";

/** A call that is to run, if a person doesn't mind. */
export interface ApprovalOrder {
  readonly tool: RegisteredTool;
  /** The id the backend gave the call: others may have it as well. */
  readonly toolCallId: string;
  /** Its arguments: as they were read while they arrived, or their text. */
  readonly args: ArgumentsReader | Record<string, unknown> | string;
  /** What the tool is run with. */
  readonly manager: ToolExecutionManager;
  /** Where the tool is registered: one that is taken away or replaced meanwhile is not run. */
  readonly registry: Omit<CallableTools, "arriving" | "runsOnServer">;
  /** Withdraws the request when aborted. */
  readonly signal: AbortSignal;
  /** Who has called it, where that is not the page's own agent. */
  readonly askedBy?: string | undefined;
  /** What the server says of it, where it has prepared it. */
  readonly preflight?: ToolPreflight;
}

/** Finds out whether a call may run, if need be from a person. */
export interface Asker {
  /** Never rejects. */
  request(order: ApprovalOrder): Promise<Permission>;
}

/** A call about which a person is to be asked, or what is to be done with it anyway. */
type Question = Permission | { readonly may: "be asked"; readonly checked: CheckedArguments };

/** A request that waits for a person. */
interface Open {
  readonly request: ApprovalRequest;
  readonly order: ApprovalOrder;
  readonly checked: CheckedArguments;
  /** Resolves when it is settled. */
  readonly isOver: Promise<void>;
  /** Settles when the edited arguments of the answers so far are checked. */
  checking: Promise<unknown> | undefined;
  settle(permission: Permission, outcome: "approved" | "declined" | "withdrawn"): void;
}

/**
 * Asks a person before a tool runs, where its `metadata.approval` says so. It happens before there is an execution:
 * the person's time counts against no timeout, slot, retry or statistics.
 */
export class Approvals implements Asker {
  readonly #emit: Emit;
  /** By approval id, oldest first. */
  readonly #open = new Map<string, Open>();

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** What waits for a person, oldest first. */
  get pending(): readonly ApprovalRequest[] {
    return Object.freeze(Array.from(this.#open.values(), ({ request }) => request));
  }

  /** Finds out whether a call may run, if need be from a person. Never rejects. */
  async request(order: ApprovalOrder): Promise<Permission> {
    const question = await questionOf(order);
    return question.may === "be asked" ? this.#ask(order, question.checked) : question;
  }

  /**
   * A person's answer. Of several approvals the first that is valid stands; a decline needs no check, and never waits.
   *
   * @param id the request's `approvalId`, or the call's id where no other request has it.
   * @throws {TypeError} when it is no answer.
   * @throws {InvalidAnswerError} when edited arguments are refused; the request stays open.
   * @throws {Error} when nothing waits for it (any more), or several requests have the call's id.
   */
  async respond(id: string, response: ApprovalResponse): Promise<void> {
    const open = this.#find(id);
    const answer = readResponse(response);
    if (answer.decision === "decline") {
      open.settle(declined(answer.reason), "declined");
    } else if (answer.args === undefined && open.checking === undefined) {
      open.settle({ may: "run", args: open.checked }, "approved");
    } else {
      const before = open.checking;
      const approving = this.#approve(open, answer.args, before);
      open.checking = approving.catch(() => {});
      await approving;
    }
  }

  /** Approves with these arguments, or as it is, once it is known that no earlier answer stands. */
  async #approve(
    open: Open,
    args: Record<string, unknown> | undefined,
    before: Promise<unknown> | undefined,
  ): Promise<void> {
    const { tool, manager } = open.order;
    const check = args && manager.check(tool, args);
    await Promise.race([Promise.all([check, before]), open.isOver]);
    if (!this.#open.has(open.request.approvalId)) throw nothingWaits(open.request.approvalId);
    const checked = (await check) ?? open.checked;
    if (checked.error) throw new InvalidAnswerError(checked.error);
    const isSame = sameArguments(checked.text, open.checked.text);
    if (!isSame && open.order.preflight) throw new InvalidAnswerError(asPrepared);
    const edited = isSame ? undefined : { edited: checked.args };
    open.settle({ may: "run", args: checked, ...edited }, "approved");
  }

  #ask(order: ApprovalOrder, checked: CheckedArguments): Promise<Permission> {
    const { tool, registry, signal } = order;
    const request = requestOf(order, checked, async () =>
      this.#open.has(request.approvalId) ? previewOf(tool, checked.value) : undefined,
    );
    const { approvalId, toolCallId, toolCallName } = request;
    let resolve: (permission: Permission) => void = () => {};
    const permission = new Promise<Permission>((give) => {
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
      isOver: permission.then(() => {}),
      checking: undefined,
      settle: (decided, outcome) => {
        if (!this.#open.delete(approvalId)) return;
        signal.removeEventListener("abort", withdraw);
        registry.removeEventListener("tool-registry-change", look);
        close();
        resolve(decided);
        this.#emit("ag-ui-approval-settled", { approvalId, toolCallId, toolCallName, outcome });
      },
    };
    signal.addEventListener("abort", withdraw, { once: true });
    registry.addEventListener("tool-registry-change", look);
    this.#open.set(approvalId, open);
    const close = openQuestion();
    this.#emit("ag-ui-approval-request", request);
    return permission;
  }

  #find(id: string): Open {
    const open = this.#open.get(id);
    if (open) return open;
    const named = [...this.#open].filter(([, { request }]) => request.toolCallId === id);
    const [only, another] = named;
    if (!only) throw nothingWaits(id);
    if (another) {
      throw ambiguous(
        id,
        named.map(([approvalId]) => approvalId),
      );
    }
    return only[1];
  }
}

/** Whether a person is to be asked about a call: its arguments are valid, and its tool's rule says so. Never rejects. */
export async function questionOf(order: ApprovalOrder): Promise<Question> {
  const { tool, args, manager, signal } = order;
  if (!mayAsk(tool)) return { may: "run", args };
  const checked = await unlessAborted(signal, manager.check(tool, args));
  if (checked === aborted) return withdrawn();
  if (checked.error) return { may: "run", args: checked };
  const isAsking = await unlessAborted(signal, isAsked(tool, checked.value));
  if (isAsking === aborted) return withdrawn();
  if (!isCurrent(order)) return changed(tool);
  return isAsking ? { may: "be asked", checked } : { may: "run", args: checked };
}

function requestOf(
  { tool, toolCallId, askedBy, preflight }: ApprovalOrder,
  { args }: CheckedArguments,
  preview: ApprovalRequest["preview"],
): ApprovalRequest {
  const { name, description, parameters } = tool;
  const { title } = parameters;
  const request = {
    approvalId: `approval-${randomUUID()}`,
    toolCallId,
    toolCallName: name,
    toolCallArgs: args,
    description: visibleText(description),
    ...(typeof title === "string" && { title: visibleText(title) }),
    parameters,
    ...(askedBy !== undefined && { askedBy: visibleText(askedBy) }),
    ...(preflight && { preflight }),
  };
  return Object.freeze(
    Object.defineProperty(request, "preview", { value: preview }) as ApprovalRequest,
  );
}

/** Whether the tool is still what the model was offered, and the person shown. */
function isCurrent({ registry, tool }: ApprovalOrder): boolean {
  try {
    return registry.get(tool.name) === tool;
  } catch {
    return false;
  }
}

/** What the server has allowed and shaped is this and nothing else. */
const asPrepared = {
  message:
    "The server has prepared this call: its arguments can't be changed. Approve it as it is, or decline it.",
};

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
