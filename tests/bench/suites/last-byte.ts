import { shown, streamed, whole } from "../contenders/last-byte/ag-ui-lit.js";
import { ajv, cfworker, unvalidated, zod } from "../contenders/last-byte/by-hand.js";
import type { Call, Ender } from "../contenders/last-byte/call.js";
import { seen } from "../contenders/last-byte/task.js";
import { array, cut } from "../contenders/streaming/data.js";
import { isChosen } from "../lib/chosen.js";
import { measure, type Subject } from "../lib/measure.js";
import type { Reading, Row, Suite, SuiteOptions, Table } from "../lib/suite.js";

const sizes = [
  { id: "1k", title: "1 KB", characters: 1e3 },
  { id: "10k", title: "10 KB", characters: 1e4 },
  { id: "100k", title: "100 KB", characters: 1e5 },
] as const;

const byHand = [unvalidated, ajv, zod, cfworker];

export const suite: Suite = {
  async run(options) {
    return {
      title: "From the last byte to the handler's first line",
      about:
        "An array of objects whose schema uses common keywords. Streamed: everything but the last 12 characters has " +
        "arrived before the clock starts. At once: the clock starts with the whole text. It stops at the first line " +
        "of the handler. × is the median, over the rounds, of a round's own ratio to JSON.parse + ajv. That the " +
        "handler gets the right arguments, and none that the schema refuses, was checked first.",
      tables: [
        await tableOf("Streamed", [...byHand, shown, streamed], streamedPieces, options),
        await tableOf("The whole text at once", [...byHand, whole], (text) => [text], options),
      ],
    };
  },
};

/** How it came before counts for nothing; the last delta is of a model's usual length. */
function streamedPieces(text: string): string[] {
  return [...cut(text.slice(0, -12), 200), text.slice(-12)];
}

async function tableOf(
  title: string,
  contenders: readonly Ender[],
  cutUp: (text: string) => string[],
  options: SuiteOptions,
): Promise<Table> {
  const chosen = contenders.filter((one) => one === ajv || isChosen(one, options));
  const readings = new Map(chosen.map((one) => [one, {} as Record<string, Reading>]));
  for (const { id, characters } of sizes) {
    const text = array.text(characters);
    const pieces = cutUp(text);
    const subjects: Subject[] = [];
    for (const one of chosen) {
      const begin = await one.prepare();
      await verify(one, begin, cutUp);
      subjects.push({ id: one.name, run: (times) => repeat(begin, pieces, times) });
    }
    const measured = await measure(subjects, () => [ajv.name], {
      ...options,
      rounds: Math.min(options.rounds, 11),
      batches: 3,
      warmUpMs: options.warmUpMs / 2,
    });
    for (const one of chosen) {
      (readings.get(one) as Record<string, Reading>)[id] = measured.get(one.name) as Reading;
    }
  }
  const columns = sizes.map((size) => ({ id: size.id, title: size.title }));
  const rows = chosen.map(
    (one): Row => ({
      name: one.name,
      kind: one.kind,
      notes: one.notes,
      readings: readings.get(one) ?? {},
    }),
  );
  return { title, unit: "time", isCompact: true, columns, rows };
}

/** Resolves to the milliseconds between the last piece and the handler. */
async function repeat(
  begin: () => Call,
  pieces: readonly string[],
  times: number,
): Promise<number> {
  let spent = 0;
  for (let time = 0; time < times; time += 1) {
    const { calls } = seen;
    const { call, last } = arrived(begin, pieces);
    const start = performance.now();
    await call.finish(last);
    spent += seen.at - start;
    if (seen.calls !== calls + 1) throw new Error("The handler did not run once.");
    call.free?.();
  }
  return spent;
}

function arrived(begin: () => Call, pieces: readonly string[]): { call: Call; last: string } {
  const call = begin();
  for (let index = 0; index < pieces.length - 1; index += 1) call.push(pieces[index] as string);
  return { call, last: pieces[pieces.length - 1] as string };
}

async function verify(
  one: Ender,
  begin: () => Call,
  cutUp: (text: string) => string[],
): Promise<void> {
  const text = array.text(2000);
  const invalid = text.replace('"unit":"cm"}', '"unit":"km"}');
  const { calls } = seen;
  await run(begin, cutUp(text));
  if (seen.calls !== calls + 1 || JSON.stringify(seen.args) !== text) {
    throw new Error(`${one.name}: the handler did not get the arguments once`);
  }
  await run(begin, cutUp(invalid));
  if ((seen.calls === calls + 1) !== one.validates) {
    throw new Error(`${one.name}: validates or not, against what it says`);
  }
}

async function run(begin: () => Call, pieces: readonly string[]): Promise<void> {
  const { call, last } = arrived(begin, pieces);
  await call.finish(last);
  call.free?.();
}
