import { isTrap } from "./trap.js";

/** A wasm module of ag-ui-lit stopped: a bug of ours, or a call that needed more memory or stack than there is. */
export class CoreStoppedError extends Error {
  override readonly name = "CoreStoppedError";
  /** A stable name for the failure. */
  readonly code = "core_stopped";
}

/** The class that wasm-bindgen generates for a Rust type. */
interface RawClass {
  readonly prototype: object;
}

/**
 * Gives every call into a module a clear error in place of a bare `RuntimeError: unreachable`. A module that trapped is
 * in an unknown state. With `reset` the module gets a new instance at once, and objects of the earlier one throw.
 * Without `reset`, later calls into the module fail. Other modules are not affected.
 *
 * @returns a function that gives the number of the current instance, from 1
 */
export function guardModule(
  name: string,
  classes: readonly RawClass[],
  panicMessage: () => string | undefined,
  reset?: () => void,
): () => number {
  const guard = new Guard(name, panicMessage, reset);
  for (const raw of classes) {
    guard.methodsOf(raw);
    guard.methodsOf(raw.prototype);
  }
  return () => guard.start;
}

class Guard {
  readonly #name: string;
  readonly #panicMessage: () => string | undefined;
  readonly #reset: (() => void) | undefined;
  #stopped: CoreStoppedError | undefined;
  start = 1;

  constructor(
    name: string,
    panicMessage: () => string | undefined,
    reset: (() => void) | undefined,
  ) {
    this.#name = name;
    this.#panicMessage = panicMessage;
    this.#reset = reset;
  }

  methodsOf(target: object): void {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
      const method: unknown = property.value;
      const isOwn = name !== "constructor" && !name.startsWith("__");
      if (typeof method !== "function" || !isOwn) continue;
      const guard = this;
      Object.defineProperty(target, name, {
        ...property,
        value(this: unknown, ...args: unknown[]): unknown {
          const isStale = guard.#isStale(this);
          // Objects of an earlier start are gone with it, and their place may be another's.
          if (name === "free" && (guard.#stopped || isStale)) return undefined;
          if (guard.#stopped) throw guard.#stopped;
          if (isStale) throw guard.#stale();
          try {
            return Reflect.apply(method, this, args);
          } catch (thrown) {
            throw guard.#translate(thrown);
          }
        },
      });
    }
  }

  #translate(thrown: unknown): unknown {
    if (!isTrap(thrown)) return thrown;
    const reason = this.#panicMessage() ?? String(thrown);
    const isAnew = this.#startAnew();
    const what = isAnew
      ? "stopped, and was started anew; what was made with it before is lost"
      : "stopped and can't go on in this page; reload it";
    const failure = new CoreStoppedError(
      `The ag-ui-lit ${this.#name} ${what}. Please report this: ${reason}`,
      { cause: thrown },
    );
    if (!isAnew) this.#stopped = failure;
    console.error(failure);
    return failure;
  }

  #startAnew(): boolean {
    try {
      this.#reset?.();
    } catch {
      return false; // There is no room for another.
    }
    if (this.#reset) this.start += 1;
    return this.#reset !== undefined;
  }

  /** Returns true for an object of an earlier instance. wasm-bindgen counts instances from 0. */
  #isStale(object: unknown): boolean {
    // Every call passes here, and hardly any module has ever stopped.
    if (this.start === 1) return false;
    const madeBy = (object as { readonly __wbg_inst?: number } | undefined)?.__wbg_inst;
    return madeBy !== undefined && madeBy !== this.start - 1;
  }

  #stale(): CoreStoppedError {
    return new CoreStoppedError(
      `The ag-ui-lit ${this.#name} stopped after this was made, and was started anew: make it again.`,
    );
  }
}
