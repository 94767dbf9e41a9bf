/**
 * `ag-ui-lit/approvals`: the cards that ask a person, `<ag-ui-approval-card>` and `<ag-ui-interrupt-card>`. Importing
 * it in Node is harmless. Their form, which is an entry of its own (`ag-ui-lit/json-form`), is loaded when it is
 * needed.
 *
 * @module
 */
export {
  AgUiApprovalCard,
  type AgUiApprovalCardEventMap,
} from "../approvals/card/approval-card.js";
export {
  AgUiInterruptCard,
  type AgUiInterruptCardEventMap,
} from "../approvals/interrupt/interrupt-card.js";
export { approvalCardParts, interruptCardParts } from "../approvals/parts.js";
export type { ApprovalStrings } from "../texts/approval/strings.js";
