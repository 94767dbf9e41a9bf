/**
 * Threads and calls that outlive the page: `import { keepThreads } from "ag-ui-lit/durable"`.
 *
 * @packageDocumentation
 */
export { type CallFate, notRun, unknownOutcome } from "../durable/call-fate.js";
export { indexedDbThreadStore } from "../durable/indexed-db-thread-store.js";
export {
  type KeepThreadsOptions,
  keepThreads,
  type RestoredThread,
} from "../durable/keep-threads.js";
export type { KeptThreads, KeptThreadsEventMap } from "../durable/kept-threads.js";
export { memoryThreadStore } from "../durable/memory-thread-store.js";
export type {
  CallPhase,
  CallRecord,
  StoredRun,
  StoredThread,
  SummaryChange,
  ThreadStore,
  ThreadSummary,
  WriteOptions,
} from "../durable/thread-store.js";
export { StaleClaimError } from "../durable/thread-store.js";
export type { ThreadStoreOptions } from "../durable/thread-store-options.js";
export type { AfterReloadRule, ReloadedCall } from "../tools/types.js";
