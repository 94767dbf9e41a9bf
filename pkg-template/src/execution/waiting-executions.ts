import type { Execution } from "./execution.js";

/** Executions that wait for a retry or have a deadline: only this set holds them until then. */
export const waitingExecutions = new Set<Execution>();
