import type { ToolPreflight } from "../tools/types.js";

/**
 * The option of `execute` with what a handler's context has beside the fields of every call: `preflight` of a call that a server has
 * prepared, or, on the server, whose conversation it is. A registered symbol, as `ofRun`.
 */
export const callContext = Symbol.for("ag-ui-lit.call-context");

/** Fields of a handler's context. They can't take the place of those that every call has. */
export interface CallContext {
  readonly preflight?: ToolPreflight;
  readonly [field: string]: unknown;
}
