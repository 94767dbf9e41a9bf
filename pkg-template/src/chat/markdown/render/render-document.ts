import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Token, Tokens } from "marked";
import { visibleText } from "../../../visible-text/visible-text.js";
import type { Block } from "../document/block.js";
import type { Groups } from "../document/groups.js";
import type { MarkdownDocument } from "../document/markdown-document.js";
import type { Unit } from "../document/unit.js";
import { readMath } from "../lexing/math.js";
import { codeBlock, languageOf } from "./code-block.js";
import type { RenderContext, RenderContexts } from "./context.js";
import { prose } from "./prose.js";
import { itemOf, listOf, rawText, renderBlocks, topParagraph } from "./render-blocks.js";
import { renderInline } from "./render-inline.js";
import { rowsOf, tableOf } from "./render-table.js";

/** Templates of a document. A group of blocks that has not changed costs one comparison. */
export function renderDocument(
  { blocks, openBlocks }: MarkdownDocument,
  { complete, open }: RenderContexts,
): unknown[] {
  return inGroups(
    blocks,
    (block) => renderTop(block, complete),
    openBlocks.map((block) => renderTop(block, open)),
  );
}

/** Items in their groups, and behind them those that are not complete, in the places that they will have. */
function inGroups<Item extends { readonly version: number }>(
  { all }: Groups<Item>,
  render: (item: Item) => unknown,
  open: readonly unknown[],
): unknown[] {
  const once = (item: Item) => guard([item, item.version], () => render(item));
  const shown: unknown[] = [];
  let rest = open;
  all.forEach((group, index) => {
    const isLast = index === all.length - 1;
    if (!isLast || group.isFull) {
      shown.push(guard([group, group.version], () => group.items.map(once)));
    } else {
      shown.push([...group.items.map(once), ...open]);
      rest = [];
    }
  });
  if (rest.length > 0) shown.push([...rest]);
  return shown;
}

function renderTop(block: Block, context: RenderContext): unknown {
  switch (block.segment.kind) {
    case "code":
      return code(block, context);
    case "html":
      return rawText(inGroups(block.units, rawLines, block.openUnits.map(rawLines)));
    case "math":
      return formula(block, context);
    case "list":
      return list(block, context);
    case "table":
      return table(block, context);
    default:
      return text(block, context);
  }
}

function text(block: Block, context: RenderContext): unknown {
  const units = [...block.allUnits()];
  if (units.length === 0 && block.paragraph) {
    const [first] = block.paragraph.parts;
    return topParagraph(
      (first?.tokens ?? []).map(({ raw }) => raw).join(""),
      block.paragraph.parts.map(({ tokens }) =>
        guard([tokens], () => renderInline(tokens, context)),
      ),
    );
  }
  return units.flatMap(({ tokens }) => renderBlocks(tokens, context));
}

function rawLines({ text }: Unit): unknown {
  return text === "" ? nothing : html`<span>${prose(text)}</span>`;
}

function codeLines({ text }: Unit): unknown {
  return text === "" ? nothing : html`<span class="lines">${visibleText(text)}</span>`;
}

function code(block: Block, context: RenderContext): TemplateResult {
  const source = () =>
    [...block.allUnits()]
      .map(({ text }) => text)
      .join("")
      .replace(/\n$/, "");
  const language = languageOf(block.segment.fence?.info);
  const plain = inGroups(block.units, codeLines, block.openUnits.map(codeLines));
  const shown =
    block.isComplete && block.units.length > 1
      ? context.hooks.highlighted(block, source, language, plain)
      : plain;
  return codeBlock(language, shown, source, context);
}

function formula(block: Block, context: RenderContext): TemplateResult {
  const source = [...block.allUnits()]
    .map(({ text }) => text)
    .join("")
    .trim();
  const math = readMath(source);
  if (math?.raw !== source) return topParagraph(source, prose(source));
  const shown = context.hooks.formula(math.text, true, prose(source));
  return html`<div part="markdown-math" class="math-block">${shown}</div>`;
}

/** A list by its units, each of which is a list of one item. */
function list(block: Block, context: RenderContext): unknown {
  const [first] = block.allUnits();
  const token = first?.tokens[0];
  if (token?.type !== "list") return renderBlocks(first?.tokens ?? [], context);
  const item = ({ tokens: [list] }: Unit) =>
    ((list as Tokens.List | undefined)?.items ?? []).map((each) => itemOf(each, context));
  const items = inGroups(block.units, item, block.openUnits.map(item));
  return [listOf(token as Tokens.List, isLoose(block), items), behind(block, context)];
}

/** Returns true if a blank line stands between two items, or between two blocks of one. */
function isLoose(block: Block): boolean {
  const units = [...block.allUnits()];
  return units.some(
    ({ text, tokens: [list] }, index) =>
      (list as Tokens.List | undefined)?.loose === true ||
      (index < units.length - 1 && /\n[ \t]*\n[ \t]*$/.test(text)),
  );
}

function table(block: Block, context: RenderContext): unknown {
  const [head] = block.allUnits();
  const token = head?.tokens[0];
  if (token?.type !== "table") return renderBlocks(head?.tokens ?? [], context);
  const rows = (unit: Unit) =>
    unit === head
      ? nothing
      : rowsOf((unit.tokens[0] as Tokens.Table | undefined)?.rows ?? [], context);
  const shown = inGroups(block.units, rows, block.openUnits.map(rows));
  return [tableOf((token as Tokens.Table).header, shown, context), behind(block, context)];
}

/** Blocks that the last unit has behind its first one: lines that looked like a part of it. */
function behind(block: Block, context: RenderContext): TemplateResult[] {
  let last: Unit | undefined;
  for (const unit of block.allUnits()) last = unit;
  return renderBlocks((last?.tokens ?? []).slice(1) as readonly Token[], context);
}
