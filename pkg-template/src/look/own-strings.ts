import { isObject, read } from "../codec/safe-read.js";
import { english } from "../texts/english.js";
import type { OwnStrings, Strings } from "../texts/strings.js";

const known = new WeakMap<OwnStrings, Strings>();

/**
 * The table of texts with a page's own instead of the English ones. A text that is missing, or has another type than
 * the English one, stays English. The same object for the same argument.
 */
export function withOwnStrings(own: OwnStrings | null | undefined): Strings {
  if (!isObject(own)) return english;
  const before = known.get(own);
  if (before) return before;
  const merged = {
    card: sectionOf(english.card, read(own, "card")),
    approval: sectionOf(english.approval, read(own, "approval")),
    chat: sectionOf(english.chat, read(own, "chat")),
    threads: sectionOf(english.threads, read(own, "threads")),
  };
  known.set(own, merged);
  return merged;
}

function sectionOf<Section extends object>(base: Section, own: unknown): Section {
  if (!isObject(own)) return base;
  const section = { ...base };
  for (const key of Object.keys(base) as (keyof Section)[]) {
    const text = read(own, key);
    if (typeof text === typeof base[key]) section[key] = text as Section[keyof Section];
  }
  return section;
}
