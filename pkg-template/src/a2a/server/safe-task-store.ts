import type { ListTasksRequest, ListTasksResponse, Task } from "@a2a-js/sdk";
import type { ServerCallContext, TaskStore } from "@a2a-js/sdk/server";
import type { A2aServerSdk } from "../sdk.js";
import type { A2aNotes } from "./log.js";

/**
 * A wrapper of an application's store, for the SDK, which passes any id of a client to the store, and the message of
 * any exception to the client. Here an id that no server has made finds nothing, and only the SDK's own errors are
 * passed on.
 */
export class SafeTaskStore implements TaskStore {
  readonly #store: TaskStore;
  readonly #sdk: A2aServerSdk;
  readonly #notes: A2aNotes;

  constructor(store: TaskStore, sdk: A2aServerSdk, notes: A2aNotes) {
    this.#store = store;
    this.#sdk = sdk;
    this.#notes = notes;
  }

  save(task: Task, context: ServerCallContext): Promise<void> {
    return this.#safely(() => this.#store.save(task, context));
  }

  async load(taskId: string, context: ServerCallContext): Promise<Task | undefined> {
    if (!isTaskId(taskId)) return undefined;
    return this.#safely(() => this.#store.load(taskId, context));
  }

  list(params: ListTasksRequest, context: ServerCallContext): Promise<ListTasksResponse> {
    return this.#safely(() => this.#store.list(params, context));
  }

  async #safely<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof this.#sdk.errors.A2AError) throw thrown;
      const { message } = this.#notes.failed(thrown);
      throw new Error(message);
    }
  }
}

/** The SDK makes UUIDs; ids of other generators have the same characters. */
function isTaskId(id: string): boolean {
  return /^[\w-]{1,128}$/.test(id);
}
