/**
 * `ag-ui-lit/threads`: threads as a list. Defines `<ag-ui-threads>`. Importing it in Node is harmless.
 *
 * @module
 */
export type {
  CallPhase,
  CallRecord,
  StoredThread,
  SummaryChange,
  ThreadStore,
  ThreadSummary,
  WriteOptions,
} from "../durable/thread-store.js";
export type { ThreadsStrings } from "../texts/threads/strings.js";
export { AgUiThreads } from "../threads/ag-ui-threads.js";
export type { AgUiThreadsEventMap } from "../threads/event-map.js";
export type { ThreadExport } from "../threads/file/export-threads.js";
export type {
  ImportedThread,
  RefusedThread,
  ThreadImport,
} from "../threads/file/import-threads.js";
export { threadsParts } from "../threads/parts.js";
export type { ThreadMatch } from "../threads/search/search-threads.js";
export type { Excerpt } from "../threads/search/text-finder.js";
export type { ThreadKeeper } from "../threads/thread-keeper.js";
export {
  type ThreadFileOptions,
  ThreadList,
  type ThreadListEventMap,
  type ThreadListOptions,
  type ThreadSearchOptions,
} from "../threads/thread-list.js";
export { ThreadListError, type ThreadListErrorCode } from "../threads/thread-list-error.js";
