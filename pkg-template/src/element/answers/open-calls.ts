import { randomUUID } from "@ag-ui/client";
import type { ToolCall } from "@ag-ui/core";
import { messageOf } from "../../codec/describe.js";
import { jsonObjectOf } from "../../codec/json-object.js";
import { isObject } from "../../codec/safe-read.js";
import { visibleText } from "../../visible-text/visible-text.js";
import type { OpenCall } from "../events/details.js";

/**
 * What becomes of open calls when a message is sent: calls without an answer, as a thread may have that was restored:
 *
 * - `answer`: their tools don't run. A call that this page saw from its beginning is answered as not run, any other as one whose effect
 *   is not known
 * - `run`: their tools are run first
 * - `offer`: `ag-ui-open-calls` reports them to the page; those it doesn't settle are answered as by `answer`
 */
export type OpenCallsPolicy = "answer" | "run" | "offer";

/** The policy when none is set. */
export const defaultPolicy: OpenCallsPolicy = "answer";

const policies: readonly unknown[] = ["answer", "run", "offer"] satisfies OpenCallsPolicy[];

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

/** Names the open calls of a thread. A call keeps its name until the thread's messages are replaced. */
export class OpenCallIds {
  readonly #ids = new Map<string, string>();

  /** @param alias what the thread knows a call by: no other call of it has it. */
  of(alias: string): string {
    const id = this.#ids.get(alias) ?? `open-call-${randomUUID()}`;
    this.#ids.set(alias, id);
    return id;
  }
}

/** A call as it is reported to the page. */
export function openCall(call: ToolCall, openCallId: string): OpenCall {
  const { name, arguments: argsText } = call.function;
  // Unlike a tool's name, that of a call in a thread is any text.
  const toolCallName = visibleText(name);
  const toolCallArgs = jsonObjectOf(argsText) ?? {};
  return { openCallId, toolCallId: call.id, toolCallName, toolCallArgs, argsText };
}

/** What the page decided on each open call, by its `openCallId`. */
export type OpenCallDecisions = ReadonlyMap<string, OpenCallDecision>;

/**
 * Reads what the page decided on the calls that are open: by their `openCallId`, or by a call's id where no other open
 * call has it.
 *
 * @throws {Error} when no call is open, or a decision is missing, unknown, ambiguous, or none.
 */
export function readDecisions(
  open: readonly OpenCall[],
  decisions: Readonly<Record<string, OpenCallDecision>>,
): OpenCallDecisions {
  if (!isObject(decisions)) {
    throw new TypeError(
      "<ag-ui-agent>: the decisions on open calls are an object, by openCallId or by call id.",
    );
  }
  if (open.length === 0) throw new Error("<ag-ui-agent>: no call is open.");
  const decided = new Map<string, OpenCallDecision>();
  const unknown: string[] = [];
  for (const key of Object.keys(decisions)) {
    const call = callNamed(open, key);
    if (!call) unknown.push(key);
    else if (decided.has(call.openCallId)) throw decidedTwice(call);
    else decided.set(call.openCallId, readDecision(key, decisions));
  }
  if (unknown.length > 0) throw new Error(`<ag-ui-agent>: no such open call: ${quoted(unknown)}.`);
  const missing = open.filter(({ openCallId }) => !decided.has(openCallId));
  if (missing.length > 0) throw undecided(missing, open);
  return decided;
}

/** Sorts the calls that are open when their turn has come by what was decided on them. */
export function settlement(
  calls: readonly ToolCall[],
  decided: OpenCallDecisions,
  idOf: (call: ToolCall) => string,
): Settlement {
  const sorted: Settlement = { run: [], answer: [], decline: [] };
  for (const call of calls) {
    const decision = decided.get(idOf(call));
    switch (decision?.decision) {
      case "run":
        sorted.run.push(call);
        break;
      case "answer":
        sorted.answer.push({ call, result: decision.result });
        break;
      default:
        sorted.decline.push({ call, why: decision?.reason ?? "the user declined it." });
    }
  }
  return sorted;
}

function callNamed(open: readonly OpenCall[], key: string): OpenCall | undefined {
  const one = open.find(({ openCallId }) => openCallId === key);
  if (one) return one;
  const named = open.filter(({ toolCallId }) => toolCallId === key);
  if (named.length < 2) return named[0];
  const ids = quoted(named.map(({ openCallId }) => openCallId));
  throw new Error(
    `<ag-ui-agent>: several open calls have the id ${JSON.stringify(key)}, and nothing was done. ` +
      `Settle each by its openCallId: ${ids}.`,
  );
}

/** A copy, each field read once: what the page does to its own later changes nothing. */
function readDecision(
  key: string,
  decisions: Readonly<Record<string, OpenCallDecision>>,
): OpenCallDecision {
  const name = `<ag-ui-agent>: the decision on ${JSON.stringify(key)}`;
  const { decision, result, reason } = fieldsOf(decisions, key, name);
  switch (decision) {
    case "run":
      return { decision };
    case "answer":
      if (typeof result === "string") return { decision, result };
      throw new TypeError(`${name} needs a result that is a text.`);
    case "decline":
      if (reason === undefined) return { decision };
      if (typeof reason === "string") return { decision, reason };
      throw new TypeError(`${name} has a reason that is no text.`);
    default:
      throw new TypeError(`${name} is none: its decision is "run", "answer" or "decline".`);
  }
}

function fieldsOf(decisions: object, key: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const given: unknown = Reflect.get(decisions, key);
    if (!isObject(given)) return {};
    const { decision, result, reason } = given as Readonly<Record<string, unknown>>;
    return { decision, result, reason };
  } catch (cause) {
    throw new TypeError(`${name} can't be read: ${messageOf(cause)}`, { cause });
  }
}

function decidedTwice({ openCallId, toolCallId }: OpenCall): Error {
  return new Error(`<ag-ui-agent>: decided on twice: ${quoted([toolCallId, openCallId])}.`);
}

function undecided(missing: readonly OpenCall[], open: readonly OpenCall[]): Error {
  const isShared = (id: string): boolean =>
    open.filter(({ toolCallId }) => toolCallId === id).length > 1;
  const ids = missing.map(({ toolCallId, openCallId }) =>
    isShared(toolCallId) ? openCallId : toolCallId,
  );
  return new Error(`<ag-ui-agent>: every open call must be settled; missing: ${quoted(ids)}.`);
}

function quoted(ids: readonly string[]): string {
  return ids.map((id) => JSON.stringify(id)).join(", ");
}
