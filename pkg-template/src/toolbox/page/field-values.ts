import { heldBy, inputType } from "../../dom/fields.js";
import { allIn, readMember } from "../../dom/members.js";
import { isSecret } from "../../dom/secrets.js";
import type { Part } from "./part.js";
import { isThere } from "./recorded.js";

/** The maximum number of compared fields. */
const mostFields = 2_000;

/** The content of fields at a moment. */
export class FieldValues {
  readonly #part: Part;
  readonly #element: Element;
  readonly #held = new Map<Element, string>();

  /** @param element the used element; its own tick is reported elsewhere */
  constructor(part: Part, element: Element, roots: Iterable<Document | ShadowRoot>) {
    this.#part = part;
    this.#element = element;
    for (const root of roots) {
      for (const field of allIn(root, "input, textarea, select")) {
        if (this.#held.size >= mostFields) return;
        if (inputType(field) !== "hidden") this.#held.set(field, valueIn(field));
      }
    }
  }

  /** Fields with a changed value, as `Held` in `crates/toolbox/src/page/effects.rs`; at most `most`. */
  changed(most: number): object[] {
    const changed: object[] = [];
    for (const [field, before] of this.#held) {
      if (changed.length >= most) break;
      if (!isThere(field) || (field === this.#element && isTickable(field))) continue;
      const value = valueIn(field);
      const element = value === before ? null : this.#part.referenceOf(field);
      if (element === null) continue;
      // Neither a secret value nor its length is reported.
      const isKept = isSecret(field, this.#part.readsSensitive);
      changed.push({ element, ...(!isKept && { value }) });
    }
    return changed;
  }
}

export function isTickable(field: Element): boolean {
  return /^(checkbox|radio)$/.test(inputType(field));
}

function valueIn(field: Element): string {
  if (!isTickable(field)) return heldBy(field) ?? "";
  const isChecked = readMember<boolean>(HTMLInputElement.prototype, "checked", field);
  return isChecked ? "checked" : "not checked";
}
