import { isObject, readText } from "../../codec/safe-read.js";

/**
 * Under this key an event's detail has the name of its call in the thread, as `agent.agent.messages` has it. Unlike the backend's id no
 * other call has the same. A registered symbol: who reads it may be of another copy of the package.
 */
export const callKey = Symbol.for("ag-ui-lit.call-key");

/** The name of a detail's call in the thread, where the detail has it. */
export function callKeyOf(detail: unknown): string | undefined {
  return isObject(detail) ? readText(detail, callKey) : undefined;
}
