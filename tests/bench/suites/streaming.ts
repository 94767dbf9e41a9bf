import { init } from "ag-ui-lit";
import { agUiClient } from "../contenders/streaming/ag-ui-client.js";
import { agUiLit, agUiLitNoRules, agUiLitRules } from "../contenders/streaming/ag-ui-lit.js";
import { aiSdk } from "../contenders/streaming/ai-sdk.js";
import { assistantStream } from "../contenders/streaming/assistant-stream.js";
import { array, cut, type Shape, string } from "../contenders/streaming/data.js";
import { jsonParse } from "../contenders/streaming/json-parse.js";
import { jsonriver } from "../contenders/streaming/jsonriver.js";
import { partialJson } from "../contenders/streaming/partial-json.js";
import type { Streamer } from "../contenders/streaming/streamer.js";
import { isChosen } from "../lib/chosen.js";
import { derived } from "../lib/derived.js";
import type { Reading, Row, Suite, SuiteOptions, Table } from "../lib/suite.js";
import { compare, measureWithin, TooLong } from "../lib/within.js";

const streamers = [
  jsonParse,
  agUiLit,
  agUiLitNoRules,
  agUiLitRules,
  jsonriver,
  assistantStream,
  agUiClient,
  aiSdk,
  partialJson,
] as const;

const sizes = [
  { id: "1k", title: "1 KB", characters: 1e3 },
  { id: "10k", title: "10 KB", characters: 1e4 },
  { id: "50k", title: "50 KB", characters: 5e4 },
  { id: "100k", title: "100 KB", characters: 1e5 },
  { id: "1m", title: "1 MB", characters: 1e6 },
  { id: "5m", title: "5 MB", characters: 5e6 },
] as const;

/** Milliseconds after which a reader is stopped, all but those whose cost per byte is asked for. */
const patience = 2000;

/** Returns true for a reader whose cost per byte is asked for, however long it takes. */
const isEndless = (one: Streamer): boolean => one.kind === "ours" || one === jsonriver;

const deltaSizes = [1, 12, 200] as const;

export const suite: Suite = {
  async run(options) {
    await init();
    const chosen = streamers.filter((one) => one === jsonParse || isChosen(one, options));
    for (const shape of [string, array]) for (const one of chosen) await verify(one, shape);
    const tables: Table[] = [];
    for (const shape of [string, array]) {
      for (const deltaSize of deltaSizes) {
        tables.push(await tableOf(shape, deltaSize, chosen, options));
        console.log(`${shape.id}, ${deltaSize} a delta`);
      }
    }
    return {
      title: "Arguments as they stream in",
      about:
        "The time to read all deltas of a text, with a look at the value after each. × is the median, over the " +
        "rounds, of a round's own ratio to one JSON.parse of the finished text. A cell has up to nine rounds, fewer " +
        `where a reading takes long. "> 2 s" was stopped after 2 s, or left out because the next smaller text already ` +
        "foretold it; only ours and jsonriver may take as long as they take. Every reader's last value was compared with " +
        "JSON.parse's, and its steps counted, before it was measured.",
      tables,
    };
  },
};

async function tableOf(
  shape: Shape,
  deltaSize: number,
  chosen: readonly Streamer[],
  options: SuiteOptions,
): Promise<Table> {
  const cells = new Map(chosen.map((one) => [one, {} as Record<string, Reading>]));
  const instead = new Map(chosen.map((one) => [one, {} as Record<string, string>]));
  let smaller = 0;
  let smallerId = "";
  const measured = sizes.filter(({ characters }) => !options.isQuick || characters <= 1e5);
  for (const { id, characters } of measured) {
    const text = shape.text(characters);
    const deltas = cut(text, deltaSize);
    const isHopeless = (one: Streamer): boolean => {
      if (!smallerId || isEndless(one)) return false;
      const before = cells.get(one)?.[smallerId];
      return !before || before.median * (characters / smaller) > patience * 1000;
    };
    const readings = await measureWithin(
      chosen
        .filter((one) => !isHopeless(one))
        .map((one) => ({
          id: one.name,
          patience: isEndless(one) ? Number.POSITIVE_INFINITY : patience,
          run: (deadline) => readAll(one, shape, deltas, deadline),
        })),
      jsonParse.name,
      {
        rounds: Math.min(options.rounds, 9),
        batchMs: options.batchMs,
        allRoundsMs: options.batchMs * 120,
      },
    );
    for (const one of chosen) {
      const reading = readings.get(one.name);
      if (reading) (cells.get(one) as Record<string, Reading>)[id] = reading;
      else (instead.get(one) as Record<string, string>)[id] = `> ${patience / 1000} s`;
    }
    [smaller, smallerId] = [characters, id];
  }
  const rows = chosen.flatMap((one): Row[] => {
    const row: Row = {
      name: one.name,
      kind: one.kind,
      notes: one.notes,
      readings: cells.get(one) ?? {},
      instead: instead.get(one) ?? {},
    };
    if (one === agUiLit) return [row, ...figuresOf(row, cells.get(jsonriver))];
    return one.kind === "ours" ? [row, ...ratiosTo(agUiLit, row, cells.get(agUiLit))] : [row];
  });
  const characters = deltaSize === 1 ? "1 character" : `${deltaSize} characters`;
  const columns = measured.map(({ id, title }) => ({ id, title }));
  const title = `${shape.title}, ${characters} a delta`;
  return { title, unit: "time", isCompact: true, isTypical: deltaSize === 12, columns, rows };
}

/** What the aims are about: whether the cost of a byte stays the same, and jsonriver. */
function figuresOf(ours: Row, others: Record<string, Reading> | undefined): Row[] {
  const perByte = sizes.flatMap(({ id, characters }) => {
    const reading = ours.readings[id];
    return reading ? [[id, (reading.median * 1000) / characters] as const] : [];
  });
  return [
    derived("– ns a character", "ns", perByte),
    ...ratiosTo(jsonriver, ours, others, "jsonriver"),
  ];
}

function ratiosTo(
  { name }: Streamer,
  row: Row,
  others: Record<string, Reading> | undefined,
  title = "without a tool",
): Row[] {
  const compared = sizes.flatMap(({ id }) => {
    const [reading, other] = [row.readings[id], others?.[id]];
    return reading && other
      ? [[id, compare(reading.rounds, name, other.rounds).median] as const]
      : [];
  });
  return compared.length ? [derived(`– × ${title}`, "×", compared)] : [];
}

async function readAll(
  one: Streamer,
  shape: Shape,
  deltas: readonly string[],
  deadline: number,
): Promise<void> {
  let looks = 0;
  let progress = 0;
  const value = await one.read(deltas, (shown) => {
    progress = Math.max(progress, shape.progress(shown));
    looks += 1;
    if ((looks & 15) === 0 && performance.now() > deadline) throw new TooLong();
  });
  if (progress === 0 || shape.progress(value) !== progress) throw new Error("A value is wrong.");
}

/** One that shows less than it says, or something else, would look fast. */
async function verify(one: Streamer, shape: Shape): Promise<void> {
  for (const size of deltaSizes) {
    const text = shape.text(4000);
    const deltas = cut(text, size);
    let steps = 0;
    let last = 0;
    const value = await one.read(deltas, (shown) => {
      const progress = shape.progress(shown);
      if (progress > last) steps += 1;
      last = progress;
    });
    if (JSON.stringify(value) !== JSON.stringify(JSON.parse(text))) {
      throw new Error(`${one.name}: another value than JSON.parse's`);
    }
    const expected =
      shape === array ? Math.min(shape.progress(value), deltas.length - 1) : 0.8 * deltas.length;
    if (one !== jsonParse && steps < expected) throw new Error(`${one.name}: only ${steps} steps`);
  }
}
