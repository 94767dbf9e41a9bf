import { describe } from "../../codec/describe.js";
import { queueTask } from "../../core/page-globals.js";
import { isTrap } from "../../core/trap.js";
import { ToolFailure } from "../../errors/tool-failure.js";

/** The number of the module's instance, from 1. Objects of one instance are of no use to the next. */
let start = 1;
let hasStopped = false;
/** Functions that reject the calls under way. */
const underWay = new Set<(failure: ToolFailure) => void>();

/** The number of the current instance; of the last one if the module has stopped. */
export function currentStart(): number {
  return start;
}

/**
 * Gives the module a new instance if it has stopped: by a panic, or because memory or stack ran out. The module's own state is lost,
 * which is little: files, lists and pages belong to the browser.
 *
 * @throws the browser's error when there is no room for another instance.
 */
export function reviveWith(reset: () => void): void {
  if (!hasStopped) return;
  reset();
  hasStopped = false;
  start += 1;
}

/** Calls into the module, and notices when that stops it. @throws {ToolFailure} when it does. */
export function enter<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw isTrap(thrown) ? stopped(thrown) : thrown;
  }
}

/** The result of work in the module. Rejects once the module has stopped, since that work would never settle. */
export function orStopped<T>(begun: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (): void => void underWay.delete(reject);
    underWay.add(reject);
    // A module that panics rejects its waiting calls first, with a message for any module of tools.
    const failed = (thrown: unknown): void => reject(hasStopped ? failureOf(thrown) : thrown);
    begun.then(resolve, failed).finally(settle);
  });
}

/** Replaces `queueMicrotask` in the generated script: runs one step of the module's tasks. */
export function queueStep(step: () => void): void {
  queueTask(() => {
    try {
      step();
    } catch (thrown) {
      if (!isTrap(thrown)) throw thrown;
      stopped(thrown);
    }
  });
}

function stopped(thrown: unknown): ToolFailure {
  hasStopped = true;
  const failure = failureOf(thrown);
  console.error(failure);
  for (const reject of underWay) reject(failure);
  underWay.clear();
  return failure;
}

function failureOf(cause: unknown): ToolFailure {
  return new ToolFailure(
    "The toolbox's WebAssembly module stopped while this call was under way, so it is not known whether the call took effect. " +
      `The next call starts the module anew. Please report this: ${describe(cause)}`,
    { category: "transient", code: "toolbox_stopped", retryable: false, cause },
  );
}
