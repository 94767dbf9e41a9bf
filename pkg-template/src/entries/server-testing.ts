/**
 * `ag-ui-lit/server/testing`: the rules of stores for several servers, as checks for any test runner.
 *
 * @module
 */
export { type StoreCheck, StoreCheckError } from "../server/stores/testing/store-check.js";
export { type MakeRunLog, testRunLog } from "../server/stores/testing/test-run-log.js";
export {
  type MakeStore,
  type TestedStoreOptions,
  testStore,
} from "../server/stores/testing/test-store.js";
