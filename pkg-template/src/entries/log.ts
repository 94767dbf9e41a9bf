/**
 * `ag-ui-lit/log`: executions of tools as lines of JSON, without the secrets in them; and stores for results that last
 * longer than a page. Importing it in Node is harmless.
 *
 * @module
 */

export { consoleSink } from "../log/console-sink.js";
export type { LoggedRun } from "../log/correlation.js";
export {
  type IndexedDbStore,
  type IndexedDbStoreOptions,
  indexedDbStore,
} from "../log/indexed-db-store.js";
export { type LogToolsOptions, logTools, type ToolLog } from "../log/log-tools.js";
export { type MemoryStore, memoryStore } from "../log/memory-store.js";
export type { ToolLogEvent, ToolLogLoss, ToolLogRecord } from "../log/record.js";
export type { Redaction, RedactRule } from "../log/redactor.js";
export type { LogSink } from "../log/sink.js";
export type { CacheKeyContext, ResultStore, StoredResult } from "../tools/result-store.js";
