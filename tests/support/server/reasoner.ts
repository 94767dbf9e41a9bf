/** What the tests of the reasoner have in common: a model that says what it is told to, and a client that keeps the conversation. */
import type { Message, ToolMessage } from "@ag-ui/core";
import type { ToolDefinition } from "ag-ui-lit";
import {
  type AgentContext,
  type AgentExecuteRequest,
  AgentReasoner,
  type AgentReasonerOptions,
  type AgentToolExecutorOptions,
  type Model,
  type ModelAnswer,
  type ModelEvent,
  type ModelRequest,
  type ReasonerEvent,
} from "ag-ui-lit/server";
import { executorOf, type KeptLog } from "./executor.js";

/** What a model says when it is asked: in one piece, in events, or whatever a function does. */
export type Line =
  | ModelAnswer
  | readonly ModelEvent[]
  | ((request: ModelRequest) => ReturnType<Model>);

/** A model that says one line each time, the last one again and again; and what it was asked. */
export class ScriptedModel {
  readonly asked: ModelRequest[] = [];
  readonly lines: Line[];

  constructor(...lines: Line[]) {
    this.lines = lines;
  }

  readonly ask: Model = (request) => {
    this.asked.push({ ...request, messages: structuredClone([...request.messages]) });
    const line = this.lines.length > 1 ? this.lines.shift() : this.lines[0];
    if (line === undefined) throw new Error("The script has no line.");
    if (typeof line === "function") return line(request);
    return Array.isArray(line) ? spoken(line as readonly ModelEvent[]) : (line as ModelAnswer);
  };

  /** The messages of the last time. */
  get messages(): readonly Message[] {
    return this.asked.at(-1)?.messages ?? [];
  }

  /** What the model read as the answer to a call, the last time it was asked. */
  answerTo(toolCallId: string): string | undefined {
    const answers = this.messages.filter((message): message is ToolMessage => {
      return message.role === "tool" && message.toolCallId === toolCallId;
    });
    if (answers.length > 1) throw new Error(`${toolCallId} has ${answers.length} answers.`);
    return answers[0]?.content as string | undefined;
  }
}

export async function* spoken(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  yield* events;
}

/** A call as a model makes it. */
export function asks(
  name: string,
  args: Readonly<Record<string, unknown>> | string = {},
  id?: string,
) {
  return { name, arguments: args, ...(id !== undefined && { id }) };
}

export const user = (content: string, id: string = crypto.randomUUID()): Message => {
  return { id, role: "user", content };
};

export const result = (toolCallId: string, content: string): ToolMessage => {
  return { id: crypto.randomUUID(), role: "tool", toolCallId, content };
};

/** A tool as a client lists it. */
export const listed = (name: string) => ({
  name,
  description: `The client's ${name}.`,
  parameters: { type: "object", properties: {} },
});

export type Tools = readonly (Partial<ToolDefinition<never>> & Pick<ToolDefinition, "name">)[];

/** Tools of the server, by their handlers. */
export function serverTools(handlers: Readonly<Record<string, (args: never) => unknown>>): Tools {
  return Object.entries(handlers).map(([name, handler]) => {
    return { name, handler, metadata: { execution: "server" } };
  });
}

export interface Desk {
  readonly reasoner: AgentReasoner;
  readonly log: KeptLog;
  /** The codes of what was logged, in order. */
  readonly codes: () => string[];
}

export function reasonerOf(
  tools: Tools,
  model: Model,
  options: Partial<AgentReasonerOptions> = {},
  executorOptions: Partial<AgentToolExecutorOptions> = {},
): Desk {
  const { executor, log } = executorOf(tools, executorOptions);
  const reasoner = new AgentReasoner({ executor, model, log, ...options });
  const codes = (): string[] => {
    return log.entries.flatMap(({ data }) => data.find(({ key }) => key === "Code")?.value ?? []);
  };
  return { reasoner, log, codes };
}

export function contextOf(id = "conversation-1"): AgentContext {
  return { conversation: { id }, session: { id: "session-1" } };
}

export function requestOf(
  messages: readonly Message[],
  more: Partial<AgentExecuteRequest> = {},
): AgentExecuteRequest {
  return { context: contextOf(), messages, ...more };
}

export async function allOf(events: AsyncIterable<ReasonerEvent>): Promise<ReasonerEvent[]> {
  const all: ReasonerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
