/** The one place that imports what wasm-bindgen generates. */

export type {
  Definition as RawDefinition,
  DefinitionFaults,
  DefinitionIssue,
  ExecutionRecord,
  RetryRecord,
  ThrownFacts,
  Timing,
  ToolError as CoreToolError,
  ToolErrorCategory,
  ToolExecutionStatus,
  ValidationIssue,
} from "../generated/core.js";
export {
  default as instantiate,
  initSync as instantiateSync,
  RawDirective,
  RawExecutionManager,
  RawReading,
  RawTool,
  RawToolRegistry,
  rawCategorize,
  rawPanicMessage,
} from "../generated/core.js";
