/** Fits the height of a text area to its text, in browsers without `field-sizing`. The style sheet has the limits. */
export function fitHeight(field: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.blockSize = "auto";
  field.style.blockSize = `${field.scrollHeight}px`;
}
