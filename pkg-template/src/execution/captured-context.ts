import { nodeBuiltin } from "../core/node-builtin.js";

/** Runs a piece of work in the context that was captured. */
export type ContextRunner = (work: () => void) => void;

/**
 * A property of the context that a handler gets: the asynchronous context it was called in, if the platform has such.
 * Tools written in Rust read it before they await anything, since all calls of a WebAssembly module wait in one queue
 * of tasks. A registered symbol: `src/wasm/tools/within.rs` knows it.
 */
export const capturedContext: unique symbol = Symbol.for("ag-ui-lit.captured-context") as never;

interface Zones {
  readonly current?: { run?(work: () => void): void };
}

/** The active context of `AsyncLocalStorage` (Node, Deno, Bun) or zone.js; `undefined` without either. */
export function captureContext(): ContextRunner | undefined {
  const storage = nodeBuiltin("node:async_hooks")?.AsyncLocalStorage;
  if (storage?.snapshot) return storage.snapshot();
  const zone = (globalThis as { Zone?: Zones }).Zone?.current;
  return typeof zone?.run === "function" ? (work) => zone.run?.(work) : undefined;
}

/**
 * Gives a handler's context a runner of its own, which is made on first access: few handlers need one. A frozen context
 * stays as it is.
 */
export function provideContext(context: object, make: () => ContextRunner | undefined): void {
  let made: { readonly runner: ContextRunner | undefined } | undefined;
  const get = (): ContextRunner | undefined => {
    made ??= { runner: make() };
    return made.runner;
  };
  try {
    Object.defineProperty(context, capturedContext, { get, configurable: true });
  } catch {
    // The page has frozen it.
  }
}

/** Runs work in a captured context, if there is one. */
export function runIn<T>(runner: ContextRunner | undefined, work: () => T): T {
  if (!runner) return work();
  let done: { readonly value: T } | undefined;
  runner(() => {
    done ??= { value: work() };
  });
  return (done ?? { value: work() }).value;
}
