import type { ToolCall } from "@ag-ui/core";
import type { ToolCallDetail } from "./events.js";
import { objectOf } from "./same-arguments.js";

/**
 * What becomes of calls that have no answer when a message is sent, as a thread may have that was restored:
 *
 * - `answer`: they are answered as not run
 * - `run`: their tools are run first
 * - `offer`: the page is told of them by `ag-ui-open-calls`; those it doesn't settle are answered as not run
 */
export type OpenCallsPolicy = "answer" | "run" | "offer";

/** The policy when none is set. */
export const defaultPolicy: OpenCallsPolicy = "answer";

const policies: readonly unknown[] = ["answer", "run", "offer"] satisfies OpenCallsPolicy[];

/** Why a call is not run that the page did not settle. */
export const leftBehind = "the conversation went on without it.";

/** A call of the thread that has no answer. */
export interface OpenCall extends ToolCallDetail {
  /** The arguments, `{}` when their text is no JSON object. Nobody has validated them. */
  readonly toolCallArgs: Readonly<Record<string, unknown>>;
  /** Their text, as the model wrote it. */
  readonly argsText: string;
}

/** What the page wants done with an open call. */
export type OpenCallDecision =
  /** Its tool runs. */
  | { readonly decision: "run" }
  /** The page knows the result. */
  | { readonly decision: "answer"; readonly result: string }
  /** It is not run; the model reads why. */
  | { readonly decision: "decline"; readonly reason?: string };

/** What is done with the open calls of a thread. */
export interface Settlement {
  readonly run: ToolCall[];
  readonly answer: { readonly call: ToolCall; readonly result: string }[];
  readonly decline: { readonly call: ToolCall; readonly why: string }[];
}

/** The policy that a value names; what names none counts as `answer`, and is warned of. */
export function policyOf(value: unknown): OpenCallsPolicy {
  if (value === null || value === undefined || value === "") return defaultPolicy;
  if (policies.includes(value)) return value as OpenCallsPolicy;
  const known = policies.map((policy) => `"${policy}"`).join(", ");
  console.warn(
    `<ag-ui-agent>: open-calls is one of ${known}; "${defaultPolicy}" is used in place of`,
    value,
  );
  return defaultPolicy;
}

/** A call as the page is told of it. */
export function openCall(call: ToolCall): OpenCall {
  const { name: toolCallName, arguments: argsText } = call.function;
  const toolCallArgs = (objectOf(argsText) ?? {}) as Record<string, unknown>;
  return { toolCallId: call.id, toolCallName, toolCallArgs, argsText };
}

/**
 * Checks what the page decided on the calls that are open. Calls that have the same id are decided on together.
 *
 * @throws {Error} when no call is open, or a decision is missing, unknown, or none.
 */
export function checkDecisions(
  open: readonly OpenCall[],
  decisions: Readonly<Record<string, OpenCallDecision>>,
): void {
  if (typeof decisions !== "object" || decisions === null) {
    throw new TypeError("<ag-ui-agent>: the decisions on open calls are an object, by call id.");
  }
  if (open.length === 0) throw new Error("<ag-ui-agent>: no call is open.");
  const ids = new Set(open.map((call) => call.toolCallId));
  const unknown = Object.keys(decisions).filter((id) => !ids.has(id));
  if (unknown.length > 0) throw new Error(`<ag-ui-agent>: no such open call: ${quoted(unknown)}.`);
  const missing = [...ids].filter((id) => !Object.hasOwn(decisions, id));
  if (missing.length > 0) {
    throw new Error(`<ag-ui-agent>: every open call must be settled; missing: ${quoted(missing)}.`);
  }
  for (const id of ids) checkDecision(id, decisions[id]);
}

/**
 * Sorts the calls that are open when their turn has come by what was decided on them.
 *
 * @param idOf the id that the page knows a call by.
 */
export function settlement(
  calls: readonly ToolCall[],
  decisions: Readonly<Record<string, OpenCallDecision>>,
  idOf: (call: ToolCall) => string,
): Settlement {
  const sorted: Settlement = { run: [], answer: [], decline: [] };
  for (const call of calls) {
    const id = idOf(call);
    const decided = Object.hasOwn(decisions, id) ? decisions[id] : undefined;
    switch (decided?.decision) {
      case "run":
        sorted.run.push(call);
        break;
      case "answer":
        sorted.answer.push({ call, result: decided.result });
        break;
      default:
        sorted.decline.push({ call, why: decided?.reason ?? "the user declined it." });
    }
  }
  return sorted;
}

function checkDecision(id: string, decision: Partial<OpenCallDecision> | null | undefined): void {
  const name = `<ag-ui-agent>: the decision on ${JSON.stringify(id)}`;
  switch (decision?.decision) {
    case "run":
      return;
    case "answer":
      if (typeof (decision as { result?: unknown }).result === "string") return;
      throw new TypeError(`${name} needs a result that is a text.`);
    case "decline": {
      const { reason } = decision as { reason?: unknown };
      if (reason === undefined || typeof reason === "string") return;
      throw new TypeError(`${name} has a reason that is no text.`);
    }
    default:
      throw new TypeError(`${name} is none: its decision is "run", "answer" or "decline".`);
  }
}

function quoted(ids: readonly string[]): string {
  return ids.map((id) => JSON.stringify(id)).join(", ");
}
