import type { AgentLog } from "../agent-log.js";

/**
 * Where failures go of which a client is only told that there was one, and for which the server has no log: otherwise nobody would ever
 * learn of them. Nothing else is written.
 */
export const consoleLog: AgentLog = Object.freeze({
  addException(tag: string, error: unknown, data: unknown): void {
    console.warn(`ag-ui-lit: ${tag}`, error, data);
  },
  addCustomEvent() {},
});
