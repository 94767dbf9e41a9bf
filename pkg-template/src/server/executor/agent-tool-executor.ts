import { OfferedTools } from "../../calls/offered-tools.js";
import { unknownTool } from "../../calls/refusals.js";
import { messageOf } from "../../codec/describe.js";
import { isObject, readText } from "../../codec/safe-read.js";
import { unexpectedToolError } from "../../errors/public-tool-error.js";
import { wholeArguments } from "../../execution/whole-arguments.js";
import { checkOptions } from "../../options/check-options.js";
import { type AgUiTool, agUiToolOf } from "../../tools/ag-ui-tool.js";
import { executionModeOf } from "../../tools/execution-mode.js";
import type { ToolRegistry } from "../../tools/registry.js";
import type { RegisteredTool, ToolExecutionMode } from "../../tools/types.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentExecuteOptions, Executor } from "../agent-executor.js";
import type { AgentCall, AgentToolCall } from "../agent-tool-call.js";
import { BoundedLines } from "../log/bounded-lines.js";
import { logFor } from "../log/safe-log.js";
import { CallLog } from "./call-log.js";
import { clientToolsOf, lists, type NotedTool } from "./client-tools.js";
import { type AgentToolExecutorOptions, executorRules } from "./executor-options.js";
import { notOffered } from "./failures.js";
import { failed, leftToClient } from "./outcomes.js";
import { ServerPart } from "./server-part.js";

/**
 * Does the server's part of the calls that a model asks for: finds the tool, checks the arguments, asks whether the call may be,
 * runs the handler, and says what came of it. From AGN-005, section 5.
 *
 * @example
 * ```ts
 * const executor = new AgentToolExecutor({ registry, authorize: (call, tool, { user }) => user !== undefined });
 * const call = { id: "call-1", name: "get_balance", arguments: '{"account":"A1"}' };
 * const { content } = await executor.execute(call, { conversation: { id: "c1" }, session: { id: "s1" } });
 * ```
 */
export class AgentToolExecutor implements Executor {
  readonly registry: ToolRegistry;
  /** What it was made of, to make one that is like it. */
  readonly options: AgentToolExecutorOptions;
  readonly #server: ServerPart;
  readonly #tools: OfferedTools;
  /** Tools of clients that were left out and logged; a reasoner asks for the same ones in every round. */
  readonly #logged = new WeakSet<object>();

  /** @throws {TypeError} when an option is not as it must be. */
  constructor(options: AgentToolExecutorOptions) {
    checkOptions("AgentToolExecutor", options, executorRules);
    this.options = Object.freeze({ ...options });
    this.registry = options.registry;
    this.#tools = new OfferedTools(options.registry, undefined, "server");
    this.#server = new ServerPart(options.manager, options.authorize);
  }

  /** Where a tool of the registry runs; `undefined` when there is none of the name. */
  modeOf(name: string): ToolExecutionMode | undefined {
    const tool = this.#find(name);
    return tool && executionModeOf(tool);
  }

  /**
   * What a model is offered for a client, in order: of the registry the tools of the server, and those that this client lists by
   * name; then what else the client lists. A tool of a client that breaks a rule of definitions is left out and logged.
   *
   * @param context whose conversation it is, for the log.
   * @throws {NotInitializedError} where the JSON Schema module has to judge tools of the client and is not loaded.
   */
  offer(clientTools?: readonly AgUiTool[], context?: AgentContext): readonly AgUiTool[] {
    const own = this.registry.all;
    const names = new Set(own.map(({ name }) => name));
    const offered = own.filter(
      (tool) => executionModeOf(tool) === "server" || lists(clientTools, tool.name),
    );
    const { tools, leftOut, hidden } = clientToolsOf(clientTools);
    const isOthers = ({ name }: { readonly name: string }): boolean => !names.has(name);
    const others = tools.filter(isOthers);
    const what = "Hidden characters were left out of what the client says of a tool";
    this.#log(what, hidden.filter(isOthers), context);
    this.#log("A tool of the client was left out", leftOut.filter(isOthers), context);
    return [...offered.map(agUiToolOf), ...others];
  }

  /**
   * Does the server's part of a call. Never rejects: whatever a tool, a validator, a log, `authorize` or a promise of theirs does,
   * the outcome says so.
   */
  async execute(
    call: AgentCall,
    context: AgentContext,
    options: AgentExecuteOptions = {},
  ): Promise<AgentToolCall> {
    const asked = snapshot(call);
    const log = new CallLog(this.options.log, context, asked);
    try {
      return await this.#execute(asked, context, options, log);
    } catch (thrown) {
      const { error, id } = unexpectedToolError(thrown, asked.name, "interrupted");
      log.failed({ ...error, message: messageOf(thrown), cause: thrown }, id);
      return failed(asked, error);
    }
  }

  async #execute(
    call: AgentCall,
    context: AgentContext,
    { signal, clientTools, messageId }: AgentExecuteOptions,
    log: CallLog,
  ): Promise<AgentToolCall> {
    const { name } = call;
    const tool = this.#find(name);
    const mode = tool && executionModeOf(tool);
    const canClient = tool ? lists(clientTools, name) : isGood(clientTools, name);
    if (tool && (mode === "server" || (mode === "preflight" && canClient))) {
      return this.#server.run({ tool, tools: this.#tools, call, context, messageId, signal, log });
    }
    if (canClient) return leftToClient(call, wholeArguments(call.arguments));
    const offered = (): string[] => this.offer(clientTools, context).map((each) => each.name);
    const error = tool ? notOffered(name) : unknownTool(name, offered());
    log.refused(error);
    return failed(call, error, mode);
  }

  #find(name: string): RegisteredTool | undefined {
    const tool = this.registry.get(name);
    // A registry knows a tool by its id as well, which no model is told.
    return tool?.name === name ? tool : undefined;
  }

  /** A reasoner asks for the same tools in every round: each is logged once. */
  #log(what: string, tools: readonly NotedTool[], context: AgentContext | undefined): void {
    const log = logFor(this.options.log, context);
    const lines = new BoundedLines();
    for (const { given, name, why } of tools) {
      if (isObject(given)) {
        if (this.#logged.has(given)) continue;
        this.#logged.add(given);
      }
      if (!lines.admits(what)) continue;
      const pairs = [
        { key: "ToolName", value: name },
        { key: "Reason", value: why },
      ];
      log.addCustomEvent("warning", OFFER_TAG, `${what}.`, pairs);
    }
    for (const [, count] of lines.takeRest()) {
      const pairs = [{ key: "Count", value: String(count) }];
      log.addCustomEvent("warning", OFFER_TAG, `${what}: ${count} more entries.`, pairs);
    }
  }
}

const OFFER_TAG = "AgentToolExecutor_Offer";

/** Whether a client has a tool of its own by this name, which keeps the rules. */
function isGood(clientTools: readonly AgUiTool[] | undefined, name: string): boolean {
  return clientToolsOf(clientTools).tools.some((each) => each.name === name);
}

/** Each field read once; whoever calls may not have typed it. */
function snapshot(call: unknown): AgentCall {
  const text = (key: string): string => (isObject(call) ? (readText(call, key) ?? "") : "");
  return Object.freeze({ id: text("id"), name: text("name"), arguments: text("arguments") });
}
