import type { MarkdownStrings } from "../../../texts/chat/markdown-strings.js";
import { LINK_SCHEMES } from "./address.js";
import { Hooks } from "./hooks.js";
import type { MarkdownOptions } from "./options.js";

/** What the templates of a message know of the page's wishes. */
export interface RenderContext {
  readonly strings: MarkdownStrings;
  readonly linkSchemes: ReadonlySet<string>;
  readonly hooks: Hooks;
  /** Whether the block is complete: only then its code is highlighted. */
  readonly isComplete: boolean;
}

/** The contexts of blocks that are complete, and of those that are not. */
export interface RenderContexts {
  readonly complete: RenderContext;
  readonly open: RenderContext;
}

/** The contexts for options. */
export function contextsOf(options: MarkdownOptions): RenderContexts {
  const facts = {
    strings: options.strings.chat,
    linkSchemes: new Set(options.linkSchemes ?? LINK_SCHEMES),
    hooks: new Hooks(options),
  };
  return { complete: { ...facts, isComplete: true }, open: { ...facts, isComplete: false } };
}
