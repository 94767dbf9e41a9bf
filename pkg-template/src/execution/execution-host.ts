import type { RawExecutionManager } from "../core/raw.js";
import type { CallOrigin } from "../tools/call-origin.js";
import type { CompiledTool } from "../tools/define.js";
import type { RegisteredTool } from "../tools/types.js";
import type { ArgumentsText } from "./arguments.js";
import type { CallContext } from "./call-context.js";
import type { ExecutionDriver } from "./execution-driver.js";
import type { ExecutionIds } from "./execution-id.js";
import type { ExecutionScheduler } from "./execution-scheduler.js";
import type { ExecutionPlan } from "./executor.js";
import type { HeldResults } from "./page-cache.js";
import type { ToolExecutionEventMap } from "./types.js";

type EventType = keyof ToolExecutionEventMap;

/** The dependencies of an execution's driver on its manager. */
export interface ExecutionHost {
  readonly raw: RawExecutionManager;
  readonly plan: ExecutionPlan;
  readonly maxResultLength: number;
  /** The maximum nesting of arrays and objects in arguments. */
  readonly maxDepth: number;
  readonly ids: ExecutionIds;
  /** Whether argument text may hold integers that `JSON.parse` would round. */
  readonly keepsBigIntegers: boolean;
  readonly scheduler: ExecutionScheduler;
  /** Results that answer later calls, by keys of the page. */
  readonly held: HeldResults;
  /** Returns true if an event may have listeners: otherwise its detail need not be made. */
  hears(type: EventType): boolean;
  /** Dispatches an event. Never throws. */
  dispatch<Type extends EventType>(type: Type, detail: ToolExecutionEventMap[Type]["detail"]): void;
  /** The driver of an execution. */
  driverOf(key: number): ExecutionDriver | undefined;
}

/** The request of an execution. */
export interface ExecutionRequest {
  readonly tool: RegisteredTool;
  readonly compiled: CompiledTool;
  readonly toolCallId: string;
  readonly args: ArgumentsText;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number | undefined;
  /** Its origin. */
  readonly origin: CallOrigin;
  /** Fields of its handler's context in addition to those of every call. */
  readonly context: CallContext | undefined;
}
