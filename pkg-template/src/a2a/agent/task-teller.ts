import type { Artifact, Message, Part, StreamResponse, Task, TaskStatus } from "@a2a-js/sdk";
import { isObject, readText } from "../../codec/safe-read.js";
import { filePart } from "../content.js";
import { type AgentEventMetadata, CLIENT_TOOLS_EXTENSION } from "../extension.js";
import { hasList, listsOf, textOf } from "../parts.js";
import {
  authRequired,
  canceled,
  completed,
  failed,
  inputRequired,
  isTerminal,
  ofUser,
  rejected,
} from "../task-states.js";
import type { TaskRunEvents } from "./task-run-events.js";
import { type OpenTask, openTask, type ThreadState } from "./thread-state.js";

/** The end of a request. */
export type TaskEnd =
  | { readonly type: "finished"; readonly pending: readonly string[] }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly code: string; readonly message: string };

/**
 * Turns an agent's stream into AG-UI events. Reported content is remembered, so that a resumed stream, which begins
 * with the whole task, adds only what was missed.
 */
export class TaskTeller {
  /** The first task as a whole that came since this was set to nothing. */
  snapshot: Task | undefined;
  readonly #state: ThreadState;
  readonly #events: TaskRunEvents;

  constructor(state: ThreadState, events: TaskRunEvents) {
    this.#state = state;
    this.#events = events;
  }

  /** Reports an event. Returns the end, once there is one. */
  take({ payload }: StreamResponse): TaskEnd | undefined {
    switch (payload?.$case) {
      case "task":
        return this.#task(payload.value);
      case "message":
        return this.#alone(payload.value);
      case "statusUpdate": {
        const { taskId, contextId, status, metadata } = payload.value;
        const task = this.#of(taskId, contextId);
        return task && this.#status(task, status, metadata);
      }
      case "artifactUpdate": {
        const { taskId, contextId, artifact, append, lastChunk, metadata } = payload.value;
        const task = this.#of(taskId, contextId);
        if (task && artifact) {
          const { offset } = ownMetadata(metadata);
          this.#piece(task, artifact, {
            append,
            lastChunk,
            ...(typeof offset === "number" && { offset }),
          });
        }
        return undefined;
      }
      default:
        return undefined;
    }
  }

  /** The task that an event is about; nothing for that of another one. */
  #of(taskId: string, contextId: string): OpenTask | undefined {
    const state = this.#state;
    if (contextId) state.contextId = contextId;
    if (!taskId) return undefined;
    state.task ??= openTask(taskId);
    return state.task.id === taskId ? state.task : undefined;
  }

  #task(whole: Task): TaskEnd | undefined {
    this.snapshot ??= whole;
    if (this.#state.task && this.#state.task.id !== whole.id) this.#state.task = undefined;
    const task = this.#of(whole.id, whole.contextId);
    if (!task) return undefined;
    const { status } = whole;
    for (const message of whole.history ?? []) {
      // The last message is reported with the status, below.
      if (message.role !== ofUser && message.messageId !== status?.message?.messageId) {
        this.#message(task, message);
      }
    }
    for (const artifact of whole.artifacts ?? []) this.#whole(task, artifact);
    return this.#status(task, status, undefined);
  }

  /** An answer without a task. */
  #alone(message: Message): TaskEnd {
    if (message.contextId) this.#state.contextId = message.contextId;
    const id = message.messageId || crypto.randomUUID();
    this.#events.text(id, textOf(message.parts));
    this.#others(id, "", message.parts);
    return { type: "finished", pending: [] };
  }

  #status(
    task: OpenTask,
    status: TaskStatus | undefined,
    metadata: Record<string, unknown> | undefined,
  ): TaskEnd | undefined {
    const { reasoning } = ownMetadata(metadata);
    if (isObject(reasoning)) {
      const { messageId, delta } = reasoning;
      if (typeof delta === "string") this.#events.reasoning(String(messageId), delta);
    }
    if (!status) return undefined;
    const { state, message } = status;
    if (isTerminal(state)) this.#state.task = undefined;
    const why = textOf(message?.parts);
    switch (state) {
      case inputRequired:
        return { type: "finished", pending: this.#asked(task, message) };
      case completed:
        if (message) this.#message(task, message);
        return { type: "finished", pending: [] };
      case canceled:
        return { type: "cancelled" };
      case failed:
        return ended("a2a_failed", "The agent's task failed", why);
      case rejected:
        return ended("a2a_rejected", "The agent rejected the task", why);
      case authRequired:
        return ended("a2a_auth_required", "The agent needs you to sign in somewhere first", why);
      default:
        if (message) this.#message(task, message);
        return undefined;
    }
  }

  /** The calls that the agent waits for; without any, it waits for the user's next message. */
  #asked(task: OpenTask, message: Message | undefined): readonly string[] {
    task.waitsFor.clear();
    if (!message) return [];
    const calls = callsIn(message.parts);
    for (const { id, name } of calls) task.waitsFor.set(id, name);
    this.#message(task, message);
    return calls.map(({ id }) => id);
  }

  /** A status message: text, and calls with their results. Reported once. */
  #message(task: OpenTask, message: Message): void {
    const id = message.messageId || `${task.id}-${task.told.size}`;
    if (task.told.has(id)) return;
    task.told.add(id);
    this.#events.text(id, textOf(message.parts));
    for (const call of callsIn(message.parts)) {
      if (task.calls.has(call.id)) continue;
      task.calls.add(call.id);
      this.#events.call(call, id, { taskId: task.id, contextId: this.#state.contextId });
    }
    for (const result of listsOf(message.parts, "toolResults")) this.#result(task, result);
    const own = (part: Part): boolean => hasList(part, "toolCalls") || hasList(part, "toolResults");
    this.#others(
      id,
      "",
      message.parts.filter((part) => !own(part)),
    );
  }

  #result(task: OpenTask, given: unknown): void {
    if (!isObject(given)) return;
    const toolCallId = readText(given, "toolCallId");
    // The result of a call that was not reported is ignored.
    if (toolCallId === undefined || !task.calls.has(toolCallId)) return;
    const key = `result ${toolCallId}`;
    if (task.told.has(key)) return;
    task.told.add(key);
    const { success, result, error } = given as Record<string, unknown>;
    const value = success === false ? (error ?? "The tool failed.") : result;
    this.#events.result(
      toolCallId,
      typeof value === "string" ? value : (JSON.stringify(value) ?? "null"),
      success === false,
    );
  }

  #piece(task: OpenTask, artifact: Artifact, { append, lastChunk, offset }: Piece): void {
    const { artifactId } = artifact;
    const text = textOf(artifact.parts);
    const told = task.texts.get(artifactId) ?? 0;
    if (offset !== undefined) {
      // After a broken stream a part of the text may come again.
      const isNew = text.slice(Math.max(0, told - offset));
      this.#say(task, artifactId, { told, text: isNew });
    } else if (append || told === 0) this.#say(task, artifactId, { told, text });
    // Another version of the text: AG-UI can only express what follows after the end.
    else if (text.length > told) this.#say(task, artifactId, { told, text: text.slice(told) });
    this.#others(`${artifactId}-${told}`, artifact.name, artifact.parts);
    if (lastChunk) this.#events.endText(textId(task, artifactId));
  }

  #whole(task: OpenTask, artifact: Artifact): void {
    const { artifactId, parts } = artifact;
    const text = textOf(parts);
    const told = task.texts.get(artifactId) ?? 0;
    this.#say(task, artifactId, { told, text: text.slice(told) });
    if (task.told.has(`artifact ${artifactId}`)) return;
    this.#others(`${artifactId}-0`, artifact.name, parts);
  }

  #say(task: OpenTask, id: string, { told, text }: { told: number; text: string }): void {
    task.texts.set(id, told + text.length);
    this.#events.text(textId(task, id), text, "open");
  }

  /** Files and data: an activity, which is all that AG-UI has for them. */
  #others(id: string, name: string, parts: readonly Part[]): void {
    const content = parts.flatMap((part): object[] => {
      if (part.content?.$case === "data")
        return [{ type: "data", data: part.content.value as unknown }];
      const file = filePart(part);
      return file ? [file] : [];
    });
    if (content.length === 0) return;
    const { task } = this.#state;
    task?.told.add(`artifact ${id.replace(/-\d+$/, "")}`);
    this.#events.activity(`${id}-parts`, { ...(name && { name }), parts: content });
  }
}

interface Piece {
  readonly append: boolean;
  readonly lastChunk: boolean;
  readonly offset?: number;
}

/** Agents count artifacts anew in every task. */
function textId(task: OpenTask, artifactId: string): string {
  return artifactId.length >= 32 ? artifactId : `${task.id}-${artifactId}`;
}

/** A call as it came. */
export interface ComingCall {
  readonly id: string;
  readonly name: string;
  readonly written: string;
  readonly mark?: object;
}

/** The calls that parts of a message have. */
export function callsIn(parts: readonly Part[]): ComingCall[] {
  return listsOf(parts, "toolCalls").flatMap((call): ComingCall[] => {
    if (!isObject(call)) return [];
    const { id, function: asked, metadata } = call as Record<string, unknown>;
    const name = isObject(asked) ? readText(asked, "name") : undefined;
    if (typeof id !== "string" || id === "" || name === undefined) return [];
    const written = (asked as { arguments?: unknown }).arguments;
    const mark = isObject(metadata)
      ? (metadata as Record<string, unknown>)["ag-ui-lit"]
      : undefined;
    return [
      {
        id,
        name,
        written: typeof written === "string" ? written : JSON.stringify(written ?? {}),
        ...(isObject(mark) && { mark }),
      },
    ];
  });
}

function ownMetadata(metadata: Record<string, unknown> | undefined): AgentEventMetadata {
  const own = metadata?.[CLIENT_TOOLS_EXTENSION];
  return isObject(own) ? own : {};
}

function ended(code: string, what: string, why: string): TaskEnd {
  return { type: "failed", code, message: why ? `${what}: ${why}` : `${what}.` };
}
