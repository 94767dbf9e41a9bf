import type { RawExecutionManager } from "../core/raw.js";
import type { CompiledTool } from "../tools/define.js";
import type { RegisteredTool } from "../tools/types.js";
import type { ArgumentsText } from "./arguments.js";
import type { ExecutionIds } from "./execution-id.js";
import type { ExecutionPlan } from "./executor.js";
import type { HandlerResult } from "./handler-result.js";
import type { Run } from "./run.js";
import type { ToolExecutionEventMap } from "./types.js";

type EventType = keyof ToolExecutionEventMap;

/** What a run needs of its manager. */
export interface RunHost {
  readonly raw: RawExecutionManager;
  readonly plan: ExecutionPlan;
  readonly maxResultLength: number;
  /** How many arrays and objects may be nested in arguments. */
  readonly maxDepth: number;
  readonly ids: ExecutionIds;
  /** Whether argument text may hold integers that `JSON.parse` would round. */
  readonly keepsBigIntegers: boolean;
  /** Whether somebody may listen to an event: its detail is not made for nobody. */
  hears(type: EventType): boolean;
  /** Dispatches an event. Never throws. */
  dispatch<Type extends EventType>(type: Type, detail: ToolExecutionEventMap[Type]["detail"]): void;
  /** The run of an execution. */
  runOf(key: number): Run | undefined;
  /** The result of an execution that answers others. */
  resultOf(key: number): HandlerResult | undefined;
  /** Lets go on what has become ready. Never throws. */
  drain(): void;
  /** Lets nothing go on until the call that cancels is over. */
  hold(): void;
  /** The run has ended: what waited for it goes on. Never throws. */
  retire(run: Run): void;
}

/** What to run. */
export interface RunOrder {
  readonly tool: RegisteredTool;
  readonly compiled: CompiledTool;
  readonly toolCallId: string;
  readonly args: ArgumentsText;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number | undefined;
}
