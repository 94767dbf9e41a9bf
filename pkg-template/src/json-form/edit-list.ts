import type { ListDraft } from "./draft.js";
import { makeItem } from "./make-draft.js";

/** Returns true if a list may have one more item. */
export function mayAdd({ items, field }: ListDraft): boolean {
  return items.length < field.most;
}

/** Adds an empty item at the end of a list. */
export function addItem(list: ListDraft): void {
  if (!mayAdd(list)) return;
  list.items = [...list.items, makeItem(list.field)];
  list.isEdited = true;
}

/** Removes the item at an index. */
export function removeItem(list: ListDraft, index: number): void {
  list.items = list.items.filter((_item, at) => at !== index);
  list.isEdited = true;
}

/** Moves the item at an index by one place, up (-1) or down (1). */
export function moveItem(list: ListDraft, index: number, by: -1 | 1): void {
  const items = [...list.items];
  const [item] = items.splice(index, 1);
  const to = index + by;
  if (!item || to < 0 || to > items.length) return;
  items.splice(to, 0, item);
  list.items = items;
  list.isEdited = true;
}
