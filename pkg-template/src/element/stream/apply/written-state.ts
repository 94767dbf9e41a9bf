import type { JsonPatch, JsonPatchOperation, State } from "@ag-ui/core";
import { clone } from "../../values/clone.js";
import { differences } from "../../values/differences.js";
import { Draft } from "../../values/draft.js";
import { patched } from "../../values/json-patch.js";
import { afterDelta } from "./state-delta.js";

/** How many operations of the page are kept one by one during a run. */
const mostWrites = 1000;

/**
 * The state while a run goes on, written by both sides.
 *
 * What the page writes after the request is unknown to the backend, so it is not lost to what the backend sends:
 *
 * - A delta is applied to the state as it is, in order: of two writes to one place the later one stands.
 * - A snapshot replaces the state, and the page's operations since the request are applied to it again. Those that a later
 *   delta has overruled, or that do not apply any more, are left out.
 *
 * The page's next request carries the state, so this is forgotten with the run.
 */
export class WrittenState {
  /** What the backend said. The same object as `#shown` as long as the page has written nothing. */
  #said: State;
  #shown: State;
  #writes: JsonPatchOperation[] = [];
  readonly #saidDraft = new Draft();
  readonly #draft = new Draft();

  constructor(state: State) {
    this.#said = state;
    this.#shown = state;
  }

  /** The state, as it stays. */
  get value(): State {
    this.#draft.share();
    return this.#shown;
  }

  /** The backend sent the whole state. */
  snapshot(state: State): void {
    this.#said = clone(state);
    this.#shown = this.#rewritten();
  }

  /** The backend sent a change. @throws {RunError} when it does not apply to what the backend itself said. */
  delta(patch: JsonPatch): void {
    if (this.#said === this.#shown) {
      this.#shown = afterDelta(this.#shown, patch, this.#draft);
      this.#said = this.#shown;
      return;
    }
    this.#said = afterDelta(this.#said, patch, this.#saidDraft);
    this.#writes = this.#writes.filter((write) => !isOverruled(write, patch));
    try {
      this.#shown = patched(this.#shown, patch, this.#draft);
    } catch {
      this.#shown = this.#rewritten();
    }
  }

  /** The page has changed it. @throws when an operation does not apply; nothing is changed then. */
  write(patch: JsonPatch): void {
    if (this.#said === this.#shown) this.#separate();
    this.#shown = patched(this.#shown, patch, this.#draft);
    this.#writes.push(...patch.filter(({ op }) => op !== "test"));
    if (this.#writes.length <= mostWrites) return;
    this.#separate();
    this.#writes = differences(this.#said, this.#shown);
  }

  /** What the backend said, with what the page wrote. */
  #rewritten(): State {
    this.#separate();
    let state: State = this.#said;
    this.#writes = this.#writes.filter((write) => {
      try {
        state = patched(state, [write], this.#draft);
        return true;
      } catch {
        return false;
      }
    });
    return state;
  }

  /** Neither of the two is changed in place where the other may be, too. */
  #separate(): void {
    this.#draft.share();
    this.#saidDraft.share();
  }
}

/** Returns true if the backend has written the very place of an operation, or what it stands in. Appending is no conflict. */
function isOverruled({ path }: JsonPatchOperation, patch: JsonPatch): boolean {
  return patch.some(
    ({ op, path: other }) =>
      op !== "test" && ((other === path && !path.endsWith("/-")) || path.startsWith(`${other}/`)),
  );
}
