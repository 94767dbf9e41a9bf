import type { Control } from "./controls.js";
import { attributeOf, ownControlsOf } from "./form-access.js";

/** Which of a form's controls the browser finds fault with and why, in its words, a line for each. */
export function invalidControls(form: HTMLFormElement): string {
  return ownControlsOf(form)
    .filter((control) => control.localName !== "fieldset" && control.matches(":invalid"))
    .map((control) => {
      // A custom element need not show what it has set in the browser.
      const { validationMessage } = control as Control;
      const name = attributeOf(control, "name") || control.localName;
      return `\n- ${name}: ${validationMessage || "is not valid"}`;
    })
    .join("");
}
