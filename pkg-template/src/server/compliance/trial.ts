import { messageOf } from "../../codec/describe.js";
import { agUiToolOf } from "../../tools/ag-ui-tool.js";
import { defineTool } from "../../tools/define.js";
import type { RegisteredTool } from "../../tools/types.js";
import type { AgentContext } from "../agent-context.js";
import type { AgentCall, AgentToolCall } from "../agent-tool-call.js";
import { AgentToolExecutor } from "../executor/agent-tool-executor.js";
import type { AgentToolExecutorOptions } from "../executor/executor-options.js";
import { AgentReasoner } from "../reasoner/agent-reasoner.js";
import type { AgentExecuteResponse } from "../requests.js";
import { type KeptEntry, KeptLog } from "./kept-log.js";
import { OneTool } from "./one-tool.js";

/** What a trial is made with. */
export interface TrialSetup {
  readonly tool: RegisteredTool;
  /** Of the server's executor: its manager and who authorises are the trial's. */
  readonly options: Omit<AgentToolExecutorOptions, "registry">;
  readonly context: AgentContext;
  /** The arguments of the example, as JSON. */
  readonly example: string;
}

/** What was thrown, where nothing may be. */
export interface Escaped {
  readonly escaped: string;
}

/** Runs a tool as a server would, with a log of its own. */
export class Trial {
  readonly #setup: TrialSetup;
  readonly #log = new KeptLog();

  constructor(setup: TrialSetup) {
    this.#setup = setup;
  }

  /** What was logged so far. */
  get entries(): readonly KeptEntry[] {
    return this.#log.entries;
  }

  /** One call with the example. */
  run(id: string): Promise<AgentToolCall | Escaped> {
    const { tool, example } = this.#setup;
    return this.#execute(tool, { id, name: tool.name, arguments: example });
  }

  /** Calls that can't succeed: no JSON, and one that is over before it begins. */
  async runBadly(): Promise<readonly (AgentToolCall | Escaped)[]> {
    const { tool, example } = this.#setup;
    const { name } = tool;
    const stopped = AbortSignal.abort();
    return [
      await this.#execute(tool, { id: "broken", name, arguments: '{"' }),
      await this.#execute(tool, { id: "stopped", name, arguments: example }, stopped),
    ];
  }

  /** A call of a tool that goes by the same name and throws. */
  async runThrowing(): Promise<readonly KeptEntry[]> {
    const { name, metadata } = this.#setup.tool;
    const handler = (): never => {
      throw new Error("This is how the log of exceptions is tried.");
    };
    const execution = metadata.execution ?? "client";
    const description = "Throws.";
    const tool = defineTool({ name, description, schema: {}, handler, metadata: { execution } });
    const before = this.#log.entries.length;
    await this.#execute(tool, { id: "throwing", name, arguments: "{}" });
    return this.#log.entries.slice(before);
  }

  /** A whole conversation: the model calls the tool, a client finishes what is its own, the model goes on. */
  async converse(): Promise<readonly (AgentExecuteResponse | Escaped)[]> {
    const { tool, context, example } = this.#setup;
    const executor = this.#executor(tool);
    const reasoner = new AgentReasoner({
      executor,
      log: this.#log,
      model: ({ messages }) =>
        messages.at(-1)?.role === "tool"
          ? { text: "Done." }
          : { toolCalls: [{ id: "end-to-end", name: tool.name, arguments: example }] },
    });
    const clientTools = [agUiToolOf(tool)];
    const user = { id: "user-message", role: "user", content: "Call it." } as const;
    try {
      const first = await reasoner.execute({ context, clientTools, messages: [user] });
      const [mine] = first.toolCalls.filter((call) => call.requiresClientExecution);
      if (!mine) return [this.#explainedResponse(first)];
      const answer = { toolCallId: mine.toolCallId, result: "Done by the client." };
      const second = await reasoner.execute({
        context,
        clientTools,
        messages: [user, ...first.messages],
        toolResultsJson: JSON.stringify([answer]),
      });
      return [first, second].map((response) => this.#explainedResponse(response));
    } catch (thrown) {
      return [{ escaped: messageOf(thrown) }];
    }
  }

  async #execute(
    tool: RegisteredTool,
    call: AgentCall,
    signal?: AbortSignal,
  ): Promise<AgentToolCall | Escaped> {
    const { context } = this.#setup;
    const options = { clientTools: [agUiToolOf(tool)], ...(signal && { signal }) };
    try {
      return this.#explained(await this.#executor(tool).execute(call, context, options));
    } catch (thrown) {
      return { escaped: messageOf(thrown) };
    }
  }

  /** With what the log has of its failure: whoever tries a tool may know. */
  #explained(call: AgentToolCall): AgentToolCall {
    const { errorMessage, error } = call;
    if (errorMessage === undefined) return call;
    const message = this.#log.reasonOf(errorMessage);
    return { ...call, errorMessage: message, ...(error && { error: { ...error, message } }) };
  }

  #explainedResponse(response: AgentExecuteResponse): AgentExecuteResponse {
    const { error } = response;
    const toolCalls = response.toolCalls.map((call) => this.#explained(call));
    const message = error && this.#log.reasonOf(error.message);
    return { ...response, toolCalls, ...(error && message && { error: { ...error, message } }) };
  }

  #executor(tool: RegisteredTool): AgentToolExecutor {
    const { options } = this.#setup;
    return new AgentToolExecutor({ ...options, registry: new OneTool(tool), log: this.#log });
  }
}
