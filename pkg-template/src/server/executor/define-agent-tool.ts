import { isObject } from "../../codec/safe-read.js";
import { ToolFailure } from "../../errors/tool-failure.js";
import { OptionError } from "../../options/option-error.js";
import type { ToolDefinition, ToolExecutionContext, ToolMetadata } from "../../tools/types.js";
import type { AgentToolExecutionContext } from "../agent-context.js";

/** A tool with a part on the server. */
export interface AgentToolDefinition<TArgs = Record<string, unknown>>
  extends Omit<ToolDefinition<TArgs>, "handler" | "metadata"> {
  /** Where it runs must be said: what says nothing is the client's. */
  readonly metadata: ToolMetadata<TArgs> & { readonly execution: "server" | "preflight" };
  /**
   * Does the server's part. Of a `server` tool what it returns is the result; of a `preflight` one it is an object: the arguments
   * that the client gets, by the tool's own schema.
   */
  readonly handler: (args: TArgs, context: AgentToolExecutionContext) => unknown;
}

/**
 * Defines a tool whose handler gets to know whose conversation it serves. The arguments' type is that of the schema.
 *
 * @throws {TypeError} when `metadata.execution` is neither `"server"` nor `"preflight"`.
 *
 * @example
 * ```ts
 * const balance = defineAgentTool({
 *   name: "get_balance",
 *   description: "The balance of an account of the user's.",
 *   schema: z.object({ account: z.string() }),
 *   metadata: { execution: "server" },
 *   handler: ({ account }, { user, signal }) => bank.balance(user?.id, account, { signal }),
 * });
 * registry.register(balance);
 * ```
 */
export function defineAgentTool<TArgs = Record<string, unknown>>(
  definition: AgentToolDefinition<TArgs>,
): ToolDefinition<TArgs> {
  const { handler, ...rest } = definition;
  const { execution } = rest.metadata ?? {};
  if (execution !== "server" && execution !== "preflight") {
    throw new OptionError(
      'ag-ui-lit: defineAgentTool({ metadata: { execution } }) must be "server" or "preflight"; a tool of the client needs no handler on the server.',
    );
  }
  if (typeof handler !== "function") {
    throw new OptionError("ag-ui-lit: defineAgentTool({ handler }) must be a function.");
  }
  return {
    ...rest,
    handler: (args, context) => Reflect.apply(handler, definition, [args, ofAgent(context)]),
  };
}

/** Whoever runs such a tool without an executor knows nothing of a conversation, and the handler would act for nobody. */
function ofAgent(context: ToolExecutionContext): AgentToolExecutionContext {
  const known = context as Partial<AgentToolExecutionContext>;
  if (isObject(known.conversation) && isObject(known.session)) return known as never;
  throw new ToolFailure(
    "This tool runs on the server: execute it by an AgentToolExecutor, which says whose conversation it is.",
    { category: "permanent", code: "no_agent_context" },
  );
}
