import { readingOf, withPage } from "../../../scripts/lib/bench-pages.mjs";

const executions = 10_000;
const contenders = ["plain", "plain-all", "ag-ui-lit", "ag-ui-lit-all"];

const columns = [
  { id: "heap", title: "JavaScript heap grew by" },
  { id: "wasm", title: "wasm memory grew by" },
  { id: "each", title: "for each record kept" },
];

/**
 * What finished executions leave behind.
 * @param {import("../../../scripts/lib/bench-pages.mjs").Given} given
 * @returns {Promise<import("../lib/suite.js").SuiteResult>}
 */
export async function run(given) {
  const rounds = Math.min(given.options.rounds, 3);
  const rows = [];
  for (const id of contenders) {
    /** @type {{ name: string, kind: any, notes: string[], heap: number, wasm: number }[]} */
    const readings = [];
    for (let round = 0; round < rounds; round += 1) {
      readings.push(await withPage(given, (page) => grown(page, id)));
    }
    const [{ name, kind, notes }] = readings;
    const kept = id.endsWith("all") ? executions : 1000;
    const values = (/** @type {(one: any) => number} */ of) =>
      readings.map((one) => of(one) / 1000);
    rows.push({
      name: `${name}, ${kept} records kept`,
      kind,
      notes,
      readings: {
        heap: readingOf(
          values(({ heap }) => heap),
          "",
        ),
        wasm: readingOf(
          values(({ wasm }) => wasm),
          "",
        ),
        each: readingOf(
          values(({ heap, wasm }) => (heap + wasm) / kept),
          "",
        ),
      },
    });
  }
  return {
    title: `Memory of ${executions.toLocaleString("en")} finished executions`,
    about:
      "After 100 executions and after 10,000 more of the task above, each time when the garbage was collected, in a " +
      "page of its own. wasm memory grows in steps and never shrinks.",
    tables: [{ title: "", unit: "kB", isCompact: true, columns, rows }],
  };
}

/**
 * @param {import("@playwright/test").Page} page
 * @param {string} id
 */
async function grown(page, id) {
  const devTools = await page.context().newCDPSession(page);
  const measured = async (/** @type {number} */ times) => {
    const probe = await page.evaluate(
      (given) => Reflect.get(globalThis, "bench").runProbe("memory", ...given),
      /** @type {const} */ ([id, times]),
    );
    // Once is not enough for what finalizers let go of.
    for (let time = 0; time < 3; time += 1) await devTools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devTools.send("Runtime.getHeapUsage");
    return { ...probe, usedSize };
  };
  const before = await measured(100);
  const after = await measured(executions);
  const { name, kind, notes } = after;
  const heap = after.usedSize - before.usedSize;
  return { name, kind, notes, heap, wasm: after.wasmBytes - before.wasmBytes };
}
