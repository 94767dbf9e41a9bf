import type { TemplateResult } from "lit";
import { MarkdownDocument } from "./document/markdown-document.js";
import { markdownFrame } from "./frame.js";
import { mathExtension } from "./lexing/math.js";
import { NormalText } from "./normal-text.js";
import { contextsOf, type RenderContexts } from "./render/context.js";
import { checkMarkdownOptions, type MarkdownOptions } from "./render/options.js";
import { renderDocument } from "./render/render-document.js";

/**
 * The Markdown of one message, while it arrives. It makes Lit templates of its own: nothing in a text becomes HTML, an attribute,
 * or a request that the options do not allow.
 *
 * @example
 * ```ts
 * const view = new MarkdownView({ strings: english });
 * render(view.render("**Bold** te", false), container);
 * render(view.render("**Bold** text.", true), container);
 * ```
 */
export class MarkdownView {
  readonly #options: MarkdownOptions;
  readonly #contexts: RenderContexts;
  #document: MarkdownDocument;
  #text = new NormalText();
  #isComplete = false;
  /** The normal text of the last call. */
  #last = "";

  /** @throws {OptionError} when an option is not as it must be. */
  constructor(options: MarkdownOptions) {
    checkMarkdownOptions(options);
    this.#options = options;
    this.#contexts = contextsOf(options);
    this.#document = this.#newDocument();
  }

  /**
   * The template of a text.
   *
   * @param text all of the text so far. Where it continues that of the last call, only what came since is read.
   * @param isComplete whether no more will come.
   */
  render(text: string, isComplete: boolean): TemplateResult {
    const normal = this.#next(text, isComplete);
    if (normal.length !== this.#document.length || isComplete !== this.#isComplete) {
      this.#document.read(normal, isComplete);
    }
    this.#isComplete = isComplete;
    return markdownFrame(renderDocument(this.#document, this.#contexts));
  }

  /** The text in its normal form. For one that does not continue the one before there is a new document. */
  #next(text: string, isComplete: boolean): string {
    const normal = this.#text.next(text, isComplete);
    const goesOn = this.#isComplete && (!isComplete || normal !== this.#last);
    if (normal !== undefined && !goesOn) return this.#remember(normal);
    this.#document = this.#newDocument();
    this.#text = new NormalText();
    this.#isComplete = false;
    return this.#remember(this.#text.next(text, isComplete) ?? "");
  }

  #remember(normal: string): string {
    this.#last = normal;
    return normal;
  }

  #newDocument(): MarkdownDocument {
    return new MarkdownDocument(this.#options.math && mathExtension);
  }
}
