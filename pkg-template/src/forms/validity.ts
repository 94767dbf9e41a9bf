import { attributeOf, controlsOf } from "./form-access.js";

/** Which controls the browser finds fault with and why, in its words, a line for each. */
export function invalidControls(form: HTMLFormElement): string {
  return controlsOf(form)
    .filter((control) => (control as HTMLInputElement).validity?.valid === false)
    .map((control) => {
      const { validationMessage } = control as HTMLInputElement;
      return `\n- ${attributeOf(control, "name") || control.localName}: ${validationMessage}`;
    })
    .join("");
}
