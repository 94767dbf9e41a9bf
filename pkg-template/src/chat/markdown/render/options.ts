import type { TemplateResult } from "lit";
import { checkOptions } from "../../../options/check-options.js";
import { OptionError } from "../../../options/option-error.js";
import { aFunction, anObject, listOf, needed } from "../../../options/rules.js";
import type { MarkdownStrings } from "../../../texts/chat/markdown-strings.js";

/** What a hook returns; with `undefined` the plain text is shown. */
export type HookResult = TemplateResult | Node | undefined;

/** Options of a message's Markdown. */
export interface MarkdownOptions {
  /**
   * The schemes of addresses that a link may have. A link with another one is shown as text, with its address. Schemes that run
   * code or carry a document in the address are refused whatever is given. @default ["https", "http", "mailto", "tel"]
   */
  readonly linkSchemes?: readonly string[] | undefined;
  /**
   * Whether a picture may be loaded from its address: an address can carry data away. A picture that may not is shown as a link.
   * @default () => false
   */
  readonly allowImage?: ((url: URL) => boolean) | undefined;
  /** Highlights code once it is complete. The plain code is shown before, and if it throws. */
  readonly highlight?:
    | ((code: string, language: string) => HookResult | Promise<HookResult>)
    | undefined;
  /**
   * Shows a formula. With it `$…$`, `$$…$$`, `\(…\)` and `\[…\]` are formulas; without it they are text.
   */
  readonly math?:
    | ((source: string, isBlock: boolean) => HookResult | Promise<HookResult>)
    | undefined;
  /** The table of texts. */
  readonly strings: { readonly chat: MarkdownStrings };
}

/** Schemes by which an address runs code in the page, or is a document itself. */
const NEVER = new Set([
  "javascript",
  "vbscript",
  "data",
  "blob",
  "filesystem",
  "about",
  "view-source",
]);

/**
 * Checks options.
 *
 * @throws {OptionError} when one is not as it must be.
 */
export function checkMarkdownOptions(options: MarkdownOptions): void {
  checkOptions<MarkdownOptions>("MarkdownView", options, {
    linkSchemes: listOf("schemes such as https", (text) => /^[a-z][a-z0-9+.-]*$/.test(text)),
    allowImage: aFunction,
    highlight: aFunction,
    math: aFunction,
    strings: needed(anObject),
  });
  const refused = options.linkSchemes?.find((scheme) => NEVER.has(scheme));
  if (refused === undefined) return;
  throw new OptionError(
    `ag-ui-lit: MarkdownView({ linkSchemes }) has "${refused}", which no link of a message may have.`,
  );
}
