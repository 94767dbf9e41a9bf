import type { JsonPatch, State } from "@ag-ui/core";
import { messageOf } from "../../../codec/describe.js";
import { RunError } from "../../errors/run-error.js";
import { Draft } from "../../values/draft.js";
import { patched } from "../../values/json-patch.js";

/**
 * The state after a delta. The client would go on with the old state and a warning when the delta doesn't apply, and
 * page and backend would then talk of different states.
 *
 * @param draft what says which parts of the state may be changed in place; none when it is left out.
 * @throws {RunError} when it doesn't apply.
 */
export function afterDelta(state: State, delta: JsonPatch, draft = new Draft()): State {
  try {
    return patched(state, delta, draft);
  } catch (cause) {
    // The library's message goes on with the whole state.
    const [reason] = messageOf(cause).split("\n");
    const message = `The agent broke the AG-UI protocol: a state delta does not apply: ${reason}`;
    throw new RunError("protocol", message, { cause });
  }
}
