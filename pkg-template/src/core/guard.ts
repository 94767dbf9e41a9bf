import { RawExecutionManager, RawTool, RawToolRegistry, rawPanicMessage } from "./raw.js";

/** The core stopped: a bug in ag-ui-lit, or a call that needed more memory or stack than there is. */
export class CoreStoppedError extends Error {
  override readonly name = "CoreStoppedError";
  /** A stable name for the failure. */
  readonly code = "core_stopped";
}

let stopped: CoreStoppedError | undefined;

/**
 * Gives every call into the core a clear error in place of a bare `RuntimeError: unreachable`. A module that
 * trapped is in an unknown state, so later calls fail at once and say so.
 */
export function guardCore(): void {
  for (const raw of [RawTool, RawToolRegistry, RawExecutionManager]) {
    guardMethods(raw);
    guardMethods(raw.prototype);
  }
}

function guardMethods(target: object): void {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    const method: unknown = property.value;
    const isOwn = name !== "constructor" && name !== "free" && !name.startsWith("__");
    if (typeof method !== "function" || !isOwn) continue;
    Object.defineProperty(target, name, {
      ...property,
      value(this: unknown, ...args: unknown[]): unknown {
        if (stopped) throw stopped;
        try {
          return Reflect.apply(method, this, args);
        } catch (thrown) {
          throw translate(thrown);
        }
      },
    });
  }
}

function translate(thrown: unknown): unknown {
  const isTrap =
    thrown instanceof WebAssembly.RuntimeError ||
    (thrown instanceof RangeError && rawPanicMessage() === undefined);
  if (!isTrap) return thrown;
  const reason = rawPanicMessage() ?? String(thrown);
  stopped = new CoreStoppedError(
    `The ag-ui-lit core stopped and can't go on in this page; reload it. Please report this: ${reason}`,
    { cause: thrown },
  );
  console.error(stopped);
  return stopped;
}
