import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

/** The depth to which quotes and lists, and emphasis and links, are nested; what is deeper is text. */
const MOST_BLOCKS = 16;
const MOST_INLINES = 16;

/** Calls of the lexer for one source: a hostile nesting is given up, and is text. */
const MOST_CALLS = 20_000;

/** marked's rules, but footnotes are text: their label would be that of a definition. */
class ChatTokenizer extends Tokenizer {
  override def(source: string): Tokens.Def | undefined {
    return /^ {0,3}\[\^/.test(source) ? undefined : super.def(source);
  }
}

/** What an inline tokenizer of ours reads at the start of a source. */
export interface InlineExtension {
  /** The place at which one may begin, or -1. */
  start(source: string): number;
  read(source: string): Tokens.Generic | undefined;
}

/** marked's lexer with bounds: it calls itself for each level of nesting, and nothing in it stops that. */
export class BoundedLexer extends Lexer {
  #blockDepth = 0;
  #inlineDepth = 0;
  #calls = 0;

  constructor(extension?: InlineExtension) {
    super({
      gfm: true,
      breaks: false,
      pedantic: false,
      silent: false,
      tokenizer: new ChatTokenizer(),
      ...(extension && { extensions: extensionsOf(extension) }),
    });
  }

  /** Before another source is read. */
  restart(): void {
    this.#blockDepth = 0;
    this.#inlineDepth = 0;
    this.#calls = 0;
    this.inlineQueue = [];
    this.state = {
      inLink: false,
      inRawBlock: false,
      linkEmitted: false,
      linkParenPossible: true,
      top: true,
    };
  }

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isClipped = false): Token[] {
    this.#count();
    if (this.#blockDepth >= MOST_BLOCKS) {
      tokens.push({ type: "paragraph", raw: source, text: source, tokens: this.inline(source) });
      this.state.top = true;
      return tokens;
    }
    this.#blockDepth += 1;
    try {
      return super.blockTokens(source, tokens, isClipped);
    } finally {
      this.#blockDepth -= 1;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    this.#count();
    if (this.#inlineDepth >= MOST_INLINES) {
      tokens.push({ type: "text", raw: source, text: source, escaped: false });
      return tokens;
    }
    this.#inlineDepth += 1;
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      this.#inlineDepth -= 1;
    }
  }

  #count(): void {
    this.#calls += 1;
    if (this.#calls > MOST_CALLS) throw new RangeError("The text is nested too often.");
  }
}

function extensionsOf({ start, read }: InlineExtension) {
  return { inline: [read], startInline: [start], renderers: {}, childTokens: {} };
}
