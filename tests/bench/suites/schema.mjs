import { readingOf, withPage } from "../../../scripts/lib/bench-pages.mjs";

/** The reference first: others are compared with it. */
const contenders = ["ajv", "ag-ui-lit", "zod", "cfworker"];

const kinds = [
  { id: "common", title: "Common keywords" },
  { id: "pattern", title: "The same with a pattern, each tool another" },
];

const columns = [
  { id: "first", title: "first, cold" },
  { id: "further", title: "200th" },
  { id: "all", title: "all 200" },
];

/**
 * From a schema to the first verdict. Each reading has a page of its own, in a browser context of its own.
 * @param {import("../../../scripts/lib/bench-pages.mjs").Given} given
 * @returns {Promise<import("../lib/suite.js").SuiteResult>}
 */
export async function run(given) {
  const rounds = Math.min(given.options.rounds, 7);
  const tables = [];
  for (const { id: kind, title } of kinds) {
    /** @type {Map<string, any[]>} */
    const probes = new Map(contenders.map((id) => [id, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const id of contenders) {
        const probe = await withPage(given, (page) =>
          page.evaluate(
            (names) => Reflect.get(globalThis, "bench").runProbe("schema", ...names),
            [id, kind],
          ),
        );
        probes.get(id)?.push(probe);
      }
    }
    console.log(`  ${title}`);
    tables.push(tableOf(title, probes));
  }
  return {
    title: "From a schema to the first verdict",
    about:
      "Registering or compiling 200 different tools of about ten keywords, one after the other, each followed by one " +
      "validation of its arguments as text, in a page that has done neither before; loading the library is not " +
      "counted. 200th: the mean of the last ten. × is the median, over fresh pages, of a round's own ratio to ajv.",
    tables,
  };
}

/**
 * @param {string} title
 * @param {Map<string, any[]>} probes
 * @returns {import("../lib/suite.js").Table}
 */
function tableOf(title, probes) {
  const sum = (/** @type {number[]} */ times) => times.reduce((total, time) => total + time, 0);
  /** @type {Record<string, (times: number[]) => number>} */
  const figures = {
    first: (times) => times[0] ?? Number.NaN,
    further: (times) => sum(times.slice(-10)) / 10,
    all: sum,
  };
  const valuesOf = (/** @type {string} */ id, /** @type {string} */ column) =>
    (probes.get(id) ?? []).map(({ times }) => (figures[column]?.(times) ?? Number.NaN) * 1000);
  const rows = contenders.map((id) => {
    const [{ name, kind, notes }] = probes.get(id) ?? [];
    const readings = Object.fromEntries(
      columns.map(({ id: column }) => [
        column,
        readingOf(valuesOf(id, column), "ajv", valuesOf("ajv", column)),
      ]),
    );
    return { name, kind, notes, readings };
  });
  return { title, unit: "time", isCompact: true, columns, rows };
}
