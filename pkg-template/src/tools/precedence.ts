import { copies } from "./copies.js";

/**
 * Gives tools with this handler low precedence: they keep a name only until another tool claims it. They are forms,
 * which the author of the HTML declares; tools that a script registers go first.
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
