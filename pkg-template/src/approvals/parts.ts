// stand-in: the file of the branch approvals counts
/** The parts of `<ag-ui-approval-card>`, with a line about each: for `exportparts`, the manifest and the guide. */
export const approvalCardParts = {
  card: "The card.",
  question: "The question.",
  summary: "What the call would do, or the tool's description.",
  about: "The name of the tool, and the subagent that called it.",
  warning: "The mark of a call that destroys something or has consequences.",
  preview: "The preview of a file's change.",
  "diff-line": "A line of a change.",
  "diff-added": "A line that is added.",
  "diff-removed": "A line that is removed.",
  "diff-same": "A line that stays.",
  arguments: "All arguments.",
  argument: "A row of the arguments.",
  mark: "The name of a hidden character.",
  reason: "The field for the reason of a no.",
  error: "Why an answer was not accepted.",
  actions: "The row of buttons.",
  button: "Any button.",
  "approve-button": "The button that allows the call.",
  "decline-button": "The button that declines it.",
  "edit-button": "The button that opens or closes the form of the arguments.",
  outcome: "What was decided.",
} as const;

/** The parts of `<ag-ui-interrupt-card>`. */
export const interruptCardParts = {
  card: "The card.",
  interrupt: "One interrupt.",
  question: "Its message.",
  about: "Its reason.",
  expiry: "How long it can be answered.",
  error: "Why an answer was not accepted.",
  actions: "The row of buttons.",
  button: "Any button.",
  "approve-button": "The button that confirms.",
  "decline-button": "The button that cancels or declines.",
  outcome: "The answer that was given.",
  progress: "How many interrupts have an answer.",
} as const;

/** The parts of `<ag-ui-json-form>`, which both cards forward. */
export const jsonFormParts = {
  form: "The form.",
  field: "A field with its label, description and errors.",
  "field-label": "A label.",
  "field-description": "A description.",
  "field-error": "An error of a field.",
  control: "An input, a text area or a list of options.",
  group: "The fields of an object, or the items of a list.",
  item: "An item of a list.",
  "item-button": "A button of a list: add, remove, move.",
  "error-summary": "The summary of errors.",
  "submit-button": "The button of a form that has one of its own.",
} as const;

/** The value of `exportparts` that forwards all parts of an element. */
export function exportAll(parts: Readonly<Record<string, string>>): string {
  return Object.keys(parts).join(", ");
}
