import { messageOf } from "../../codec/describe.js";
import { start } from "../../codec/truncate.js";
import { checkOptions, type OptionRule } from "../../options/check-options.js";
import { aCount, aFunction, aSignal, aTime, hasMethods, needed } from "../../options/rules.js";
import { type AgUiTool, agUiToolOf } from "../../tools/ag-ui-tool.js";
import { deepFreeze } from "../../tools/deep-freeze.js";
import { discardTool } from "../../tools/define.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { AgentLog } from "../agent-log.js";
import { argumentFaults } from "./argument-faults.js";
import { checkClientTools } from "./checked-tools.js";
import type { ToolCall, ToolDefinition, ToolResult } from "./definition.js";
import { notFound, readArguments, readCall } from "./read-call.js";
import { ClientToolDefinitionsError } from "./validate.js";
import { type WaitingCall, WaitingCalls } from "./waiting-calls.js";

/** How long a client has for a call unless said: a quarter of an hour, in which a person may have decided. */
const DEFAULT_TIMEOUT = 900_000;

/** How many calls wait at once unless said. */
const DEFAULT_MOST_WAITING = 100;

/** What `execute` gives the callback beside the call: whatever the server knows of it, as `taskId` and `contextId`. */
export type ClientToolContext = Readonly<Record<string, unknown>>;

/**
 * Has the client run a call: tells it, and waits for what it answers. What comes by another request is given to `resolve()`
 * instead; then the callback resolves to nothing once the client has been told.
 *
 * @param options its `signal` is aborted when nobody waits for the result any more.
 */
export type InputRequired<Context = ClientToolContext> = (
  toolCall: ToolCall,
  context: Context,
  options: { readonly signal: AbortSignal },
) => unknown;

/** What a `ClientToolProvider` is made of. */
export interface ClientToolProviderOptions<Context = ClientToolContext> {
  /** What the client listed: anything, until it has been checked. */
  readonly tools: readonly ToolDefinition[] | unknown;
  readonly onInputRequired: InputRequired<Context>;
  /** Milliseconds that the client has for a call: 900,000 unless said. */
  readonly timeout?: number;
  /** Ends all waiting when aborted. */
  readonly signal?: AbortSignal;
  /** How many calls may wait at once: 100 unless said. One more is refused. */
  readonly maxWaiting?: number;
  /** Hears of results that were not taken. */
  readonly log?: AgentLog;
}

/** How one call is executed. */
export interface ClientToolExecuteOptions {
  /** Milliseconds that the client has for it, in place of the provider's. */
  readonly timeout?: number;
  /** Ends the waiting when aborted. */
  readonly signal?: AbortSignal;
}

/** What is wrong with the arguments of a call. */
export interface ArgumentValidation {
  readonly valid: boolean;
  /** One sentence for each fault. */
  readonly errors: string[];
}

/**
 * The tools of one client, on the server: checks what the client lists, and has it run the calls.
 *
 * @example
 * ```ts
 * const provider = new ClientToolProvider({
 *   tools: request.tools,
 *   onInputRequired: async (toolCall, { taskId }) => {
 *     await tell(taskId, { state: "input-required", toolCalls: [toolCall] });
 *     return await answerOf(toolCall.id);
 *   },
 * });
 * const result = await provider.execute(toolCall, { taskId: "task-1" });
 * ```
 */
export class ClientToolProvider<Context = ClientToolContext> {
  readonly #tools: ReadonlyMap<string, RegisteredTool>;
  readonly #shown: readonly AgUiTool[];
  readonly #onInputRequired: InputRequired<Context>;
  readonly #timeout: number;
  readonly #signal: AbortSignal | undefined;
  readonly #waiting: WaitingCalls;

  /**
   * @throws {ClientToolDefinitionsError} with every fault of every definition, when there is one.
   * @throws {OptionError} when an option is not as it must be.
   * @throws {NotInitializedError} before the core and the JSON Schema module are loaded (in Node they are, at import).
   */
  constructor(options: ClientToolProviderOptions<Context>) {
    checkOptions("ClientToolProvider", options, {
      tools: anything,
      onInputRequired: needed(aFunction),
      timeout: aTime,
      signal: aSignal,
      maxWaiting: aCount,
      log: aLog,
    });
    const { tools, faults } = checkClientTools(options.tools);
    // Compiled again where arguments are checked: nobody says when a client has gone.
    for (const { tool } of tools) discardTool(tool);
    if (faults.length > 0) {
      throw new ClientToolDefinitionsError(faults.map(({ message }) => message));
    }
    this.#tools = new Map(tools.map(({ tool }) => [tool.name, tool]));
    this.#shown = Object.freeze(tools.map(({ tool }) => deepFreeze(agUiToolOf(tool))));
    this.#onInputRequired = options.onInputRequired;
    this.#timeout = options.timeout ?? DEFAULT_TIMEOUT;
    this.#signal = options.signal;
    this.#waiting = new WaitingCalls(options.log, options.maxWaiting ?? DEFAULT_MOST_WAITING);
  }

  /** The client's tools, as a model is offered them: whichever shape they came in, in AG-UI's, frozen. */
  async getTools(): Promise<readonly AgUiTool[]> {
    return this.#shown;
  }

  /** Checks a call's arguments against all that the tool's JSON Schema says. Never throws. */
  validateToolArguments(toolCall: ToolCall): ArgumentValidation {
    const errors = this.#argumentFaults(toolCall);
    return { valid: errors.length === 0, errors };
  }

  /**
   * Has the client run a call, and resolves to what came of it. Never rejects: whatever goes wrong, also with what is no call, is a
   * result with `success: false`. The arguments must be a JSON object; what else the schema says of them the client checks, or
   * `validateToolArguments` before.
   */
  async execute(
    toolCall: ToolCall,
    context: Context,
    options: ClientToolExecuteOptions = {},
  ): Promise<ToolResult> {
    const read = readCall(toolCall);
    const { call } = read;
    if (!call) return failure(read.id, read.name, read.fault);
    const { id, function: called } = call;
    const fault =
      faultOfOptions(options) ??
      (this.#tools.has(called.name) ? readArguments(call).fault : notFound(called.name)) ??
      this.#waiting.refusal(id);
    if (fault !== undefined) return failure(id, called.name, fault);
    const signals = [this.#signal, options.signal].filter((signal) => signal !== undefined);
    const timeout = options.timeout ?? this.#timeout;
    const waiting = this.#waiting.wait(call, context, { timeout, signals });
    if (!waiting.signal.aborted) void this.#ask(call, context, waiting);
    return waiting.done;
  }

  /**
   * Gives a call the client's result that came by another request. Says whether it was taken: one that is late, double, for no call
   * that waits, or none changes nothing, and is logged.
   */
  resolve(toolCallId: string, result: unknown): boolean {
    return this.#waiting.offer(toolCallId, result);
  }

  async #ask(call: ToolCall, context: Context, waiting: WaitingCall): Promise<void> {
    const { signal } = waiting;
    try {
      const given = await this.#onInputRequired(call, context, { signal });
      // It comes by `resolve()`.
      if (given === undefined) return;
      const isTaken = waiting.offer(given);
      if (!isTaken)
        waiting.fail("The client's result can't be used: it is for another call, or none");
    } catch (thrown) {
      waiting.fail(start(messageOf(thrown), 10_000) || "The client could not be asked");
    }
  }

  #argumentFaults(toolCall: ToolCall): string[] {
    const { call, ...read } = readCall(toolCall);
    if (!call) return "fault" in read ? [read.fault] : [];
    const { name } = call.function;
    if (!this.#tools.has(name)) return [notFound(name)];
    const { args, fault } = readArguments(call);
    if (!args) return [fault];
    const tool = this.#tools.get(name) as RegisteredTool;
    try {
      return argumentFaults(tool, call.function.arguments, args);
    } catch (thrown) {
      return [`The arguments can't be checked: ${messageOf(thrown)}`];
    } finally {
      discardTool(tool);
    }
  }
}

/** Whatever it is, its own rules say what is wrong with it. */
const anything: OptionRule = ["a list of tool definitions", () => true];

const aLog: OptionRule = [
  "a log with addCustomEvent()",
  (value) => hasMethods(value, "addCustomEvent"),
];

/** As an error of the call: `execute` never rejects. */
function faultOfOptions(options: ClientToolExecuteOptions): string | undefined {
  try {
    checkOptions("execute", options, { timeout: aTime, signal: aSignal });
    return undefined;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

function failure(toolCallId: string, toolName: string, error: string): ToolResult {
  return Object.freeze({ toolCallId, toolName, success: false, error });
}
