import type { ListTasksRequest, ListTasksResponse, Part, Task } from "@a2a-js/sdk";
import type { ServerCallContext, TaskStore } from "@a2a-js/sdk/server";
import type { A2aServerSdk } from "../sdk.js";

/**
 * Tasks in memory, by whose they are: the SDK's own store has no bound. Texts that came in pieces are kept in one, since the SDK
 * copies a task for every piece that comes.
 */
export class BoundedTaskStore implements TaskStore {
  readonly #tasks = new Map<string, { readonly owner: string; readonly task: Task }>();
  readonly #most: number;
  readonly #sdk: A2aServerSdk["server"];

  /** @param most how many tasks are kept; the one that was changed longest ago goes first. */
  constructor(sdk: A2aServerSdk["server"], most: number) {
    this.#sdk = sdk;
    this.#most = most;
  }

  async save(task: Task, context: ServerCallContext): Promise<void> {
    const owner = this.#ownerOf(context);
    const key = keyOf(owner, task.id);
    this.#tasks.delete(key);
    this.#tasks.set(key, { owner, task: joined(structuredClone(task)) });
    for (const oldest of this.#tasks.keys()) {
      if (this.#tasks.size <= this.#most) break;
      this.#tasks.delete(oldest);
    }
  }

  async load(taskId: string, context: ServerCallContext): Promise<Task | undefined> {
    const kept = this.#tasks.get(keyOf(this.#ownerOf(context), taskId));
    return kept && structuredClone(kept.task);
  }

  /** As the SDK's own store lists them. */
  async list(params: ListTasksRequest, context: ServerCallContext): Promise<ListTasksResponse> {
    const owner = this.#ownerOf(context);
    const view = new this.#sdk.InMemoryTaskStore();
    for (const kept of this.#tasks.values()) {
      if (kept.owner === owner) await view.save(kept.task, context);
    }
    return view.list(params, context);
  }

  #ownerOf(context: ServerCallContext): string {
    return JSON.stringify([context.tenant ?? "", this.#sdk.resolveUserScope(context)]);
  }
}

function keyOf(owner: string, taskId: string): string {
  return `${owner} ${taskId}`;
}

function joined(task: Task): Task {
  for (const artifact of task.artifacts) {
    const parts: Part[] = [];
    for (const part of artifact.parts) {
      const last = parts.at(-1);
      if (
        last?.content?.$case === "text" &&
        part.content?.$case === "text" &&
        isPlain(last, part)
      ) {
        last.content.value += part.content.value;
      } else parts.push(part);
    }
    artifact.parts = parts;
  }
  return task;
}

/** Only what this package writes itself is joined. */
function isPlain(one: Part, other: Part): boolean {
  return [one, other].every(
    ({ metadata, filename, mediaType }) =>
      metadata === undefined && filename === "" && mediaType === "text/plain",
  );
}
