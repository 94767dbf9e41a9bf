import { agUiLit } from "../contenders/markdown/ag-ui-lit.js";
import { answer } from "../contenders/markdown/data.js";
import { markedWhole } from "../contenders/markdown/marked.js";
import type { Renderer } from "../contenders/markdown/renderer.js";
import { streamingMarkdown } from "../contenders/markdown/streaming-markdown.js";
import { cut } from "../contenders/streaming/data.js";
import { isChosen } from "../lib/chosen.js";
import type { Reading, Row, Suite, SuiteOptions, Table } from "../lib/suite.js";
import { measureWithin, TooLong } from "../lib/within.js";

const renderers = [streamingMarkdown, agUiLit, markedWhole] as const;

const sizes = [
  { id: "1k", title: "1 KB", characters: 1e3 },
  { id: "10k", title: "10 KB", characters: 1e4 },
  { id: "100k", title: "100 KB", characters: 1e5 },
] as const;

/** Milliseconds after which a way of reading everything again is stopped. */
const patience = 4000;

export const suite: Suite = {
  async run(options) {
    const chosen = renderers.filter((one) => one === streamingMarkdown || isChosen(one, options));
    for (const one of chosen) verify(one);
    return {
      title: "Markdown as it streams in",
      about:
        "The time to show an answer of headings, paragraphs, lists, code and tables that arrives in pieces: the scripts alone, in an " +
        "element of the page that is not laid out meanwhile. × is the median, over the rounds, of a round's own ratio to " +
        `streaming-markdown. "> ${patience / 1000} s" was stopped then. That the final elements are those of the text was checked first.`,
      tables: [await tableOf(4, chosen, options), await tableOf(12, chosen, options)],
    };
  },
};

async function tableOf(
  pieceSize: number,
  chosen: readonly Renderer[],
  options: SuiteOptions,
): Promise<Table> {
  const cells = new Map(chosen.map((one) => [one, {} as Record<string, Reading>]));
  const instead = new Map(chosen.map((one) => [one, {} as Record<string, string>]));
  for (const { id, characters } of sizes) {
    const pieces = cut(answer(characters), pieceSize);
    const subjects = chosen.map((one) => ({
      id: one.name,
      patience: one === markedWhole ? patience : Number.POSITIVE_INFINITY,
      run: async (deadline: number) => void show(one, pieces, deadline),
    }));
    const readings = await measureWithin(subjects, streamingMarkdown.name, {
      rounds: Math.min(options.rounds, 9),
      batchMs: options.batchMs,
      allRoundsMs: options.batchMs * 400,
    });
    for (const one of chosen) {
      const reading = readings.get(one.name);
      if (reading) (cells.get(one) as Record<string, Reading>)[id] = reading;
      else (instead.get(one) as Record<string, string>)[id] = `> ${patience / 1000} s`;
    }
  }
  return {
    title: `${pieceSize} characters a piece`,
    unit: "time",
    isCompact: true,
    columns: sizes.map(({ id, title }) => ({ id, title })),
    rows: chosen.map(
      (one): Row => ({
        name: one.name,
        kind: one.kind,
        notes: one.notes,
        readings: cells.get(one) ?? {},
        instead: instead.get(one) ?? {},
      }),
    ),
  };
}

/** Shows all pieces, one after the other, and returns the element. */
function show(one: Renderer, pieces: readonly string[], deadline: number): HTMLElement {
  const element = document.createElement("div");
  const showing = one.begin(element);
  for (const piece of pieces) {
    showing.push(piece);
    if (performance.now() > deadline) throw new TooLong();
  }
  showing.end();
  return element;
}

/** Everything of a text must be there, as what it is. */
function verify(one: Renderer): void {
  const text = answer(5000);
  const parts = text.match(/^## /gm)?.length ?? 0;
  const element = show(one, cut(text, 7), Number.POSITIVE_INFINITY);
  const expected = { "h2, h4": 1, li: 3, strong: 2, em: 1, pre: 1, table: 1, tr: 3, a: 1 };
  for (const [name, each] of Object.entries(expected)) {
    const count = element.querySelectorAll(name).length;
    if (count !== each * parts) throw new Error(`${one.name}: ${count} of ${each * parts} ${name}`);
  }
}
