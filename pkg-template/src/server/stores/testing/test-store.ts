import type { ConversationStore } from "../conversation-store.js";
import { crowdChecks } from "./crowd-checks.js";
import { leaseChecks } from "./lease-checks.js";
import { saveChecks } from "./save-checks.js";
import type { StoreCheck } from "./store-check.js";
import { textChecks } from "./text-checks.js";
import { timeChecks } from "./time-checks.js";
import { watchChecks } from "./watch-checks.js";

/** The options that a check opens a store with. */
export interface TestedStoreOptions {
  /** The time that the store keeps a conversation, in milliseconds; its own default when absent. */
  readonly keepFor?: number;
}

/**
 * Opens the store: another connection to the same data each time, as several processes have. A check closes what it has
 * opened.
 */
export type MakeStore = (
  options: TestedStoreOptions,
) => ConversationStore | Promise<ConversationStore>;

/**
 * The rules of a `ConversationStore`, as checks for any test runner. They use conversations of their own, with ids by
 * chance, and wait for short leases to run out by the store's clock.
 *
 * @example
 * ```ts
 * import { test } from "node:test";
 * import { testStore } from "ag-ui-lit/server/testing";
 *
 * for (const { name, run } of testStore(({ keepFor }) => myStore({ keepFor }))) test(name, run);
 * ```
 */
export function testStore(make: MakeStore): readonly StoreCheck[] {
  return [
    ...saveChecks(make),
    ...leaseChecks(make),
    ...timeChecks(make),
    ...watchChecks(make),
    ...textChecks(make),
    ...crowdChecks(make),
  ];
}
