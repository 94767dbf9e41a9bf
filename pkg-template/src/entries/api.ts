/** The exports of every entry of the package, besides those for loading the core. */

export {
  type ArgumentsListener,
  type ArgumentsPart,
  ArgumentsReader,
  type ArgumentsReaderOptions,
  type PathPattern,
} from "../arguments/index.js";
export { DEFAULT_MAX_RESULT_LENGTH } from "../constants/core.js";
export { FreedError } from "../core/freed.js";
export { CoreStoppedError } from "../core/guard.js";
export type { InitSource } from "../core/module-loader.js";
export type { DefinitionIssue, Jitter, OnLimit, ToolStats } from "../core/raw.js";
export { NotInitializedError } from "../core/state.js";
export { categorizeError } from "../errors/categorize-error.js";
export { ToolDefinitionError } from "../errors/definition-error.js";
export { ToolFailure, type ToolFailureOptions } from "../errors/tool-failure.js";
export type { CallNext, CallOutcome, CallStep, StepCall } from "../execution/call-step.js";
export type { CallSteps } from "../execution/call-steps.js";
export type { CheckedArguments } from "../execution/checked-arguments.js";
export {
  DefaultToolExecutor,
  type DefaultToolExecutorOptions,
  type ToolExecutor,
  type ToolExecutorResult,
  type ToolValidationResult,
  ValidatingToolExecutor,
} from "../execution/executor.js";
export { ToolExecutionManager } from "../execution/manager.js";
export type { ToolExecutionManagerSettings } from "../execution/manager-settings.js";
export type {
  AnyStructuredToolResult,
  OtherToolName,
} from "../execution/result-metadata.js";
export type { StructuredToolResult } from "../execution/structured-result.js";
export {
  type StructuredResultsOptions,
  structuredResult,
  structuredResults,
} from "../execution/structured-results.js";
export { type ToolResult, toolResult } from "../execution/tool-result.js";
export type {
  ExecuteOptions,
  RetryRecord,
  Timing,
  ToolError,
  ToolErrorCategory,
  ToolExecution,
  ToolExecutionEventMap,
  ToolExecutionResult,
  ToolExecutionStatus,
  ValidationIssue,
} from "../execution/types.js";
export {
  type CircuitBreakerConfig,
  DEFAULT_RETRY_CONFIG,
  type RateLimitConfig,
  type RetryConfig,
  type ToolExecutionManagerOptions,
} from "../options/options.js";
export type { CallOrigin, CallOriginKind, RunOfCalls } from "../tools/call-origin.js";
export { globalToolRegistry, registerTool } from "../tools/global-registry.js";
export {
  type IdempotentFetch,
  type IdempotentFetchOptions,
  idempotentFetch,
} from "../tools/idempotent-fetch.js";
export {
  type AgUiTool,
  type RegisterOptions,
  type ToolRegistration,
  ToolRegistry,
  type ToolRegistryChange,
  type ToolRegistryEventMap,
} from "../tools/registry.js";
export type { ToolResultMetadata } from "../tools/result-metadata.js";
export type { CacheKeyContext, ResultStore, StoredResult } from "../tools/result-store.js";
export type {
  AfterReloadRule,
  ApprovalRule,
  CacheKeyRule,
  JsonSchema,
  PreviewRule,
  RegisteredTool,
  ReloadedCall,
  ToolDefinition,
  ToolExecutionContext,
  ToolExecutionMode,
  ToolHandler,
  ToolMetadata,
  ToolPreflight,
  ToolPreview,
  ToolSchema,
  TracingAttributes,
  TracingRule,
} from "../tools/types.js";
export type {
  JsonSchemaValidatorProvider,
  JsonSchemaValidatorResult,
} from "../validation/provider.js";
export {
  type VisiblePart,
  type VisibleTextOptions,
  visibleParts,
  visibleText,
} from "../visible-text/visible-text.js";
