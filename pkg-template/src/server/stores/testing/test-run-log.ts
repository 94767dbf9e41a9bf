import type { RunLog } from "../run-log.js";
import { runLogChecks } from "./run-log-checks.js";
import { runLogLifeChecks } from "./run-log-life-checks.js";
import type { StoreCheck } from "./store-check.js";

/**
 * Opens the log: another connection to the same data each time, as several processes have. A check closes what it has
 * opened.
 */
export type MakeRunLog = () => RunLog | Promise<RunLog>;

/**
 * The rules of a `RunLog`, as checks for any test runner. They use runs of their own, with keys by chance, and wait for
 * short times by the log's clock.
 *
 * @example
 * ```ts
 * import { test } from "node:test";
 * import { testRunLog } from "ag-ui-lit/server/testing";
 *
 * for (const { name, run } of testRunLog(() => myRunLog())) test(name, run);
 * ```
 */
export function testRunLog(make: MakeRunLog): readonly StoreCheck[] {
  return [...runLogChecks(make), ...runLogLifeChecks(make)];
}
