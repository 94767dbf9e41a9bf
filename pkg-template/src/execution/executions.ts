import { FreedError } from "../core/freed.js";
import { type ManagerOptions, type RawDirective, RawExecutionManager } from "../core/raw.js";
import { requireCore } from "../core/state.js";
import { now } from "./clock.js";
import { ExecutionDriver } from "./execution-driver.js";
import { ExecutionHistory } from "./execution-history.js";
import type { ExecutionHost, ExecutionRequest } from "./execution-host.js";
import { ExecutionIds } from "./execution-id.js";
import { ExecutionScheduler } from "./execution-scheduler.js";
import { HeldResults } from "./page-cache.js";
import type { StructuredToolResult, WantedResults } from "./structured-result.js";

/** The parts of a manager that its executions need. */
export interface ExecutionsSettings
  extends Pick<ExecutionHost, "plan" | "maxResultLength" | "hears" | "dispatch"> {
  readonly options: ManagerOptions;
}

/** The executions of one manager, and its half in the core, which is made at the first use. */
export class Executions {
  readonly #settings: ExecutionsSettings;
  readonly #history: ExecutionHistory;
  readonly #ids = new ExecutionIds();
  #host: ExecutionHost | undefined;
  #isFreed = false;

  constructor(settings: ExecutionsSettings) {
    this.#settings = settings;
    this.#history = new ExecutionHistory(settings.options.maxHistory);
  }

  /**
   * Makes sure that executions can begin.
   *
   * @throws {NotInitializedError} before the core is loaded.
   * @throws {FreedError} after `free()`.
   */
  require(): ExecutionHost {
    if (this.#isFreed) throw new FreedError("ToolExecutionManager");
    this.#host ??= this.#makeHost();
    return this.#host;
  }

  /** Adds an execution, which is to be started. */
  begin(request: ExecutionRequest): ExecutionDriver {
    const execution = new ExecutionDriver(this.require(), request);
    this.#history.add(execution);
    return execution;
  }

  /** The execution with an id. */
  find(executionId: string): ExecutionDriver | undefined {
    const key = this.#ids.keyOf(executionId);
    return key === undefined ? undefined : this.#history.get(key);
  }

  /** The executions of a call, oldest first. */
  ofCall(toolCallId: string): ExecutionDriver[] {
    return this.#history.all.filter(({ request }) => request.toolCallId === toolCallId);
  }

  /** Those under way, oldest first. */
  get running(): ExecutionDriver[] {
    return this.#history.running;
  }

  /** The results of ended executions, oldest first. */
  structuredResults({ executionId, toolCallId, since }: WantedResults): StructuredToolResult[] {
    return this.#history.all
      .filter(({ id }) => executionId === undefined || id === executionId)
      .filter(({ request }) => toolCallId === undefined || request.toolCallId === toolCallId)
      .flatMap((execution) => execution.structured(since) ?? [])
      .sort((a, b) => Number(a.timestamp > b.timestamp) - Number(a.timestamp < b.timestamp));
  }

  /** Cancels all of them. */
  cancelAll(): void {
    this.#host?.scheduler.cancelAll();
  }

  /** Cancels all of them, and gives the core's memory back. */
  free(): void {
    // Before anything ends: an execution begun by a listener from now on would never end.
    this.#isFreed = true;
    this.#host?.scheduler.close();
    this.cancelAll();
    // A listener may have freed it meanwhile.
    const raw = this.#host?.raw;
    this.#host = undefined;
    this.#history.clear();
    raw?.free();
  }

  #makeHost(): ExecutionHost {
    requireCore("A ToolExecutionManager");
    const { options, plan, maxResultLength, hears, dispatch } = this.#settings;
    const history = this.#history;
    const raw = new RawExecutionManager(options, now, goOnWith(history), holdOf(history));
    return {
      raw,
      plan,
      maxResultLength,
      maxDepth: options.maxDepth,
      ids: this.#ids,
      keepsBigIntegers: options.bigIntegers === "bigint",
      scheduler: new ExecutionScheduler(raw, history),
      held: new HeldResults(),
      driverOf: (key) => history.get(key),
      hears,
      dispatch,
    };
  }
}

/**
 * Continues a waiting execution. The core holds this function for its own lifetime, so it must not hold the manager: a
 * waiting execution keeps itself alive. A separate function, since all closures of one method share their scope.
 */
function goOnWith(executions: ExecutionHistory): (key: number, directive: RawDirective) => void {
  const weak = weakly(executions);
  return (key, directive) => weak.deref()?.get(key)?.waited(directive);
}

/** Holds an execution that waits for a time in the queue: the core holds the returned function until then. */
function holdOf(executions: ExecutionHistory): (key: number) => (() => void) | undefined {
  const weak = weakly(executions);
  return (key) => {
    const execution = weak.deref()?.get(key);
    return execution && (() => execution.host.scheduler.drain());
  };
}

/** A weak reference; a strong one where a server's worker has no other, by an older date of compatibility. */
function weakly<T extends object>(value: T): { deref(): T | undefined } {
  return globalThis.WeakRef ? new WeakRef(value) : { deref: () => value };
}
