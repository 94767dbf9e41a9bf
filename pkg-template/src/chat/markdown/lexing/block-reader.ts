import type { Links, Token, Tokens } from "marked";
import { BoundedLexer, type InlineExtension } from "./bounded-lexer.js";
import { InlineCuts } from "./inline-cuts.js";
import { labelsIn } from "./labels.js";

/** Tokens of a source, and what is left to read within them. */
export interface BlockReading {
  readonly tokens: Token[];
  /** Labels that the source defined first. */
  readonly defined: readonly string[];
  /** Texts whose inline tokens are read when they are needed, for links may be defined later. */
  readonly inlines: readonly InlineSource[];
}

/** A text that holds inline tokens. */
export interface InlineSource {
  readonly source: string;
  /** The tokens of the text, in their block. */
  readonly tokens: Token[];
  /** The number of those that were there before the text is read: a checkbox. */
  readonly kept: number;
}

/** A source longer than this is cut before its inline tokens are read. */
const LONG = 4_000;

/** Reads sources with marked's rules, and with the links that the whole text defines. A source that it can't read is text. */
export class BlockReader {
  readonly #lexer: BoundedLexer;
  /** A lexer that knows no links: cuts must not depend on what is defined. */
  readonly #plain: BoundedLexer;
  readonly #links: Links;

  constructor(extension?: InlineExtension) {
    this.#lexer = new BoundedLexer(extension);
    this.#plain = new BoundedLexer(extension);
    this.#links = this.#lexer.tokens.links;
  }

  /**
   * The blocks of a source.
   *
   * @param isFinal whether its definitions count for the whole text from now on.
   */
  blocks(source: string, isFinal: boolean): BlockReading {
    const { tokens, defined, inlines } = this.#blocks(source);
    if (!isFinal) for (const label of defined) delete this.#links[label];
    return { tokens, defined: isFinal ? defined : [], inlines };
  }

  /** The first block of a source, and whether it is the only one. */
  only(source: string, type: string): Token | undefined {
    const { tokens } = this.blocks(source, false);
    const blocks = tokens.filter((token) => token.type !== "space");
    return blocks.length === 1 && blocks[0]?.type === type ? blocks[0] : undefined;
  }

  /** Reads, or reads again, the inline tokens of blocks. */
  inlines(sources: readonly InlineSource[]): void {
    for (const { source, tokens, kept } of sources) {
      tokens.length = kept;
      for (const token of this.inline(source)) tokens.push(token);
    }
  }

  /** The inline tokens of a source of any length. */
  inline(source: string): Token[] {
    if (source.length <= LONG) return this.#inline(this.#lexer, source);
    const tokens: Token[] = [];
    let from = 0;
    for (const cut of [...this.cuts().of(source), source.length]) {
      for (const token of this.#inline(this.#lexer, source.slice(from, cut))) tokens.push(token);
      from = cut;
    }
    return tokens;
  }

  /** The cuts of a long text. */
  cuts(): InlineCuts {
    return new InlineCuts((source) => this.#inline(this.#plain, source));
  }

  /** Labels of a source that may be defined later. */
  openLabels(source: string): string[] {
    return [...labelsIn(source)].filter((label) => !Object.hasOwn(this.#links, label));
  }

  #blocks(source: string): BlockReading {
    const lexer = this.#lexer;
    lexer.restart();
    const before = new Set<string>();
    const tokens: Token[] = [];
    const mayDefine = source.includes("]:");
    if (mayDefine)
      for (const label of labelsIn(source)) if (label in this.#links) before.add(label);
    try {
      lexer.blockTokens(source, tokens);
    } catch {
      return { tokens: [textBlock(source)], defined: [], inlines: [] };
    }
    const defined = mayDefine
      ? [...labelsIn(source)].filter((label) => label in this.#links && !before.has(label))
      : [];
    const inlines = lexer.inlineQueue.map(({ src, tokens }) => ({
      source: src,
      tokens,
      kept: tokens.length,
    }));
    lexer.inlineQueue = [];
    return { tokens, defined, inlines };
  }

  #inline(lexer: BoundedLexer, source: string): Token[] {
    lexer.restart();
    try {
      return lexer.inlineTokens(source);
    } catch {
      return [text(source)];
    }
  }
}

/** A source as text, in which nothing has a meaning. */
function text(source: string): Tokens.Text {
  // The text is read for character references, which this must not have.
  return { type: "text", raw: source, text: source.replaceAll("&", "&amp;"), escaped: false };
}

/** A paragraph of a source as text. */
function textBlock(source: string): Tokens.Paragraph {
  return { type: "paragraph", raw: source, text: source, tokens: [text(source)] };
}
