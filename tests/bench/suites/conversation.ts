import { clientAlone } from "../contenders/conversation/ag-ui-client.js";
import { silent, watched } from "../contenders/conversation/ag-ui-lit.js";
import { type Load, loads, streamOf } from "../contenders/conversation/loads.js";
import type { Talker } from "../contenders/conversation/talker.js";
import { isChosen } from "../lib/chosen.js";
import { type Spent, spentOn } from "../lib/longest-task.js";
import { collectGarbage } from "../lib/measure.js";
import { median } from "../lib/statistics.js";
import type { Reading, Row, Suite, SuiteOptions, Table } from "../lib/suite.js";
import { TooLong } from "../lib/within.js";

const talkers = [silent, watched, clientAlone];

/** Milliseconds after which a stream is given up. */
const patience = 10_000;

export const suite: Suite = {
  async run(options) {
    const tables: Table[] = [];
    for (const load of loads) tables.push(await tableOf(load, options));
    return {
      title: "Long conversations",
      about:
        "One run of a backend that sends all as fast as it is read, until the thread is settled. Each: the time for " +
        "one of them, which is the same for few and for many where the cost does not depend on the thread's length. " +
        `Gap: the longest time in which no timer of the page ran. What takes longer than ${patience / 1000} s is ` +
        "given up, and more of it not tried. That nothing is missing at the end was checked each time.",
      tables,
    };
  },
};

async function tableOf(load: Load, options: SuiteOptions): Promise<Table> {
  const counts = options.isQuick ? [load.count / 100] : [load.count / 10, load.count];
  const rows: Row[] = [];
  for (const talker of talkers) {
    if (isChosen(talker, options)) rows.push(await rowOf(talker, load, counts, options));
  }
  console.log(load.title);
  const columns = counts.flatMap((count) => [
    { id: `${count}/took`, title: count.toLocaleString("en") },
    { id: `${count}/each`, title: "each" },
    { id: `${count}/gap`, title: "gap" },
  ]);
  const title = load.title.charAt(0).toUpperCase() + load.title.slice(1);
  return { title, unit: "time", isCompact: true, columns, rows };
}

async function rowOf(
  talker: Talker,
  load: Load,
  counts: readonly number[],
  options: SuiteOptions,
): Promise<Row> {
  const readings: Record<string, Reading> = {};
  const instead: Record<string, string> = {};
  let isTooLong = false;
  for (const count of counts) {
    const spent: Spent[] | undefined = isTooLong
      ? undefined
      : await readingsOf(talker, load, count, options);
    isTooLong = spent === undefined;
    if (!spent) {
      instead[`${count}/took`] = `> ${patience / 1000} s`;
      continue;
    }
    readings[`${count}/took`] = reading(spent.map(({ took }) => took));
    readings[`${count}/each`] = reading(spent.map(({ took }) => took / count));
    readings[`${count}/gap`] = reading(spent.map(({ longest }) => longest));
  }
  const { name, kind, notes } = talker;
  return { name, kind, notes, readings, instead };
}

/** Nothing when it takes too long. */
async function readingsOf(
  talker: Talker,
  load: Load,
  count: number,
  options: SuiteOptions,
): Promise<Spent[] | undefined> {
  const stream = streamOf(load, count);
  const spent: Spent[] = [];
  // What takes long is not worth to be repeated: it is far from the others. The first time of ours warms up.
  const times = talker.kind === "ours" ? Math.min(options.rounds, 5) + 1 : 1;
  for (let time = 0; time < times; time += 1) {
    collectGarbage();
    try {
      spent.push(await spentOn(() => checked(talker, load, stream, count)));
    } catch (error) {
      if (error instanceof TooLong) return undefined;
      throw error;
    }
  }
  return spent.length > 1 ? spent.slice(1) : spent;
}

async function checked(talker: Talker, load: Load, stream: Blob, count: number): Promise<void> {
  const thread = await talker.talk(stream, performance.now() + patience);
  const fault = load.fault(thread, count);
  if (fault) throw new Error(`${talker.name}, ${count} ${load.title}: ${fault}`);
}

function reading(milliseconds: readonly number[]): Reading {
  const rounds = milliseconds.map((value) => value * 1000);
  return { median: median(rounds), fastest: Math.min(...rounds), rounds, ratios: [] };
}
