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
export type { ThreadExport } from "../threads/file/export-threads.js";
export type {
  ImportedThread,
  RefusedThread,
  ThreadImport,
} from "../threads/file/import-threads.js";
export { ThreadListError, type ThreadListErrorCode } from "../threads/file/thread-list-error.js";
export type { ThreadMatch } from "../threads/search/search-threads.js";
export type { Excerpt } from "../threads/search/text-finder.js";
export {
  type ThreadFileOptions,
  ThreadList,
  type ThreadListEventMap,
  type ThreadListOptions,
  type ThreadSearchOptions,
} from "../threads/thread-list.js";
export { AgUiThreads } from "../threads/view/ag-ui-threads.js";
export type { AgUiThreadsEventMap } from "../threads/view/event-map.js";
export { threadsParts } from "../threads/view/parts.js";
export type { ThreadKeeper } from "../threads/view/thread-keeper.js";
