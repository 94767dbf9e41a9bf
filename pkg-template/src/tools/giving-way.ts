import { copies } from "./copies.js";

/**
 * Makes tools with this handler give way: they keep a name only for as long as no other tool wants it. They are forms,
 * which whoever writes a page's HTML declares; what a script registers goes first.
 */
export function giveWay(handler: object, form: object): void {
  copies().givingWay.set(handler, form);
}

/** Whether a tool gives way to one with its name. */
export function givesWay(tool: { readonly handler: object }): boolean {
  return formOf(tool) !== undefined;
}

/** The form that a tool is. */
export function formOf(tool: { readonly handler: object }): object | undefined {
  return copies().givingWay.get(tool.handler);
}
