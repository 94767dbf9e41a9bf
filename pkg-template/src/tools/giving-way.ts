import { copies } from "./copies.js";

/**
 * Makes tools with this handler give way: they keep a name only for as long as no other tool wants it. They are forms,
 * which whoever writes a page's HTML declares; what a script registers goes first.
 */
export function giveWay(handler: object): void {
  copies().givingWay.add(handler);
}

/** Whether a tool gives way to one with its name. */
export function givesWay(tool: { readonly handler: object }): boolean {
  return copies().givingWay.has(tool.handler);
}
