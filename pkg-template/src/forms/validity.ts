import { ownControlsOf } from "../dom/forms.js";
import { attributeText, matches, nameOf } from "../dom/members.js";
import type { Control } from "./controls.js";

/** The invalid controls of a form with the browser's messages, a line for each. */
export function invalidControls(form: HTMLFormElement): string {
  return ownControlsOf(form)
    .filter((control) => nameOf(control) !== "fieldset" && matches(control, ":invalid"))
    .map((control) => {
      // A custom element need not show the validity that it has set in the browser.
      const { validationMessage } = control as Control;
      const name = attributeText(control, "name") || nameOf(control);
      return `\n- ${name}: ${validationMessage || "is not valid"}`;
    })
    .join("");
}
