/** A wasm module of ag-ui-lit stopped: a bug of ours, or a call that needed more memory or stack than there is. */
export class CoreStoppedError extends Error {
  override readonly name = "CoreStoppedError";
  /** A stable name for the failure. */
  readonly code = "core_stopped";
}

/** What wasm-bindgen makes of a Rust type. */
interface RawClass {
  readonly prototype: object;
}

/**
 * Gives every call into a module a clear error in place of a bare `RuntimeError: unreachable`. A module that trapped is
 * in an unknown state, so later calls into it fail at once and say so; the other module goes on.
 */
export function guardModule(
  name: string,
  classes: readonly RawClass[],
  panicMessage: () => string | undefined,
): void {
  const guard = new Guard(name, panicMessage);
  for (const raw of classes) {
    guard.methodsOf(raw);
    guard.methodsOf(raw.prototype);
  }
}

class Guard {
  readonly #name: string;
  readonly #panicMessage: () => string | undefined;
  #stopped: CoreStoppedError | undefined;

  constructor(name: string, panicMessage: () => string | undefined) {
    this.#name = name;
    this.#panicMessage = panicMessage;
  }

  methodsOf(target: object): void {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
      const method: unknown = property.value;
      const isOwn = name !== "constructor" && name !== "free" && !name.startsWith("__");
      if (typeof method !== "function" || !isOwn) continue;
      const guard = this;
      Object.defineProperty(target, name, {
        ...property,
        value(this: unknown, ...args: unknown[]): unknown {
          if (guard.#stopped) throw guard.#stopped;
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
    const isTrap =
      thrown instanceof WebAssembly.RuntimeError ||
      (thrown instanceof RangeError && this.#panicMessage() === undefined);
    if (!isTrap) return thrown;
    const reason = this.#panicMessage() ?? String(thrown);
    this.#stopped = new CoreStoppedError(
      `The ag-ui-lit ${this.#name} stopped and can't go on in this page; reload it. Please report this: ${reason}`,
      { cause: thrown },
    );
    console.error(this.#stopped);
    return this.#stopped;
  }
}
