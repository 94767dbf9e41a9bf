/** The one place that imports what wasm-bindgen generates. */

export type {
  BigInteger,
  BigIntegers,
  CircuitConfig,
  Definition as RawDefinition,
  DefinitionIssue,
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
  RawDirective,
  RawExecutionManager,
  RawReading,
  RawTool,
  RawToolRegistry,
  rawAbortCancelled,
  rawAbortTimedOut,
  rawCategorize,
  rawMakeController,
  rawPanicMessage,
} from "../generated/core.js";
export {
  default as instantiateJsonSchema,
  initSync as instantiateJsonSchemaSync,
  RawJsonSchema,
  RawJudge,
  rawPanicMessage as rawJsonSchemaPanicMessage,
} from "../generated/json_schema.js";
