import { BlockReader } from "../lexing/block-reader.js";
import type { InlineExtension } from "../lexing/bounded-lexer.js";
import { mayCloseFence } from "../source/line-facts.js";
import type { Segment } from "../source/segment.js";
import { type PendingLine, SourceReader } from "../source/source-reader.js";
import { Block } from "./block.js";
import { codeText } from "./code-text.js";
import { Definitions } from "./definitions.js";
import { Groups } from "./groups.js";
import { Paragraph } from "./paragraph.js";
import type { Unit } from "./unit.js";
import { isRaw, UnitReader } from "./unit-reader.js";

/** A text in blocks, while it arrives: blocks that are complete stay as they are, unless a link in them is defined later. */
export class MarkdownDocument {
  /** The blocks that are complete. */
  readonly blocks = new Groups<Block>();
  /** Those that are not: the one that is read, and the one that its last line may begin. */
  openBlocks: readonly Block[] = [];
  readonly #reader: BlockReader;
  readonly #units: UnitReader;
  readonly #definitions = new Definitions();
  readonly #source: SourceReader;
  /** Paragraphs that are not complete, by their place; there are two at the most at a time. */
  readonly #paragraphs = new Map<number, Paragraph>();
  #open: Block | undefined;
  /** The source of the head of the table that is open. */
  #head = "";

  /** @param math reads formulas; without it there are none. */
  constructor(math?: InlineExtension) {
    this.#reader = new BlockReader(math);
    this.#units = new UnitReader(this.#reader);
    const facts = {
      hasMath: math !== undefined,
      isTableHead: (start: number, end: number) =>
        this.#reader.only(this.#slice(start, end), "table") !== undefined,
      endsWithHeading: (start: number, end: number) =>
        this.#reader.blocks(this.#slice(start, end), false).tokens.at(-1)?.type === "heading",
      isOneItem: (list: Segment, end: number) => this.#isOneItem(list, end),
    };
    this.#source = new SourceReader(facts, {
      onSegment: (segment) => this.#begin(segment),
      onUnit: (segment, end) => this.#endUnit(segment, end),
      onEnd: (segment) => this.#end(segment),
    });
  }

  /** The length of the text so far. */
  get length(): number {
    return this.#source.text.length;
  }

  /** Reads a text that goes on where the one before ended, with line ends as `\n`. */
  read(text: string, isComplete: boolean): void {
    this.#definitions.allow(text.length - this.length);
    this.#source.read(text);
    if (isComplete) {
      this.#source.end();
      this.openBlocks = [];
      this.#definitions.end();
    } else {
      this.#showOpen();
    }
  }

  #slice(start: number, end: number): string {
    return this.#source.text.slice(start, end);
  }

  /** The source of a unit; of code without its fences. */
  #unitText(segment: Segment, start: number, end: number): string {
    const source = this.#slice(start, end);
    if (!segment.fence) return source;
    return codeText(segment, source, start === segment.start, end === segment.end);
  }

  #isOneItem(list: Segment, end: number): boolean {
    const token = this.#reader.only(this.#slice(list.unitStart, end), "list");
    return token !== undefined && "items" in token && token.items.length === 1;
  }

  #begin(segment: Segment): void {
    this.#open = new Block(segment);
    this.#head = "";
  }

  #endUnit(segment: Segment, end: number): void {
    const block = this.#open;
    if (!block) return;
    const text = this.#unitText(segment, segment.unitStart, end);
    const { unit, defined } = this.#units.complete(segment, text, this.#head);
    if (segment.kind === "table" && block.units.length === 0) this.#head = text;
    const group = block.units.push(unit);
    this.#define(defined);
    this.#wait(block, text, () => {
      unit.readAgain();
      group.version += 1;
      block.change();
    });
  }

  #end(segment: Segment): void {
    const block = this.#open;
    if (!block) return;
    if (segment.kind === "text" && segment.isPlain) this.#endParagraph(block);
    else this.#endUnit(segment, segment.end);
    block.openUnits = [];
    block.isComplete = true;
    block.change();
    block.group = this.blocks.push(block);
    this.#open = undefined;
  }

  #endParagraph(block: Block): void {
    const { start, end } = block.segment;
    const text = this.#slice(start, end);
    const paragraph = this.#paragraphAt(start);
    this.#paragraphs.delete(start);
    block.paragraph = paragraph;
    paragraph.read(text, true);
    this.#wait(block, text, () => {
      paragraph.forget();
      paragraph.read(text, true);
      block.change();
    });
  }

  #define(labels: readonly string[]): void {
    if (labels.length === 0) return;
    this.#definitions.define(labels);
    for (const paragraph of this.#paragraphs.values()) paragraph.forget();
  }

  #wait(block: Block, text: string, again: () => void): void {
    if (isRaw(block.segment)) return;
    const labels = this.#reader.openLabels(text);
    if (labels.length > 0) this.#definitions.wait(labels, { cost: text.length, again });
  }

  /** Shows the block that is read as far as it came, and what the last line makes of it or begins. */
  #showOpen(): void {
    const block = this.#open;
    const pending = this.#source.pending();
    if (pending?.step.type === "segment") {
      this.openBlocks = this.#withNext(block, pending.step.segment);
      return;
    }
    if (block && pending) this.#showWith(block, pending);
    else if (block) this.#show(block, block.segment.end);
    this.openBlocks = block ? [block] : [];
  }

  /** The last line begins a block; where it and the one before are the head of a table, the block before is the shorter. */
  #withNext(before: Block | undefined, segment: Segment): Block[] {
    const next = new Block(segment);
    this.#show(next, this.#source.text.length);
    if (!before || before.segment.start >= segment.start) return [next];
    this.#show(before, Math.min(before.segment.end, segment.start));
    return [before, next];
  }

  /** The last line continues a block. */
  #showWith(block: Block, { step, at }: PendingLine): void {
    const { segment } = block;
    const { length } = this.#source.text;
    if (segment.fence && mayCloseFence(this.#slice(at, length), segment.fence)) {
      this.#show(block, at);
    } else if (step.type === "unit") {
      this.#showTwo(block, at);
    } else {
      this.#show(block, length, step.type !== "append" || step.isPlain !== false);
    }
  }

  /** The last line begins a unit. */
  #showTwo(block: Block, at: number): void {
    const { segment } = block;
    const last = this.#openUnit(block, segment.unitStart, at, this.#head);
    const head = segment.kind === "table" && segment.unitCount === 1 ? last.text : this.#head;
    block.openUnits = [last, this.#openUnit(block, at, this.#source.text.length, head)];
    block.change();
  }

  #show(block: Block, end: number, isPlain = true): void {
    const { segment } = block;
    if (segment.kind === "text" && segment.isPlain && isPlain) {
      block.paragraph = this.#paragraphAt(segment.start);
      block.paragraph.read(this.#slice(segment.start, end), false);
      block.openUnits = [];
    } else {
      block.openUnits = [this.#openUnit(block, segment.unitStart, end, this.#head)];
    }
    block.change();
  }

  /** The paragraph that begins at a place: it is read on also while its first line is not complete. */
  #paragraphAt(start: number): Paragraph {
    const known = this.#paragraphs.get(start);
    if (known) return known;
    if (this.#paragraphs.size >= 4) this.#paragraphs.clear();
    const paragraph = new Paragraph(this.#reader);
    this.#paragraphs.set(start, paragraph);
    return paragraph;
  }

  #openUnit({ segment }: Block, start: number, end: number, head: string): Unit {
    return this.#units.open(segment, start, this.#unitText(segment, start, end), head);
  }
}
