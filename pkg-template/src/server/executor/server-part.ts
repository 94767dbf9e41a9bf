import { describe } from "../../codec/describe.js";
import { isObject, readText } from "../../codec/safe-read.js";
import { categorizeError } from "../../errors/categorize-error.js";
import {
  isRefusal,
  publicToolError,
  refusedArguments,
  withId,
} from "../../errors/public-tool-error.js";
import { type CallContext, callContext } from "../../execution/call-context.js";
import type { CheckedArguments } from "../../execution/checked-arguments.js";
import { ToolExecutionManager } from "../../execution/manager.js";
import type { ExecuteOptions, ToolError, ToolExecutionResult } from "../../execution/types.js";
import { DEFAULT_RETRY_CONFIG } from "../../options/options.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentLog } from "../agent-log.js";
import type { AgentCall, AgentToolCall } from "../agent-tool-call.js";
import { type AuthorizeRule, authorized } from "./authorize.js";
import type { CallLog } from "./call-log.js";
import { notAuthorized } from "./failures.js";
import { failed, prepared, succeeded } from "./outcomes.js";
import { payloadOf } from "./payload.js";
import { within } from "./within.js";

/** Milliseconds of an attempt where nobody says. */
const ATTEMPT_LIMIT = 300_000;

/** Milliseconds that validating arguments may take: only a validator that asks somebody else takes any. */
const VALIDATION_LIMIT = 30_000;

/** One call of a tool of the server. */
export interface ServerCall {
  readonly tool: RegisteredTool;
  readonly call: AgentCall;
  readonly context: AgentContext;
  readonly signal: AbortSignal | undefined;
  readonly log: CallLog;
}

/** Does what the server has to do for a call, `server` or `preflight`: check, ask, run, and check what a client would get. */
export class ServerPart {
  readonly #manager: ToolExecutionManager;
  readonly #authorize: AuthorizeRule | undefined;

  constructor(manager: ToolExecutionManager | undefined, authorize: AuthorizeRule | undefined) {
    this.#manager = manager ?? defaultManager();
    this.#authorize = authorize;
  }

  async run(asked: ServerCall): Promise<AgentToolCall> {
    const { tool, call, log, signal } = asked;
    const mode = tool.metadata.execution;
    const fields = contextOf(asked.context, log.log);
    const fail = (error: ToolError): AgentToolCall => {
      const told = publicToolError(error, tool.name);
      log.failed(error, told.id);
      return failed(call, told.error, mode);
    };
    const checked = await this.#check(asked);
    if ("category" in checked) return fail(checked);
    const refusal = checked.error ? undefined : await this.#refusal(asked, checked);
    if (refusal) return failed(call, refusal, mode);
    // Refused arguments as well, which do not run: the manager counts and reports them.
    const outcome = await this.#execute(asked, checked, fields);
    if (!outcome.success) {
      if (!isRefusal(checked.error)) return fail(outcome.error);
      log.failed(outcome.error);
      return failed(call, refusedArguments(checked.error), mode);
    }
    if (mode === "server") {
      log.succeeded("The tool was executed.");
      return succeeded(call, outcome.result, outcome.output);
    }
    const made = await payloadOf(tool, outcome.output, { limit: VALIDATION_LIMIT, signal });
    if ("fault" in made) {
      const { fault, detail } = made;
      const told = detail === undefined ? { error: fault, id: undefined } : withId(fault);
      log.failed({ ...fault, message: detail ?? fault.message }, told.id);
      return failed(call, told.error, mode);
    }
    log.succeeded("The call was prepared for the client.");
    return prepared(call, made.payload);
  }

  async #check({ tool, call, signal }: ServerCall): Promise<CheckedArguments | ToolError> {
    const what = `Checking the arguments of "${tool.name}"`;
    const limits = { limit: VALIDATION_LIMIT, signal, what };
    try {
      return await within(() => this.#manager.check(tool, call.arguments), limits);
    } catch (thrown) {
      return categorizeError(thrown, "execution");
    }
  }

  /** Why the call may not be; logged. */
  async #refusal(
    { tool, call, context, signal, log }: ServerCall,
    { args }: CheckedArguments,
  ): Promise<ToolError | undefined> {
    const asked = Object.freeze({ ...call, args });
    const { allowed, reason, thrown } = await authorized(
      this.#authorize,
      [asked, tool, context],
      signal,
    );
    if (allowed) return undefined;
    const error = notAuthorized(tool.name, reason);
    log.notAuthorized(error, thrown);
    return error;
  }

  /** A manager may be of another copy of the package, or a page's own: what it answers is looked at. */
  async #execute(
    { tool, call, signal }: ServerCall,
    checked: CheckedArguments,
    fields: CallContext,
  ): Promise<ToolExecutionResult> {
    const options: ExecuteOptions & { readonly [callContext]: CallContext } = {
      ...(signal && { signal }),
      [callContext]: fields,
    };
    const outcome: unknown = await this.#manager.execute(tool, call.id, checked, options);
    if (isOutcome(outcome)) return outcome;
    throw new TypeError(`The manager gave no outcome, but ${describe(outcome)}.`);
  }
}

function isOutcome(value: unknown): value is ToolExecutionResult {
  if (!isObject(value)) return false;
  const { success, result, error } = value as Record<string, unknown>;
  if (success === true) return typeof result === "string";
  return success === false && isObject(error) && readText(error, "message") !== undefined;
}

/** Finished calls belong to many users, and nobody asks for them. */
function defaultManager(): ToolExecutionManager {
  const options = { timeout: ATTEMPT_LIMIT, maxHistory: 0 };
  return new ToolExecutionManager(undefined, DEFAULT_RETRY_CONFIG, options);
}

/** What a handler gets beside the fields of every call. @throws {TypeError} when nobody can say whose the call is. */
function contextOf(context: AgentContext, log: AgentLog): CallContext {
  const { agent, conversation, session, organisation, user } = context;
  if (typeof conversation?.id !== "string" || typeof session?.id !== "string") {
    throw new TypeError("A call needs a context with the ids of its conversation and its session.");
  }
  return Object.freeze({
    conversation,
    session,
    log,
    ...(agent && { agent }),
    ...(organisation && { organisation }),
    ...(user && { user }),
  });
}
