/**
 * The parts of `<ag-ui-tool-card>` and `<ag-ui-activity-card>`, with descriptions: for `::part()` and `exportparts`.
 */
export const cardParts = {
  card: "The default card of a call or an activity.",
  "card-header": "Its first line: icon, title, status, buttons.",
  "card-icon": "The icon of the status.",
  "card-title": "The title of the tool, or the type of the activity.",
  "card-name": "The name of the tool, where it also has a title.",
  "card-status": "The status in words.",
  "card-button": "A button.",
  "card-progress": "The line of the progress.",
  "card-progress-bar": "The bar of the progress.",
  "card-attempt": "The line with the attempts, and the time until the next one.",
  "card-fold": "A part that opens: arguments, result, late result.",
  "card-summary": "The line that opens it.",
  "card-preview": "The beginning of what is folded, in that line.",
  "card-rows": "The rows of a value.",
  "card-row": "One row.",
  "card-key": "The name of the value in a row.",
  "card-value": "The value in a row.",
  "card-mark": "The mark in place of a character that can't be seen.",
  "card-error": "The text of an error.",
  "card-refusal": "Why the answer of a person was refused.",
  "card-view": "The view of the page, in place of the card.",
} as const;

/** The name of a part of a card. */
export type CardPart = keyof typeof cardParts;
