/** The one place that imports what wasm-bindgen generates. */

export type {
  BigInteger,
  CircuitConfig,
  Definition as RawDefinition,
  DefinitionFaults,
  DefinitionIssue,
  EngineTask,
  ExecutionRecord,
  Jitter,
  ManagerOptions,
  RetryRecord,
  ThrownFacts,
  Timing,
  ToolError as CoreToolError,
  ToolErrorCategory,
  ToolExecutionStatus,
  ToolStats,
  ValidationIssue,
} from "../generated/core.js";
export {
  default as instantiate,
  initSync as instantiateSync,
  RawArguments,
  RawArgumentsState,
  RawDirective,
  RawExecutionManager,
  RawReading,
  RawTool,
  RawToolRegistry,
  rawCategorize,
  rawPanicMessage,
} from "../generated/core.js";
