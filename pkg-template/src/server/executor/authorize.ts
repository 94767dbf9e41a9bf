import { isObject, read, readText } from "../../codec/safe-read.js";
import { raceOrThrow } from "../../execution/race.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentCall } from "../agent-tool-call.js";

/** A call that is to be authorised: its arguments have passed the tool's schema. */
export interface CallToAuthorize extends AgentCall {
  /** The arguments as the model wrote them, parsed. Frozen. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** Whether the server may do its part of a call; `reason` is for the model and the client. */
export type Authorization =
  | boolean
  | { readonly allowed: boolean; readonly reason?: string | undefined };

/** Decides whether the server may do its part of a call. What it throws is a refusal. */
export type AuthorizeRule = (
  call: CallToAuthorize,
  tool: RegisteredTool,
  context: AgentContext,
) => Authorization | PromiseLike<Authorization>;

/** What was decided. */
export interface Decision {
  readonly allowed: boolean;
  /** Why not, for the model and the client. */
  readonly reason?: string | undefined;
  /** What the rule threw, for the log alone. */
  readonly thrown?: unknown;
}

/** Milliseconds that a rule may take. */
export const AUTHORIZE_LIMIT = 30_000;

/** Asks a rule. Never rejects. */
export async function authorized(
  rule: AuthorizeRule | undefined,
  [call, tool, context]: Parameters<AuthorizeRule>,
  signal: AbortSignal | undefined,
): Promise<Decision> {
  if (!rule) return { allowed: true };
  try {
    const limits = { timeout: AUTHORIZE_LIMIT, signal };
    return decisionOf(await raceOrThrow(() => rule(call, tool, context), limits, "authorize()"));
  } catch (thrown) {
    return { allowed: false, thrown };
  }
}

/** Only what says yes is one. */
function decisionOf(said: unknown): Decision {
  if (typeof said === "boolean") return { allowed: said };
  if (isObject(said)) {
    const allowed = read(said, "allowed");
    if (typeof allowed === "boolean") return { allowed, reason: readText(said, "reason") };
  }
  const thrown = new TypeError("authorize() must answer true, false or { allowed, reason? }.");
  return { allowed: false, thrown };
}
