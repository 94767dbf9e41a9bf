import { allIn, attributeOf, hasAttribute, matches, nameOf } from "../../dom/members.js";
import type { Part } from "./part.js";
import { isVisible } from "./visibility.js";

/** Layers that open over a page. */
const layers =
  "dialog[open], [role=dialog], [role=alertdialog], [popover], [role=menu], [role=listbox], [role=tooltip]";

/** The open dialogs, popovers and menus that the agent may see. */
export function openLayers(part: Part, roots: Iterable<Document | ShadowRoot>): Set<Element> {
  const open = new Set<Element>();
  for (const root of roots) {
    for (const layer of allIn(root, layers)) {
      const isOpen = !hasAttribute(layer, "popover") || matches(layer, ":popover-open");
      if (isOpen && isVisible(layer) && part.mayHold(layer)) open.add(layer);
    }
  }
  return open;
}

export function isDialog(layer: Element): boolean {
  return nameOf(layer) === "dialog" || /dialog$/.test(attributeOf(layer, "role") ?? "");
}
