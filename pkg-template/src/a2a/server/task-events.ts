import type { Message, Part, Task, TaskState } from "@a2a-js/sdk";
import type { ExecutionEventBus } from "@a2a-js/sdk/server";
import { jsonObjectOf } from "../../codec/json-object.js";
import type { AgentToolCall } from "../../server/agent-tool-call.js";
import { type A2aToolCall, type AgentEventMetadata, CLIENT_TOOLS_EXTENSION } from "../extension.js";
import { dataPart, textPart } from "../parts.js";
import { ofAgent, submitted, working } from "../task-states.js";

/** Reports a task's events in the form of A2A. */
export class TaskEvents {
  readonly #bus: ExecutionEventBus;
  readonly #ids: { readonly taskId: string; readonly contextId: string };
  /** The length of each text so far, in characters. */
  readonly #lengths = new Map<string, number>();

  constructor(bus: ExecutionEventBus, taskId: string, contextId: string) {
    this.#bus = bus;
    this.#ids = { taskId, contextId };
  }

  /** The first event of every request: the task as it is. */
  begin(task: Task | undefined, asked: Message): void {
    const { taskId, contextId } = this.#ids;
    const status = { state: task ? working : submitted, message: undefined, timestamp: now() };
    const begun = task
      ? { ...task, status }
      : { id: taskId, contextId, status, artifacts: [], history: [asked], metadata: undefined };
    this.#bus.publish({ kind: "task", data: begun });
  }

  /**
   * A piece of the model's text: an artifact that grows. Artifacts are a task's output: every client shows them, and a
   * client that asks without a stream finds them whole in the task, where status messages are only its history.
   */
  text(messageId: string, delta: string): void {
    const offset = this.#lengths.get(messageId) ?? 0;
    this.#lengths.set(messageId, offset + delta.length);
    this.#artifact(messageId, { delta, append: offset > 0, lastChunk: false, offset });
  }

  /** A text is complete. */
  textEnd(messageId: string): void {
    const offset = this.#lengths.get(messageId);
    if (!offset) return;
    this.#lengths.delete(messageId);
    this.#artifact(messageId, { delta: "", append: true, lastChunk: true, offset });
  }

  /** A piece of the model's reasoning: in the status's metadata, so that it does not fill the task's history. */
  reasoning(messageId: string, delta: string): void {
    this.#status(working, undefined, { reasoning: { messageId, delta } });
  }

  /** Data that a client may show while the task goes on: calls of the server, and their results. */
  progress(data: Readonly<Record<string, unknown>>): void {
    this.#status(working, [dataPart(data)]);
  }

  /** The task's next state, with parts that explain it or name the required input. */
  state(state: TaskState, parts?: readonly Part[]): void {
    this.#status(state, parts);
  }

  #artifact(artifactId: string, { delta, append, lastChunk, offset }: Chunk): void {
    const data = {
      ...this.#ids,
      artifact: {
        artifactId,
        name: "",
        description: "",
        parts: [textPart(delta)],
        metadata: undefined,
        extensions: [],
      },
      append,
      lastChunk,
      metadata: { [CLIENT_TOOLS_EXTENSION]: { offset } satisfies AgentEventMetadata },
    };
    this.#bus.publish({ kind: "artifactUpdate", data });
  }

  #status(
    state: TaskState,
    parts: readonly Part[] | undefined,
    metadata?: AgentEventMetadata,
  ): void {
    const message = parts && this.#message(parts);
    const data = {
      ...this.#ids,
      status: { state, message, timestamp: now() },
      metadata: metadata && { [CLIENT_TOOLS_EXTENSION]: metadata },
    };
    this.#bus.publish({ kind: "statusUpdate", data });
  }

  #message(parts: readonly Part[]): Message {
    return {
      ...this.#ids,
      messageId: crypto.randomUUID(),
      role: ofAgent,
      parts: [...parts],
      metadata: undefined,
      extensions: parts.some(({ content }) => content?.$case === "data")
        ? [CLIENT_TOOLS_EXTENSION]
        : [],
      referenceTaskIds: [],
    };
  }
}

interface Chunk {
  readonly delta: string;
  readonly append: boolean;
  readonly lastChunk: boolean;
  readonly offset: number;
}

/** A call for the client: its arguments are the prepared payload, or the model's own. */
export function clientCall(call: AgentToolCall): A2aToolCall {
  const isPrepared = call.execution === "preflight";
  const written = isPrepared ? JSON.stringify(call.clientPayload ?? {}) : call.argumentsJson;
  return {
    id: call.toolCallId,
    type: "function",
    function: { name: call.toolName, arguments: written },
    ...(isPrepared && {
      metadata: {
        "ag-ui-lit": { preflight: { arguments: jsonObjectOf(call.argumentsJson) ?? {} } },
      },
    }),
  };
}

function now(): string {
  return new Date().toISOString();
}
