import { describe } from "../../codec/describe.js";
import { queueTask } from "../../core/page-globals.js";
import { isTrap } from "../../core/trap.js";
import { ToolFailure } from "../../errors/tool-failure.js";
import type { ToolboxPart } from "./parts.js";

/** The instances of one part's module. A part that stops rejects its own calls only. */
export class ModuleLife {
  #start = 1;
  #hasStopped = false;
  /** Functions that reject the calls under way. */
  readonly #underWay = new Set<(failure: ToolFailure) => void>();

  /**
   * The number of the current instance, from 1; of the last one if the module has stopped. Objects of one instance are
   * useless to the next.
   */
  get currentStart(): number {
    return this.#start;
  }

  /**
   * Gives the module a new instance if it has stopped: by a panic, or because memory or stack ran out. The module's own
   * state is lost, which is little: files, lists and pages belong to the browser.
   *
   * @throws the browser's error if there is no room for another instance.
   */
  reviveWith(reset: () => void): void {
    if (!this.#hasStopped) return;
    reset();
    this.#hasStopped = false;
    this.#start += 1;
  }

  /** Calls into the module, and notices when that stops it. @throws {ToolFailure} when it does. */
  enter<T>(call: () => T): T {
    try {
      return call();
    } catch (thrown) {
      throw isTrap(thrown) ? this.#stopped(thrown) : thrown;
    }
  }

  /** The result of work in the module. Rejects once the module has stopped, since that work would never settle. */
  orStopped<T>(begun: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (): void => void this.#underWay.delete(reject);
      this.#underWay.add(reject);
      // A module that panics rejects its waiting calls first, with a message for any module of tools.
      const failed = (thrown: unknown): void =>
        reject(this.#hasStopped ? failureOf(thrown) : thrown);
      begun.then(resolve, failed).finally(settle);
    });
  }

  /** Replaces `queueMicrotask` in the generated script: runs one step of the module's tasks. */
  readonly queueStep = (step: () => void): void => {
    queueTask(() => {
      try {
        step();
      } catch (thrown) {
        if (!isTrap(thrown)) throw thrown;
        this.#stopped(thrown);
      }
    });
  };

  #stopped(thrown: unknown): ToolFailure {
    this.#hasStopped = true;
    const failure = failureOf(thrown);
    console.error(failure);
    for (const reject of this.#underWay) reject(failure);
    this.#underWay.clear();
    return failure;
  }
}

/** The instances of each part. */
export const lives: { readonly [Part in ToolboxPart]: ModuleLife } = {
  light: new ModuleLife(),
  files: new ModuleLife(),
  web: new ModuleLife(),
  page: new ModuleLife(),
  bash: new ModuleLife(),
};

// The generated script of each part imports its own.
export const queueLightStep = lives.light.queueStep;
export const queueFilesStep = lives.files.queueStep;
export const queueWebStep = lives.web.queueStep;
export const queuePageStep = lives.page.queueStep;
export const queueBashStep = lives.bash.queueStep;

function failureOf(cause: unknown): ToolFailure {
  return new ToolFailure(
    "The toolbox's WebAssembly module stopped while this call was under way, so it is not known whether the call took effect. " +
      `The next call starts the module anew. Please report this: ${describe(cause)}`,
    { category: "transient", code: "toolbox_stopped", retryable: false, cause },
  );
}
