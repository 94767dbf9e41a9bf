/**
 * `ag-ui-lit/element`: defines `<ag-ui-agent>`, once, and loads the core by itself. Importing it in Node is harmless.
 *
 * @module
 */
import { AgUiAgent } from "./element/ag-ui-agent.js";

if (globalThis.customElements && !customElements.get("ag-ui-agent")) {
  customElements.define("ag-ui-agent", AgUiAgent);
}

export type {
  AssistantMessage,
  Interrupt,
  JsonPatch,
  Message,
  ToolCall,
  UserMessage,
} from "@ag-ui/core";
export { AgUiAgent } from "./element/ag-ui-agent.js";
export type { ApprovalRequest, ApprovalResponse } from "./element/approval-types.js";
export type { CallArguments } from "./element/call-arguments.js";
export type { SendOptions } from "./element/conversation.js";
export type { AgUiDocumentEventMap } from "./element/document-tools.js";
export type { AgUiAgentEventMap, ToolCallDetail } from "./element/events.js";
export type { AgentHeaders } from "./element/headers.js";
export type { HistoryChange } from "./element/history-change.js";
export { InvalidAnswerError } from "./element/invalid-answer-error.js";
export type { RunLimits } from "./element/limits.js";
export type { SendResult } from "./element/loop.js";
export type { OpenCall, OpenCallDecision, OpenCallsPolicy } from "./element/open-calls.js";
export type { InterruptAnswer } from "./element/resume.js";
export { RunError, type RunErrorCode } from "./element/run-error.js";
export type { FormToolEventMap } from "./forms/form-events.js";
export type { FormMetadata } from "./forms/form-metadata.js";
export type { FormTools } from "./forms/form-scope.js";
