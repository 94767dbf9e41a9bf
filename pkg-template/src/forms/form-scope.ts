import { describe } from "../codec/describe.js";
import { flatParentOf } from "../dom/flat-tree.js";
import { isElement, matches } from "../dom/members.js";

/**
 * The forms with `toolname` that are tools: `"none"` (the default), `"all"`, or those that an element is or contains.
 * Elements are passed themselves, or by a CSS selector.
 */
export type FormTools = "none" | "all" | (string & {}) | Element | readonly Element[];

/** Returns true if a form is a tool. */
export type FormScope = (form: HTMLFormElement) => boolean;

/** Reads the page's setting of its forms; `undefined` for none of them. Invalid settings count as none. */
export function scopeOf(forms: unknown): FormScope | undefined {
  if (forms === undefined || forms === null || forms === "none" || forms === false)
    return undefined;
  if (forms === "all") return () => true;
  if (typeof forms === "string") return scopeOfSelector(forms);
  const roots: unknown[] = Array.isArray(forms) ? [...forms] : [forms];
  if (!roots.every(isRoot)) return refuse(describe(forms));
  const known = new Set<Element>(roots);
  return (form) => isWithin(form, (element) => known.has(element));
}

function scopeOfSelector(selector: string): FormScope | undefined {
  // Frameworks write this for a boolean attribute; it is not a selector.
  if (selector === "false") return undefined;
  if (selector.trim() === "" || selector === "true") return refuse(JSON.stringify(selector));
  try {
    new DocumentFragment().querySelector(selector);
  } catch {
    return refuse(JSON.stringify(selector));
  }
  return (form) => isWithin(form, (element) => matches(element, selector));
}

/** Shadow trees included: a form in a component is where the component is. */
function isWithin(form: HTMLFormElement, isRoot: (element: Element) => boolean): boolean {
  for (let each: Element | null = form; each; each = flatParentOf(each)) {
    if (isRoot(each)) return true;
  }
  return false;
}

function isRoot(root: unknown): root is Element {
  try {
    return isElement(root as Node);
  } catch {
    return false;
  }
}

function refuse(given: string): undefined {
  console.warn(
    `<ag-ui-agent>: form-tools is ${given}: no form is a tool. Say "all", "none", a CSS selector, or elements.`,
  );
}
