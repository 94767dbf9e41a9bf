/**
 * Threads and calls that outlive the page: `import { keepThreads } from "ag-ui-lit/durable"`.
 *
 * @packageDocumentation
 */
export { indexedDbThreadStore } from "../durable/indexed-db-thread-store.js";
export { memoryThreadStore } from "../durable/memory-thread-store.js";
export type {
  CallPhase,
  CallRecord,
  StoredThread,
  SummaryChange,
  ThreadStore,
  ThreadSummary,
  WriteOptions,
} from "../durable/thread-store.js";
export { StaleClaimError } from "../durable/thread-store.js";
export type { ThreadStoreOptions } from "../durable/thread-store-options.js";
