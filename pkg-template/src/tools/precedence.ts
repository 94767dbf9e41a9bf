import { copies } from "./copies.js";

/**
 * Gives tools with this handler low precedence: they keep a name only for as long as no other tool wants it. They are
 * forms, which whoever writes a page's HTML declares; what a script registers goes first.
 */
export function lowerPrecedence(handler: object, form: object): void {
  copies().forms.set(handler, form);
}

/** Returns true if any tool of a script may take over the tool's name. */
export function hasLowPrecedence(tool: { readonly handler: object }): boolean {
  return formOf(tool) !== undefined;
}

/** The form that a tool is. */
export function formOf(tool: { readonly handler: object }): object | undefined {
  return copies().forms.get(tool.handler);
}
