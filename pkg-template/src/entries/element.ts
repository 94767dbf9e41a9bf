/**
 * `ag-ui-lit/element`: defines `<ag-ui-agent>`, once, and loads the core by itself. Importing it in Node is harmless.
 *
 * @module
 */
import { AgUiAgent } from "../element/ag-ui-agent.js";

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
export { AgUiAgent } from "../element/ag-ui-agent.js";
export type { ApprovalResponse } from "../element/answers/approval-response.js";
export type { OpenCallDecision, OpenCallsPolicy } from "../element/answers/open-calls.js";
export type { InterruptAnswer } from "../element/answers/resume.js";
export { InvalidAnswerError } from "../element/errors/invalid-answer-error.js";
export { RunError, type RunErrorCode } from "../element/errors/run-error.js";
export type {
  ApprovalRequest,
  CallArguments,
  OpenCall,
  ToolCallDetail,
} from "../element/events/details.js";
export type { AgUiAgentEventMap } from "../element/events/event-map.js";
export type { HistoryChange } from "../element/events/history-change.js";
export type { RunLimits } from "../element/limits/limits.js";
export type { SendOptions } from "../element/runs/conversation.js";
export type { SendResult } from "../element/runs/loop.js";
export type { AgentHeaders } from "../element/stream/headers.js";
export type { FormToolEventMap } from "../forms/form-events.js";
export type { FormMetadata } from "../forms/form-metadata.js";
export type { FormTools } from "../forms/form-scope.js";
export type { AgUiDocumentEventMap } from "../tools/document-tools.js";
