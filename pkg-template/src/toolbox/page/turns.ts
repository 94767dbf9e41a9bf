import { flatParentOf } from "../../dom/flat-tree.js";
import { isElement } from "../../dom/members.js";
import { WorkSlice } from "../../element/scheduling/yield-to-page.js";
import type { Part } from "./part.js";
import type { Snapshot } from "./snapshot.js";

/** The maximum number of reads of a page that keeps changing. Then the last read is returned, marked as changed. */
const mostReads = 3;

/**
 * Reads a page in turns with it. Content that changes between two turns might be read twice or not at all, so that the
 * page is read again, a few times.
 *
 * @throws the signal's abort reason, between two turns.
 */
export async function readInTurns(
  begin: () => Snapshot,
  root: Element,
  part: Part,
  signal: AbortSignal,
): Promise<Snapshot> {
  for (let reads = 1; ; reads += 1) {
    const changes = new Changes(root, part);
    const snapshot = begin();
    try {
      await inTurns(snapshot.steps(), signal, () => reads < mostReads && changes.any);
      snapshot.hasChanged = changes.any;
      if (!snapshot.hasChanged || reads === mostReads) return snapshot;
    } finally {
      changes.end();
    }
  }
}

/** Does work a step at a time; ends early where it is of no use any more. */
async function inTurns(
  steps: Iterable<void>,
  signal: AbortSignal,
  isUseless: () => boolean,
): Promise<void> {
  const slice = new WorkSlice();
  try {
    for (const _ of steps) {
      if (!slice.isDue) continue;
      await slice.yield();
      signal.throwIfAborted();
      if (isUseless()) return;
    }
  } finally {
    slice.end();
  }
}

/** Whether anything changes that the agent may see. */
class Changes {
  readonly #observer: MutationObserver;
  readonly #part: Part;
  #any = false;

  constructor(root: Element, part: Part) {
    this.#part = part;
    this.#observer = new MutationObserver((records) => this.#see(records));
    for (const each of part.roots(root)) {
      this.#observer.observe(each, {
        childList: true,
        subtree: true,
        characterData: true,
        attributes: true,
      });
    }
  }

  get any(): boolean {
    this.#see(this.#observer.takeRecords());
    return this.#any;
  }

  end(): void {
    this.#observer.disconnect();
  }

  #see(records: readonly MutationRecord[]): void {
    this.#any ||= records.some(({ target }) => {
      const element = isElement(target) ? target : flatParentOf(target);
      return element !== null && this.#part.mayHold(element);
    });
  }
}
