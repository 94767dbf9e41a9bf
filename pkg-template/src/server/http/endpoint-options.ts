import type { RunAgentInput } from "@ag-ui/core";
import type { OptionRules } from "../../options/check-options.js";
import { aCount, aFunction, anObject, hasMethods } from "../../options/rules.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentLog } from "../agent-log.js";
import type { ResumableOptions } from "../resumable/resumable-options.js";
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
  readonly maxBodyBytes?: number;
  /** Which pages of other origins may ask. None unless said. */
  readonly cors?: CorsOptions;
  /**
   * The longest silence on a stream, in milliseconds: before it has lasted that long, a comment is sent, so that the platform or a proxy
   * does not take the connection for dead while a tool works. Bun closes it after 10 seconds, many proxies after 30 to 60. `false`, 0 or
   * `Infinity` for no comments. Not in protobuf, which has none.
   * @default 5000
   */
  readonly heartbeat?: number | false;
  /** Where is written what goes wrong. The console unless said. */
  readonly log?: AgentLog;
  /**
   * Lets a client take up a stream that broke, or that it has left. A run then goes on without its client, and is
   * stopped by `DELETE`. By default a run ends with its client's connection.
   */
  readonly resumable?: ResumableOptions;
}

export const endpointRules: OptionRules<ServeAgentOptions> = {
  context: aFunction,
  maxBodyBytes: aCount,
  cors: aCors,
  heartbeat: [
    "a number of milliseconds, or false",
    (value) => value === false || (typeof value === "number" && value >= 0),
  ],
  log: [
    "an AgentLog: an object with addException() and addCustomEvent()",
    (value) => hasMethods(value, "addException", "addCustomEvent"),
  ],
  resumable: anObject,
};

export const DEFAULT_MAX_BODY_BYTES = 4_194_304;
export const DEFAULT_HEARTBEAT = 5_000;
