/** The one place that imports what wasm-bindgen generates. */

export type {
  BigInteger,
  CircuitConfig,
  Definition as RawDefinition,
  DefinitionIssue,
  ExecutionRecord,
  Jitter,
  Json,
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
  RawSchema,
  RawTool,
  RawToolRegistry,
  rawCategorize,
  rawPanicMessage,
  rawReserveInput,
} from "../generated/core.js";
export {
  default as instantiateJsonSchema,
  initSync as instantiateJsonSchemaSync,
  RawJsonSchema,
  RawJudge,
  rawPanicMessage as rawJsonSchemaPanicMessage,
} from "../generated/json_schema.js";
