/**
 * `ag-ui-lit/approvals`: the elements that ask a person: `<ag-ui-approval-card>`, `<ag-ui-interrupt-card>` and `<ag-ui-json-form>`.
 * Importing it in Node is harmless.
 *
 * @module
 */
export { AgUiApprovalCard, type AgUiApprovalCardEventMap } from "./approvals/card/approval-card.js";
export { AgUiJsonForm, type AgUiJsonFormEventMap } from "./approvals/form/json-form.js";
export {
  AgUiInterruptCard,
  type AgUiInterruptCardEventMap,
} from "./approvals/interrupt/interrupt-card.js";
export { approvalCardParts, interruptCardParts, jsonFormParts } from "./approvals/parts.js";
export type { ApprovalStrings } from "./approvals/strings.js";
