/**
 * `ag-ui-lit/views`: the views of tools. Defines `<ag-ui-tool-card>` and `<ag-ui-activity-card>`. Importing it in Node
 * is harmless.
 *
 * @module
 */

export type { CardStrings, CardTexts } from "../texts/card/strings.js";
export { AgUiActivityCard, type AgUiActivityCardEventMap } from "../views/activity-card.js";
export {
  CALL_STATUSES,
  type InvalidArguments,
  isSettled,
  type LateResult,
  type RefusedAnswer,
  type ToolCallState,
  type ToolCallStatus,
} from "../views/call-state.js";
export type { AnswerSchema } from "../views/check-answer.js";
export { type HumanToolOptions, humanTool } from "../views/human-tool.js";
export { type CardPart, cardParts } from "../views/parts.js";
export { registerActivityView, registerToolView } from "../views/register-view.js";
export { type ToolCalls, type ToolCallsEventMap, toolCallsOf } from "../views/tool-calls.js";
export { AgUiToolCard, type AgUiToolCardEventMap } from "../views/tool-card.js";
export type {
  ActivityState,
  ActivityView,
  ToolView,
  ToolViewFunction,
  ViewContent,
  ViewElementName,
  ViewedTool,
  ViewOptions,
} from "../views/view-types.js";
