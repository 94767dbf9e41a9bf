import type { CallRequest } from "../../calls/call.js";
import type { CallableTools } from "../../calls/callable-tools.js";
import { originWith } from "../../calls/origin.js";
import { runCall } from "../../calls/run-call.js";
import {
  isRefusal,
  publicToolError,
  refusedArguments,
  withId,
} from "../../errors/public-tool-error.js";
import type { CallContext } from "../../execution/call-context.js";
import type { CheckedArguments } from "../../execution/checked-arguments.js";
import { idempotencyKeyOf } from "../../execution/idempotency-key.js";
import { ToolExecutionManager } from "../../execution/manager.js";
import { within } from "../../execution/race.js";
import type { ToolError } from "../../execution/types.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentLog } from "../agent-log.js";
import type { AgentCall, AgentToolCall } from "../agent-tool-call.js";
import { conversationKey } from "../reasoner/conversation-key.js";
import { type AuthorizeRule, authorized } from "./authorize.js";
import type { CallLog } from "./call-log.js";
import { notAuthorized } from "./failures.js";
import { failed, prepared, succeeded } from "./outcomes.js";
import { payloadOf } from "./payload.js";

/** Milliseconds of an attempt where nobody says. */
const ATTEMPT_LIMIT = 300_000;

/** Milliseconds that validating arguments may take: only a validator that asks somebody else takes any. */
const VALIDATION_LIMIT = 30_000;

/** One call of a tool of the server. */
export interface ServerCall {
  readonly tool: RegisteredTool;
  /** The tools of its registry. */
  readonly tools: CallableTools;
  readonly call: AgentCall;
  readonly context: AgentContext;
  /** The message that the call stands in, where it is known. */
  readonly messageId: string | undefined;
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
    const end = await runCall(this.#requestOf(asked));
    if (end.fault) throw end.fault.thrown;
    const { outcome } = end;
    if (!outcome.success) {
      const { ownRefusal, checked } = end.call;
      if (ownRefusal) return failed(call, ownRefusal, mode);
      if (!isRefusal(checked?.error)) {
        const told = publicToolError(outcome.error, tool.name);
        log.failed(outcome.error, told.id);
        return failed(call, told.error, mode);
      }
      log.failed(outcome.error);
      return failed(call, refusedArguments(checked.error), mode);
    }
    if (mode === "server") {
      log.succeeded("The tool was executed.");
      return succeeded(call, outcome.result, outcome.output);
    }
    const made = await payloadOf(tool, outcome.output, { timeout: VALIDATION_LIMIT, signal });
    if ("fault" in made) {
      const { fault, detail } = made;
      const told = detail === undefined ? { error: fault, id: undefined } : withId(fault);
      log.failed({ ...fault, message: detail ?? fault.message }, told.id);
      return failed(call, told.error, mode);
    }
    log.succeeded("The call was prepared for the client.");
    return prepared(call, made.payload);
  }

  #requestOf(asked: ServerCall): CallRequest {
    const {
      tool,
      call,
      context,
      messageId,
      log,
      signal = new AbortController().signal,
      tools,
    } = asked;
    const { id: toolCallId, name: toolName, arguments: args } = call;
    const limits = { timeout: VALIDATION_LIMIT, signal };
    const what = `Checking the arguments of "${tool.name}"`;
    const fields = contextOf(context, log.log);
    return {
      ...{ tool, toolName, toolCallId, args, tools, signal },
      place: "server",
      manager: this.#manager,
      origin: originWith(
        { kind: "server", depth: 0 },
        {
          fields,
          authorize: (of, checked) => this.#refusal(asked, of, checked),
          ...(messageId && {
            keyOf: (keyed) => {
              return idempotencyKeyOf({ threadId: conversationKey(context), messageId }, keyed);
            },
          }),
        },
      ),
      check: (of, written) => within(() => this.#manager.check(of, written), limits, what),
      // The server's own log has each.
      reportsNotRun: true,
    };
  }

  /** Asks the rule, and logs and returns a refusal. A call that a tool makes is decided on as well. */
  async #refusal(
    { call, context, signal, log }: ServerCall,
    tool: RegisteredTool,
    checked: CheckedArguments,
  ): Promise<ToolError | undefined> {
    const asked = Object.freeze({
      id: call.id,
      name: tool.name,
      arguments: checked.text,
      args: checked.args,
    });
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
}

/** Finished calls belong to many users, and nobody asks for them. */
function defaultManager(): ToolExecutionManager {
  return new ToolExecutionManager({ timeout: ATTEMPT_LIMIT, maxHistory: 0 });
}

/** What a handler gets beside the fields of every call. @throws {TypeError} when nobody can say whose the call is. */
function contextOf(context: AgentContext, log: AgentLog): CallContext {
  const { agent, conversation, session, organisation, user } = context;
  if (typeof conversation?.id !== "string" || typeof session?.id !== "string") {
    throw new TypeError("A call needs a context with the ids of its conversation and its session.");
  }
  return {
    conversation,
    session,
    log,
    ...(agent && { agent }),
    ...(organisation && { organisation }),
    ...(user && { user }),
  };
}
