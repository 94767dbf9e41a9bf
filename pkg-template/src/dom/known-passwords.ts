/** Fields that were seen as password fields, by the attributes that remain when a page turns them into others. */

import { shadowRootOf } from "./flat-tree.js";
import { formOf, labelsOf, namedBy } from "./forms.js";
import {
  allIn,
  attributeText,
  documentOf,
  isElement,
  listen,
  nameOf,
  ofKind,
  textOf,
} from "./members.js";
import type { LabelsOf } from "./secrets.js";

/** The features by which a field is recognised. */
interface Trait {
  readonly form: string;
  readonly name: string;
  readonly id: string;
  readonly label: string;
}

/** The maximum number of remembered fields of a document; the oldest go first. */
const mostTraits = 200;

const elements = new WeakSet<Element>();
const traits = new WeakMap<Document, Map<string, Trait>>();

/** Remembers a field that holds a password. */
export function rememberPassword(element: Element, labels: LabelsOf = labelsOf): void {
  if (elements.has(element)) return;
  elements.add(element);
  const document = documentOf(element);
  const known = traits.get(document) ?? new Map<string, Trait>();
  traits.set(document, known);
  const trait = traitOf(element, labels);
  known.set(JSON.stringify(trait), trait);
  const [oldest] = known.keys();
  if (known.size > mostTraits && oldest !== undefined) known.delete(oldest);
}

/** Returns true if a field is one of those, or replaces one: with its id, or in its form with its name or label. */
export function isKnownPassword(element: Element, labels: LabelsOf = labelsOf): boolean {
  if (elements.has(element)) return true;
  const known = traits.get(documentOf(element));
  if (!known || known.size === 0) return false;
  const own = traitOf(element, labels);
  const isSame = (other: Trait): boolean =>
    (own.id !== "" && own.id === other.id) ||
    (own.form === other.form &&
      ((own.name !== "" && own.name === other.name) ||
        (own.label !== "" && own.label === other.label)));
  return [...known.values()].some(isSame);
}

function traitOf(element: Element, labels: LabelsOf): Trait {
  const text = (name: string): string => attributeText(element, name);
  const named = [...labels(element), ...namedBy(element)];
  const label = [...named.map((each) => textOf(each)), text("aria-label")].join(" ");
  return {
    form: formTrait(formOf(element)),
    name: text("name"),
    id: text("id"),
    label: (label.trim() || text("placeholder")).replace(/\s+/g, " ").trim().slice(0, 200),
  };
}

/** A framework may make the whole form anew. */
function formTrait(form: Element | null): string {
  if (!form) return "none";
  const parts = ["id", "name", "action"].map((name) => attributeText(form, name));
  return `form ${JSON.stringify(parts)}`;
}

const watched = new WeakSet<Document | ShadowRoot>();

/**
 * Remembers passwords from now on, before the first read: existing fields, new ones, and those that a person fills in.
 * A page may replace one by another field at any time.
 */
export function watchPasswords(scope: Document | ShadowRoot): void {
  if (watched.has(scope) || typeof MutationObserver === "undefined") return;
  watched.add(scope);
  const observer = new MutationObserver((records) => {
    // A test's document may outlive the globals of its window.
    if (typeof Element === "undefined") observer.disconnect();
    else for (const record of records) see(record);
  });
  observer.observe(scope, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["type"],
    attributeOldValue: true,
  });
  // Fields that a person types into are found through shadow roots as well.
  const hear = (event: Event): void => {
    const [target] = event.composedPath();
    if (isElement(target as Node | undefined)) remember(target as Element);
  };
  for (const type of ["focusin", "input", "change"]) listen(scope, type, hear, { capture: true });
  look(scope);
}

function see({ target, type, oldValue, addedNodes, removedNodes }: MutationRecord): void {
  if (type === "attributes") {
    const was = oldValue?.trim().toLowerCase() === "password";
    if (was && isElement(target) && nameOf(target) === "input") rememberPassword(target);
  }
  for (const node of [...addedNodes, ...removedNodes]) if (isElement(node)) look(node);
}

/** Finds those in a tree, and the shadow roots in it. */
function look(node: Node): void {
  if (isElement(node)) remember(node);
  for (const element of allIn(node, "*")) remember(element);
}

function remember(element: Element): void {
  const root = shadowRootOf(element);
  if (root) watchPasswords(root);
  if (nameOf(element) !== "input") return;
  if (ofKind<string>(element, "type", "", [HTMLInputElement]) === "password")
    rememberPassword(element);
}
