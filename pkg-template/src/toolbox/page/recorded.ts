import { isEditable } from "../../dom/fields.js";
import { isIn, parentOf, pathOf } from "../../dom/flat-tree.js";
import {
  attributeOf,
  isConnected,
  isElement,
  isText,
  nameOf,
  parentNodeOf,
  windowOf,
} from "../../dom/members.js";
import type { Part } from "./part.js";
import { isVisible } from "./visibility.js";

/** The maximum number of reports of each kind. */
export const mostReported = 5;

/** Changes that were recorded while an element was used. */
interface Recorded {
  readonly part: Part;
  readonly element: Element;
  readonly records: readonly MutationRecord[];
}

/** The number of elements that came and went. */
export function countsOf({ part, records }: Recorded): {
  readonly added: number;
  readonly removed: number;
} {
  let added = 0;
  let removed = 0;
  const counts = (node: Node): boolean => isElement(node) && !part.isIgnored(node);
  for (const { addedNodes, removedNodes } of records) {
    added += Array.from(addedNodes).filter(counts).length;
    removed += Array.from(removedNodes).filter(counts).length;
  }
  return { added, removed };
}

/** Texts that are new, where they can be seen. */
export function newTexts({ part, element, records }: Recorded): string[] {
  const changed = new Set<Element>();
  for (const { type, target, addedNodes } of records) {
    if (type === "attributes") continue;
    if (type === "characterData") addParent(changed, target);
    for (const node of addedNodes) {
      if (isElement(node)) changed.add(node);
      else if (isText(node)) addParent(changed, node);
    }
  }
  const texts: string[] = [];
  for (const each of changed) {
    if (texts.length >= mostReported) break;
    // Text typed in place is reported as the field's value.
    const isTyped = isEditable(element) && isIn(each, element);
    if (isTyped || !isThere(each) || !part.mayHold(each) || !isVisible(each)) continue;
    if ([...pathOf(each)].some((outer) => outer !== each && changed.has(outer))) continue;
    const text = part.textOf(each);
    if (text !== "" && !texts.includes(text)) texts.push(text);
  }
  return texts;
}

/** Attributes whose changes are reported as text. */
const states = new Set([
  ...["checked", "selected", "pressed", "expanded", "current", "disabled", "invalid", "busy"].map(
    (name) => `aria-${name}`,
  ),
  ...["open", "disabled", "readonly", "required"],
]);

/** Elements that are in another state, as `Changed` in `crates/toolbox/src/page/effects.rs`. */
export function changedStates({ part, element, records }: Recorded): object[] {
  const first = new Map<Element, Map<string, string | null>>();
  for (const { type, target, attributeName, oldValue } of records) {
    const name = attributeName ?? "";
    if (type !== "attributes" || !isElement(target) || !states.has(name)) continue;
    const of = first.get(target) ?? new Map<string, string | null>();
    first.set(target, of);
    if (!of.has(name)) of.set(name, oldValue);
  }
  const changed: object[] = [];
  for (const [each, of] of first) {
    for (const [name, before] of of) {
      const value = attributeOf(each, name);
      if (value === before || isOwnFact(element, each, name) || !isThere(each)) continue;
      const reference = part.referenceOf(each);
      if (reference === null || changed.length >= mostReported) continue;
      changed.push({ element: reference, name, ...(value !== null && { value }) });
    }
  }
  return changed;
}

/** Changes that are reported separately. */
function isOwnFact(element: Element, each: Element, name: string): boolean {
  // The opening of a dialog is reported separately.
  if (name === "open") return nameOf(each) !== "details" || parentOf(element) === each;
  return each === element && /^aria-(checked|expanded|pressed|selected)$/.test(name);
}

export function isThere(element: Element): boolean {
  return isConnected(element) && windowOf(element) !== null;
}

function addParent(to: Set<Element>, node: Node): void {
  const parent = parentNodeOf(node);
  if (isElement(parent)) to.add(parent);
}
