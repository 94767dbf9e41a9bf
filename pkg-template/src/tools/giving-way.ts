import { givenFunction } from "./callable.js";

/**
 * Tools that keep a name only for as long as no other tool wants it: forms, which whoever writes a page's HTML
 * declares. What a script registers goes first.
 */
const handlers = new WeakSet<object>();

/** Makes tools with this handler give way. */
export function giveWay(handler: object): void {
  handlers.add(handler);
}

/** Whether a tool gives way to one with its name. */
export function givesWay(tool: { readonly handler: object }): boolean {
  return handlers.has(givenFunction(tool.handler));
}
