import type { RunAgentInput } from "@ag-ui/core";
import type { OptionRules } from "../../options/check-options.js";
import { aCount, aFunction, aTime, hasMethods } from "../../options/rules.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentLog } from "../agent-log.js";
import { aCors, type CorsOptions } from "./cors.js";

/** Whose request it is: everything of an `AgentContext`, as far as the server knows it. */
export type RequestContext = Partial<AgentContext>;

/** Says whose request it is, or answers it: `new Response(null, { status: 401 })` for somebody nobody knows. */
export type ContextRule = (
  request: Request,
  input: RunAgentInput,
) => RequestContext | Response | undefined | PromiseLike<RequestContext | Response | undefined>;

/** How an agent is served. */
export interface ServeAgentOptions {
  /**
   * Whose request it is: who the user is, and what session and organisation they are in. Nothing that the request's body says of it
   * is true before this has found it to be so. Unless said, nobody is known, the conversation is the thread, and the session the run.
   */
  readonly context?: ContextRule;
  /** Bytes that a request may have: a conversation with all its messages. @default 4194304 */
  readonly maxBodySize?: number;
  /** Which pages of other origins may ask. None unless said. */
  readonly cors?: CorsOptions;
  /**
   * Milliseconds without an event after which a comment is sent, so that nobody between takes the connection for dead while a tool
   * works; `Infinity` for never. Not in protobuf, which has no comments.
   * @default 15000
   */
  readonly heartbeat?: number;
  /** Where is written what goes wrong. The console unless said. */
  readonly log?: AgentLog;
}

export const endpointRules: OptionRules<ServeAgentOptions> = {
  context: aFunction,
  maxBodySize: aCount,
  cors: aCors,
  heartbeat: aTime,
  log: [
    "an AgentLog: an object with addException() and addCustomEvent()",
    (value) => hasMethods(value, "addException", "addCustomEvent"),
  ],
};

export const DEFAULT_MAX_BODY_SIZE = 4_194_304;
export const DEFAULT_HEARTBEAT = 15_000;
