/**
 * `ag-ui-lit/server`: the half that runs beside a model: which tools it is offered, what the server does of a call, and what is left to
 * the client. In Node, Deno, Bun, a worker, or a page. Importing it loads nothing, and is harmless everywhere.
 *
 * @module
 */
export type {
  AgentContext,
  AgentParty,
  AgentToolExecutionContext,
} from "./server/agent-context.js";
export type { AgentExecuteOptions, Executor } from "./server/agent-executor.js";
export type { AgentLog, AgentLogLevel, KeyValue } from "./server/agent-log.js";
export type { AgentCall, AgentToolCall } from "./server/agent-tool-call.js";
export type {
  FunctionDefinition,
  FunctionParameters,
  JsonSchemaProperty,
  JsonSchemaType,
  ToolCall,
  ToolDefinition,
  ToolResult,
  WrappedDefinition,
} from "./server/client-tools/definition.js";
export { type SafeParse, ToolDefinitionSchema } from "./server/client-tools/definition-schema.js";
export {
  type ArgumentValidation,
  type ClientToolContext,
  type ClientToolExecuteOptions,
  ClientToolProvider,
  type ClientToolProviderOptions,
  type InputRequired,
} from "./server/client-tools/provider.js";
export {
  ClientToolDefinitionsError,
  type SafeValidation,
  safeValidateToolDefinitions,
  validateToolDefinitions,
} from "./server/client-tools/validate.js";
export { AgentToolExecutor } from "./server/executor/agent-tool-executor.js";
export type { Authorization, AuthorizeRule, CallToAuthorize } from "./server/executor/authorize.js";
export { type AgentToolDefinition, defineAgentTool } from "./server/executor/define-agent-tool.js";
export type { AgentToolExecutorOptions } from "./server/executor/executor-options.js";
