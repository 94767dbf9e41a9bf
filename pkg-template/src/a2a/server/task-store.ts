import type { ListTasksRequest, ListTasksResponse, Part, Task } from "@a2a-js/sdk";
import type { ServerCallContext, TaskStore } from "@a2a-js/sdk/server";
import { keyOf } from "../../server/key.js";
import type { A2aServerSdk } from "../sdk.js";
import { isTerminal } from "../task-states.js";
import { BoundedStore } from "./bounded-store.js";
import { sizeOf } from "./size.js";

/** Limits of the store. */
export interface TaskBounds {
  readonly most: number;
  readonly mostBytes: number;
  /** Returns true for a task in progress. */
  isRunning(taskId: string): boolean;
}

/**
 * Tasks in memory, by owner: the SDK's own store has no bound. Texts that came in pieces are joined, since the SDK
 * copies a task for every piece.
 */
export class BoundedTaskStore implements TaskStore {
  readonly #tasks: BoundedStore<Task>;
  readonly #sdk: A2aServerSdk["server"];

  constructor(sdk: A2aServerSdk["server"], { most, mostBytes, isRunning }: TaskBounds) {
    this.#sdk = sdk;
    const leaves = ({ id, status }: Task) => {
      if (isRunning(id)) return "never";
      return isTerminal(status?.state) ? "first" : "last";
    };
    this.#tasks = new BoundedStore({ most, mostBytes, leaves });
  }

  /** Returns true if a message of so many bytes has room, if need be by dropping tasks that are not in progress. */
  hasRoomFor(bytes: number): boolean {
    return this.#tasks.hasRoomFor(bytes);
  }

  async save(task: Task, context: ServerCallContext): Promise<void> {
    const owner = this.#ownerOf(context);
    const kept = joined(structuredClone(task));
    this.#tasks.set(taskKey(owner, task.id), owner, kept, sizeOf(kept));
  }

  async load(taskId: string, context: ServerCallContext): Promise<Task | undefined> {
    const kept = this.#tasks.get(taskKey(this.#ownerOf(context), taskId));
    return kept && structuredClone(kept);
  }

  /** As the SDK's own store lists them. */
  async list(params: ListTasksRequest, context: ServerCallContext): Promise<ListTasksResponse> {
    const view = new this.#sdk.InMemoryTaskStore();
    for (const kept of this.#tasks.of(this.#ownerOf(context))) await view.save(kept, context);
    return view.list(params, context);
  }

  #ownerOf(context: ServerCallContext): string {
    const { isAuthenticated = false } = context.user ?? {};
    const scope = this.#sdk.resolveUserScope(context);
    return keyOf(
      "a2a.owner",
      context.tenant || undefined,
      isAuthenticated ? "user" : "nobody",
      scope,
    );
  }
}

function taskKey(owner: string, taskId: string): string {
  return keyOf("a2a.task", owner, taskId);
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
