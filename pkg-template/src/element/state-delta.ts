import type { JsonPatch, State } from "@ag-ui/core";
import jsonPatch from "fast-json-patch";
import { messageOf } from "../codec/describe.js";
import { RunError } from "./run-error.js";

/**
 * The state after a delta. The client would go on with the old state and a warning when the delta doesn't apply, and
 * page and backend would then talk of different states.
 *
 * @throws {RunError} when it doesn't apply.
 */
export function afterDelta(state: State, delta: JsonPatch): State {
  try {
    return jsonPatch.applyPatch(state, delta, true, false).newDocument;
  } catch (cause) {
    // The library's message goes on with the whole state.
    const [reason] = messageOf(cause).split("\n");
    const message = `The agent broke the AG-UI protocol: a state delta does not apply: ${reason}`;
    throw new RunError("protocol", message, { cause });
  }
}
