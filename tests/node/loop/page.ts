import { AbstractAgent } from "@ag-ui/client";
import type { BaseEvent, Message, RunAgentInput } from "@ag-ui/core";
import { from, type Observable } from "rxjs";
import { denyAll } from "../../../pkg/dist/calls/deny-all.js";
import { OfferedTools } from "../../../pkg/dist/calls/offered-tools.js";
import { originWith } from "../../../pkg/dist/calls/origin.js";
import { DEFAULT_LIMITS, type RunLimits } from "../../../pkg/dist/element/limits/limits.js";
import {
  Conversation,
  type ConversationHost,
} from "../../../pkg/dist/element/runs/conversation.js";
import { ToolExecutionManager, ToolRegistry } from "../../../pkg/dist/entries/inline.js";

/** What a page sees. */
export interface Seen {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly detail: any;
}

/** A run of the tool `echo`. */
export interface Ran {
  readonly id: string;
  readonly args: unknown;
  readonly result: string;
  /** How many events the page had seen by then. */
  readonly after: number;
}

/** Writes the events of a run, the `round`-th of all. */
export type Script = (input: RunAgentInput, round: number) => object[];

class ScriptedAgent extends AbstractAgent {
  readonly #script: Script;
  #round = 0;

  constructor(script: Script) {
    super({ threadId: "t" });
    this.#script = script;
  }

  run(input: RunAgentInput): Observable<BaseEvent> {
    const events = this.#script(structuredClone(input), this.#round);
    this.#round += 1;
    return from(structuredClone(events) as BaseEvent[]);
  }
}

/** A conversation in Node, with the package's own registry and manager, and the tool `echo`. */
export class Page {
  readonly seen: Seen[] = [];
  readonly ran: Ran[] = [];
  readonly inputs: RunAgentInput[] = [];
  readonly conversation: Conversation;
  readonly registry: ToolRegistry;
  readonly manager = new ToolExecutionManager();

  /** @param script what a backend writes, or another agent. */
  constructor(
    script: Script | AbstractAgent,
    { maxRounds = 5, limits = {} as Partial<RunLimits> } = {},
  ) {
    const registry = new ToolRegistry();
    this.registry = registry;
    registry.register({
      name: "echo",
      description: "Notes its arguments.",
      schema: {},
      handler: (args, { toolCallId }) => {
        const result = `result ${this.ran.length}`;
        this.ran.push({ id: toolCallId, args, result, after: this.seen.length });
        return result;
      },
    });
    const host = {
      url: "",
      headers: {},
      origin: originWith({ kind: "agent", depth: 0 }, { approver: denyAll }),
      maxRounds,
      limits: { ...DEFAULT_LIMITS, ...limits },
      openCalls: "answer",
      registry: new OfferedTools(registry, () => true),
      manager: this.manager,
      emit: (type: string, detail: unknown) => {
        this.seen.push({ type: type.slice("ag-ui-".length), detail });
      },
      ready: async () => {},
      arriving: () => undefined,
    } as unknown as ConversationHost;
    this.conversation = new Conversation(
      host,
      script instanceof AbstractAgent ? script : this.#scripted(script),
    );
  }

  #scripted(script: Script): AbstractAgent {
    return new ScriptedAgent((input, round) => {
      this.inputs.push(input);
      return script(input, round);
    });
  }

  get messages(): Message[] {
    return this.conversation.messages;
  }

  async send(text: string): Promise<string> {
    const { outcome, error } = await this.conversation.send(text);
    return error ? `${outcome}/${error.code}` : outcome;
  }

  /** The details of the events of a type. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  details(type: string): any[] {
    return this.seen.filter((event) => event.type === type).map(({ detail }) => detail);
  }

  /** What the backend changed, in short: kind, id, and who is kept. */
  get changes(): string[] {
    return this.details("history-changed").flatMap(({ changes }) =>
      changes.map(
        (change: { kind: string; toolCallId?: string; messageId: string; kept: string }) =>
          `${change.kind} ${change.toolCallId ?? change.messageId}: ${change.kept}`,
      ),
    );
  }
}

/** What a run's script says between its beginning and its end. */
export function run(...events: object[]): object[] {
  const ids = { threadId: "t", runId: "r" };
  return [{ type: "RUN_STARTED", ...ids }, ...events, { type: "RUN_FINISHED", ...ids }];
}

/** The events of a text message. */
export function text(messageId: string, delta: string, role = "assistant"): object[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId, role },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

/** The events of a call of `echo`. */
export function call(toolCallId: string, delta: string, parentMessageId?: string): object[] {
  const parent = parentMessageId === undefined ? {} : { parentMessageId };
  return [
    { type: "TOOL_CALL_START", toolCallId, toolCallName: "echo", ...parent },
    { type: "TOOL_CALL_ARGS", toolCallId, delta },
    { type: "TOOL_CALL_END", toolCallId },
  ];
}

/** The backend's own answer to a call. */
export function result(toolCallId: string, content: unknown, messageId = `r-${content}`): object {
  return { type: "TOOL_CALL_RESULT", messageId, toolCallId, content };
}

/** A list of messages in place of the thread. */
export function snapshot(...messages: object[]): object {
  return { type: "MESSAGES_SNAPSHOT", messages };
}

/** An assistant message with calls of `echo`, as it stands in a list. */
export function asked(id: string, ...calls: [id: string, args: string][]): Message {
  return {
    id,
    role: "assistant",
    toolCalls: calls.map(([call, args]) => ({
      id: call,
      type: "function",
      function: { name: "echo", arguments: args },
    })),
  };
}

/** An answer, as it stands in a list. */
export function answered(toolCallId: string, content: string): Message {
  return { id: `a-${content}`, role: "tool", toolCallId, content };
}
