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

/** What the driver of an execution needs of its manager. */
export interface ExecutionHost {
  readonly raw: RawExecutionManager;
  readonly plan: ExecutionPlan;
  readonly maxResultLength: number;
  /** How many arrays and objects may be nested in arguments. */
  readonly maxDepth: number;
  readonly ids: ExecutionIds;
  /** Whether argument text may hold integers that `JSON.parse` would round. */
  readonly keepsBigIntegers: boolean;
  readonly scheduler: ExecutionScheduler;
  /** Results that answer later calls, by keys of the page. */
  readonly held: HeldResults;
  /** Whether somebody may listen to an event: its detail is not made for nobody. */
  hears(type: EventType): boolean;
  /** Dispatches an event. Never throws. */
  dispatch<Type extends EventType>(type: Type, detail: ToolExecutionEventMap[Type]["detail"]): void;
  /** The driver of an execution. */
  driverOf(key: number): ExecutionDriver | undefined;
}

/** What to execute. */
export interface ExecutionRequest {
  readonly tool: RegisteredTool;
  readonly compiled: CompiledTool;
  readonly toolCallId: string;
  readonly args: ArgumentsText;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number | undefined;
  /** Its origin. */
  readonly origin: CallOrigin;
  /** What its handler's context has beside the fields of every call. */
  readonly context: CallContext | undefined;
}
