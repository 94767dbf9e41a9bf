import type { AgUiThreads } from "./ag-ui-threads.js";

/** Properties and attributes that a framework's template sets on `<ag-ui-threads>`. */
export type ThreadsProperties = {
  [Name in "threads" | "current" | "strings" | "stop"]?: AgUiThreads[Name] | undefined;
};
