import { randomUUID } from "@ag-ui/client";
import { type ApprovalOrder, type Approver, isCurrent, questionOf } from "../../calls/approver.js";
import {
  ambiguous,
  changed,
  declined,
  nothingWaits,
  type Permission,
  withdrawn,
} from "../../calls/permission.js";
import { read } from "../../codec/safe-read.js";
import type { CheckedArguments } from "../../execution/checked-arguments.js";
import { visibleText } from "../../visible-text/visible-text.js";
import { InvalidAnswerError } from "../errors/invalid-answer-error.js";
import type { ApprovalRequest } from "../events/details.js";
import type { Emit } from "../events/event-map.js";
import { sameArguments } from "../identity/same-arguments.js";
import { type ApprovalResponse, readResponse } from "./approval-response.js";
import { openQuestion } from "./open-questions.js";
import { previewOf } from "./preview.js";

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
export class Approvals implements Approver {
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

function requestOf(
  { tool, toolCallId, askedBy, preflight, mayHaveRun }: ApprovalOrder,
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
    ...(isDangerous(tool) && { isDangerous: true as const }),
    ...(askedBy !== undefined && { askedBy: visibleText(askedBy) }),
    ...(preflight && { preflight }),
    ...(mayHaveRun && { mayHaveRun }),
  };
  return Object.freeze(
    Object.defineProperty(request, "preview", { value: preview }) as ApprovalRequest,
  );
}

/** Whether a tool says of itself that it destroys something, or that what it does has consequences. */
function isDangerous({ metadata }: ApprovalOrder["tool"]): boolean {
  const { annotations = {} } = metadata;
  const says = (hint: string): boolean => read(annotations, hint) === true;
  return says("destructiveHint") || says("consequentialHint");
}

/** What the server has allowed and shaped is this and nothing else. */
const asPrepared = {
  message:
    "The server has prepared this call: its arguments can't be changed. Approve it as it is, or decline it.",
};
