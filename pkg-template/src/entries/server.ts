/**
 * `ag-ui-lit/server`: the half that runs next to a model: the tools that it is offered, the server's part of a call,
 * and the part that is left to the client. In Node, Deno, Bun, a worker, or a page. Importing it loads nothing, and is
 * harmless everywhere.
 *
 * @module
 */

export { loadConversation } from "../conversation/load.js";
export { ModelFailure, type ModelFailureOptions } from "../errors/model-failure.js";
export { loadModels } from "../models/load.js";
export type {
  AgentContext,
  AgentParty,
  AgentToolExecutionContext,
} from "../server/agent-context.js";
export type { AgentExecuteOptions, Executor } from "../server/agent-executor.js";
export type { AgentLog, AgentLogLevel, KeyValue } from "../server/agent-log.js";
export type { AgentCall, AgentToolCall } from "../server/agent-tool-call.js";
export type {
  FunctionDefinition,
  FunctionParameters,
  JsonSchemaProperty,
  JsonSchemaType,
  ToolCall,
  ToolDefinition,
  ToolResult,
  WrappedDefinition,
} from "../server/client-tools/definition.js";
export { type SafeParse, ToolDefinitionSchema } from "../server/client-tools/definition-schema.js";
export {
  type ArgumentValidation,
  type ClientToolContext,
  type ClientToolExecuteOptions,
  ClientToolProvider,
  type ClientToolProviderOptions,
  type InputRequired,
} from "../server/client-tools/provider.js";
export {
  ClientToolDefinitionsError,
  type SafeValidation,
  safeValidateToolDefinitions,
  validateToolDefinitions,
} from "../server/client-tools/validate.js";
export {
  type Compliance,
  type ComplianceOptions,
  checkCompliance,
} from "../server/compliance/check-compliance.js";
export type { ComplianceRow } from "../server/compliance/rules.js";
export { AgentToolExecutor } from "../server/executor/agent-tool-executor.js";
export type {
  Authorization,
  AuthorizeRule,
  CallToAuthorize,
} from "../server/executor/authorize.js";
export { type AgentToolDefinition, defineAgentTool } from "../server/executor/define-agent-tool.js";
export type { AgentToolExecutorOptions } from "../server/executor/executor-options.js";
export type { CorsOptions } from "../server/http/cors.js";
export type {
  ContextRule,
  RequestContext,
  ServeAgentOptions,
} from "../server/http/endpoint-options.js";
export { nodeListener } from "../server/http/node-listener.js";
export type { NodeRequest } from "../server/http/node-request.js";
export type { NodeResponse } from "../server/http/node-response.js";
export { type AgentHandler, type ServedAgent, serveAgent } from "../server/http/serve-agent.js";
export type { LeaseOptions } from "../server/leases/lease-options.js";
export {
  type AgentLogOptions,
  type AgentLogRecord,
  agentLog,
  type JsonAgentLog,
} from "../server/log/agent-log.js";
export { logFor } from "../server/log/safe-log.js";
export { MissingPeerError } from "../server/missing-peer.js";
export type { Model, ModelAnswer, ModelEvent, ModelRequest } from "../server/model.js";
export { type ModelUsage, modelOf, type VendorModelOptions } from "../server/models/model-of.js";
export type { VendorClients, VendorName } from "../server/models/vendors.js";
export { AgentReasoner } from "../server/reasoner/agent-reasoner.js";
export type { AgentReasonerOptions } from "../server/reasoner/options.js";
export type { ReasonerCloseOptions } from "../server/reasoner/reasoner-closing.js";
export type { ReasonerRunOptions } from "../server/reasoner/run-options.js";
export type { ReasonerStore } from "../server/reasoner/store.js";
export type { Reasoner, ReasonerEvent } from "../server/reasoner-event.js";
export type {
  AgentExecuteRequest,
  AgentExecuteResponse,
  AgentFinish,
} from "../server/requests.js";
export { type MemoryRunLogOptions, memoryRunLog } from "../server/resumable/memory-run-log.js";
export type { ResumableOptions } from "../server/resumable/resumable-options.js";
export {
  type Busy,
  type ConversationStore,
  type Lease,
  type LeaseRequest,
  type SaveCondition,
  StoreConflictError,
  type StoredText,
  StoreUnavailableError,
} from "../server/stores/conversation-store.js";
export {
  type MemoryConversationStoreOptions,
  memoryConversationStore,
} from "../server/stores/memory-conversation-store.js";
export type {
  LoggedEvent,
  LoggedEvents,
  RunLog,
  RunLogLimits,
} from "../server/stores/run-log.js";
export { RunLogError, type RunLogErrorCode } from "../server/stores/run-log-error.js";
