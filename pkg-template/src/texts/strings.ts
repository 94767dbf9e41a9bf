import type { ApprovalStrings } from "./approval/strings.js";
import type { CardStrings } from "./card/strings.js";
import type { ChatStrings } from "./chat/strings.js";
import type { ThreadsStrings } from "./threads/strings.js";

/** All texts of the elements, also those for screen readers, by the element that uses them. */
export interface Strings {
  readonly card: CardStrings;
  readonly approval: ApprovalStrings;
  readonly chat: ChatStrings;
  readonly threads: ThreadsStrings;
}

/** Texts of a page's own: each replaces the text of the same name. */
export type OwnStrings = { readonly [Section in keyof Strings]?: Partial<Strings[Section]> };
