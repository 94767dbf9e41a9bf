import { checkOptions, type OptionRules } from "../options/check-options.js";
import { anApproval, aText } from "../options/rules.js";
import type { ToolDefinition } from "../tools/types.js";
import { availabilityOf, type GroupAvailability } from "./availability.js";
import { todoToolsCatalogue } from "./module/catalogue.js";
import { lazyGroup } from "./module/lazy-group.js";
import type { TodoItem, TodoReadMetadata, TodoWriteMetadata } from "./module/raw-light.js";
import type { TodoStorage } from "./todo/storage.js";
import { TodoStore, type TodoStoreOptions } from "./todo/store.js";
import type { ToolApproval } from "./tool-approval.js";

export { type TodoItem, type TodoStorage, TodoStore, type TodoStoreOptions };

/** Options of the to-do tools: the storage of the list, and the approval of changes. */
export interface TodoToolsOptions extends TodoStoreOptions {
  /** A list that the page shows too; in place of `storage` and `key`. */
  readonly store?: TodoStore;
  /** Whether a person is asked before the list is changed; `"always"` by default. */
  readonly approval?: ToolApproval;
}

declare module "./module/result-metadata.js" {
  interface ToolboxResultMetadata {
    todo_read: TodoReadMetadata;
    todo_write: TodoWriteMetadata;
  }
}

/**
 * `todo_read` and `todo_write`: a list of what is to be done, which survives a reload.
 *
 * @throws {TypeError} that names the invalid option.
 *
 * @example
 * ```ts
 * const store = new TodoStore();
 * store.subscribe(async () => show(await store.items()));
 * for (const tool of todoTools({ store, approval: "never" })) registry.register(tool);
 * ```
 */
export function todoTools(options: TodoToolsOptions = {}): ToolDefinition[] {
  checkOptions("todoTools", options, rules);
  if (options.store && (options.storage !== undefined || options.key !== undefined)) {
    throw new TypeError("ag-ui-lit: todoTools() takes a store, or storage and key, not both.");
  }
  const { store = new TodoStore(options), approval } = options;
  return lazyGroup({
    part: "light",
    catalogue: todoToolsCatalogue,
    make: (raw) => raw.rawTodoTools({ store }),
    metadata: ({ metadata }) =>
      approval !== undefined && metadata.approval !== undefined ? { approval } : {},
  });
}

/** Returns whether the list can be kept here. Creates nothing in the browser's storage, and never rejects. */
export async function todoToolsAvailability(
  options: Pick<TodoToolsOptions, "storage" | "store"> = {},
): Promise<GroupAvailability> {
  const store = options.store ?? new TodoStore(options);
  const reason = await store.probe().then(
    () => undefined,
    (thrown: unknown) =>
      `The to-do list can't be kept here: ${(thrown as Error | null)?.message ?? thrown}.`,
  );
  return availabilityOf(todoToolsCatalogue, () => reason);
}

const rules: OptionRules<TodoToolsOptions> = {
  storage: [
    '"indexeddb", "opfs", or an object with get() and set()',
    (value) => value === "indexeddb" || value === "opfs" || isStorage(value),
  ],
  key: aText,
  store: ["a TodoStore", (value) => value instanceof TodoStore],
  approval: anApproval,
};

function isStorage(value: unknown): boolean {
  const { get, set } = (value ?? {}) as Partial<TodoStorage>;
  return typeof get === "function" && typeof set === "function";
}
