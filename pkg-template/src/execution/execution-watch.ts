import { describe } from "../codec/describe.js";
import { isObject, read } from "../codec/safe-read.js";
import { OptionError } from "../options/option-error.js";
import type { CallOrigin } from "../tools/call-origin.js";
import type { RegisteredTool } from "../tools/types.js";
import type { Callee } from "./attempt.js";
import type { ExecutionHandle } from "./execution-handle.js";
import type { ToolExecutionEventMap } from "./types.js";

type EventType = keyof ToolExecutionEventMap;

/** An observer of one execution, such as a tracer. Its methods must not throw. */
export interface ExecutionWatch {
  /** Receives an event before any listener of the page: none can withhold it. */
  heard<Type extends EventType>(type: Type, detail: ToolExecutionEventMap[Type]["detail"]): void;
  /** Receives the same event after the page's listeners. It may call code of the page. */
  dispatched?<Type extends EventType>(
    type: Type,
    detail: ToolExecutionEventMap[Type]["detail"],
  ): void;
  /** It waits for a slot, before its first attempt or before another. */
  waits(): void;
  /** Its arguments are valid: those that the handler will get. Not called when an earlier result answers it. */
  accepted(args: unknown): void;
  /** Another execution's handler answers it. */
  follows(leader: ExecutionHandle): void;
  /** Wraps the callee of an attempt: the tool, or its replacement. */
  around(callee: Callee): Callee;
}

/** A watch that looks at nothing, for those that look at something. */
export class QuietWatch implements ExecutionWatch {
  heard(): void {}

  dispatched<Type extends EventType>(
    _type: Type,
    _detail: ToolExecutionEventMap[Type]["detail"],
  ): void {}

  waits(): void {}

  accepted(): void {}

  follows(): void {}

  around(callee: Callee): Callee {
    return callee;
  }
}

/** The request of a watched execution. */
export interface WatchedRequest {
  readonly tool: RegisteredTool;
  readonly toolCallId: string;
  /** The arguments as JSON text, which need not be readable. */
  readonly args: { readonly text: string };
  /** Its origin. */
  readonly origin: CallOrigin;
}

/** Called in `execute()`, before anything is announced; returns the observer of an execution, if it has one. */
export type ExecutionWatcher = (
  execution: ExecutionHandle,
  request: WatchedRequest,
) => ExecutionWatch | undefined;

/**
 * The method of a `ToolExecutionManager` that takes a watcher and returns a function that removes it. Executions under
 * way keep theirs. A registered symbol: tracers and managers may be of different copies of the package.
 */
export const watchExecutions = Symbol.for("ag-ui-lit.watch-executions");

/**
 * Calls a watcher for each execution that begins from now on. Returns a function that ends that.
 *
 * @throws {TypeError} if `manager` is not a manager.
 */
export function watch(manager: unknown, watcher: ExecutionWatcher): () => void {
  const method = isObject(manager) ? read(manager, watchExecutions) : undefined;
  if (typeof method !== "function") {
    throw new OptionError(`manager must be a ToolExecutionManager, but is ${describe(manager)}`);
  }
  return Reflect.apply(method, manager, [watcher]);
}

/** The watch of an execution by all of these watchers. */
export function watchOf(
  watchers: readonly (ExecutionWatcher | undefined)[],
  execution: ExecutionHandle,
  request: WatchedRequest,
): ExecutionWatch | undefined {
  const watches = watchers.flatMap((watcher) => watcher?.(execution, request) ?? []);
  return watches.length > 1 ? new Watches(watches) : watches[0];
}

/** Several watches as one. */
class Watches implements ExecutionWatch {
  readonly #all: readonly ExecutionWatch[];

  constructor(all: readonly ExecutionWatch[]) {
    this.#all = all;
  }

  heard<Type extends EventType>(type: Type, detail: ToolExecutionEventMap[Type]["detail"]): void {
    for (const watch of this.#all) watch.heard(type, detail);
  }

  dispatched<Type extends EventType>(
    type: Type,
    detail: ToolExecutionEventMap[Type]["detail"],
  ): void {
    for (const watch of this.#all) watch.dispatched?.(type, detail);
  }

  waits(): void {
    for (const watch of this.#all) watch.waits();
  }

  accepted(args: unknown): void {
    for (const watch of this.#all) watch.accepted(args);
  }

  follows(leader: ExecutionHandle): void {
    for (const watch of this.#all) watch.follows(leader);
  }

  /** The first is the outermost. */
  around(callee: Callee): Callee {
    return this.#all.reduceRight((inner, watch) => watch.around(inner), callee);
  }
}
