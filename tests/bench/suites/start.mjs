import { quantile, readingOf } from "../../../scripts/lib/bench-pages.mjs";
import { buildStartApps, withStartSite } from "../../../scripts/lib/bench-start.mjs";

/**
 * @typedef {import("../start/start.js").StartReport} StartReport
 * @typedef {import("../lib/suite.js").Row} Row
 * @typedef {{ app: string, name: string, kind: Row["kind"], notes: string[] }} Contender
 */

/** The app whose files are listed. */
const ours = "ag-ui-lit-init";

/** @type {Contender[]} */
const contenders = [
  { app: "empty", name: "an empty page", kind: "scale", notes: ["one script, no tool"] },
  {
    app: "plain-ajv",
    name: "plain TypeScript manager + ajv (reference)",
    kind: "reference",
    notes: [],
  },
  {
    app: "ag-ui-lit-zod",
    name: "ag-ui-lit, a zod tool",
    kind: "ours",
    notes: ["a plain page: no element, no JSON Schema module"],
  },
  {
    app: ours,
    name: "ag-ui-lit, a JSON Schema tool",
    kind: "ours",
    notes: ["`init()` loads the JSON Schema module beside the core"],
  },
  {
    app: "ag-ui-lit-cfworker",
    name: "ag-ui-lit, a JSON Schema tool, the page's validator",
    kind: "ours",
    notes: ["@cfworker/json-schema; no JSON Schema module"],
  },
  {
    app: "ag-ui-lit-element",
    name: "ag-ui-lit, `<ag-ui-agent>`",
    kind: "ours",
    notes: ["with Lit and @ag-ui/client; the element loads the core"],
  },
  { app: "p-retry-zod", name: "p-retry + zod", kind: "peer", notes: [] },
  { app: "tanstack", name: "TanStack AI", kind: "peer", notes: ["zod"] },
  { app: "copilotkit", name: "CopilotKit core", kind: "peer", notes: ["zod"] },
];

const steps = "ag-ui-lit-steps";
const reference = "plain-ajv";

/**
 * Bytes, and the time from navigation to the first tool.
 * @param {import("../../../scripts/lib/bench-pages.mjs").Given} given
 * @returns {Promise<import("../lib/suite.js").SuiteResult>}
 */
export async function run({ browser, options }) {
  const apps = [...contenders.map(({ app }) => app), steps];
  const built = await buildStartApps(apps);
  const rounds = Math.min(options.rounds, 11);
  /** @type {Map<string, StartReport[]>} */
  const reports = new Map(apps.map((app) => [app, []]));
  await withStartSite(built, async (origin) => {
    for (let round = 0; round < rounds; round += 1) {
      for (let index = 0; index < apps.length; index += 1) {
        const app = apps[(index + round) % apps.length] ?? reference;
        reports.get(app)?.push(await started(browser, `${origin}/${app}/`));
      }
      console.log(`  round ${round + 1} of ${rounds}`);
    }
  });
  return {
    title: "Bytes and cold start",
    about:
      "A minimal app that runs one tool as soon as it can, built by Vite for production, served from this machine as " +
      "brotli, each time in a browser context of its own. Time: from the beginning of the navigation to the first " +
      "line of the handler. × is the median, over the loads, of a round's own ratio to the plain TypeScript manager " +
      "with ajv. Bytes are those of scripts and wasm as they were sent.",
    tables: [startTable(reports), partsTable(reports), stepsTable(reports)],
  };
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @returns {Promise<StartReport>}
 */
async function started(browser, url) {
  const context = await browser.newContext();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  try {
    const page = await context.newPage();
    /** @type {Promise<StartReport>} */
    const report = new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(`${url} did not start within a minute.`));
      timer = setTimeout(giveUp, 60_000);
      page.on("pageerror", reject);
      page.on("console", (message) => {
        const text = message.text();
        if (text.startsWith("started ")) resolve(JSON.parse(text.slice(8)));
        else if (message.type() === "error") reject(new Error(`${url}: ${text}`));
      });
    });
    await page.goto(url, { waitUntil: "commit" });
    return await report;
  } finally {
    clearTimeout(timer);
    await context.close();
  }
}

/** @param {Map<string, StartReport[]>} reports */
function startTable(reports) {
  const columns = [
    { id: "bytes", title: "bytes" },
    { id: "ran", title: "navigation to the first tool" },
  ];
  const baseline = timesOf(reports.get(reference));
  const rows = contenders.map(({ app, name, kind, notes }) => {
    const own = reports.get(app) ?? [];
    const bytes = own.map(({ files }) => bytesOf(files));
    return {
      name,
      kind,
      notes,
      readings: { ran: readingOf(timesOf(own), reference, baseline) },
      instead: { bytes: kilobytes(quantile(bytes, 0.5)) },
    };
  });
  return { title: "", unit: "time", isCompact: true, columns, rows };
}

/** @param {Map<string, StartReport[]>} reports */
function partsTable(reports) {
  const columns = [
    { id: "bytes", title: "brotli" },
    { id: "when", title: "arrived" },
  ];
  const loads = reports.get(ours) ?? [];
  const paths = loads[0]?.files.map(({ path }) => path) ?? [];
  const rows = paths.map((path) => {
    const each = loads.flatMap(({ files }) => files.filter((file) => file.path === path));
    const to = quantile(
      each.map((file) => file.to),
      0.5,
    );
    return {
      name: path.replace(/^\/[^/]+\/(assets\/)?/, "").replace(/-[\w-]{8}(\.\w+)$/, "$1"),
      kind: /** @type {const} */ ("scale"),
      notes: [],
      readings: {},
      instead: { bytes: kilobytes(each[0]?.bytes ?? 0), when: `${to.toFixed(0)} ms` },
    };
  });
  return {
    title: "ag-ui-lit, a JSON Schema tool: what is downloaded",
    unit: "",
    isCompact: true,
    columns,
    rows,
  };
}

/** @param {Map<string, StartReport[]>} reports */
function stepsTable(reports) {
  const loads = reports.get(steps) ?? [];
  const names = ["navigation", ...(loads[0]?.marks.map(({ name }) => name) ?? [])];
  const rows = names.slice(1).map((name, index) => {
    const before = names[index] ?? "";
    const each = loads.map(
      (load) => (markOf(load, name) - (index ? markOf(load, before) : 0)) * 1000,
    );
    return {
      name: `${before} → ${name}`,
      kind: /** @type {const} */ ("scale"),
      notes: [],
      readings: { took: readingOf(each, "") },
    };
  });
  return {
    title: "ag-ui-lit, one step after the other",
    unit: "time",
    isCompact: true,
    columns: [{ id: "took", title: "took" }],
    rows,
  };
}

/**
 * @param {StartReport} load
 * @param {string} name
 */
function markOf({ marks }, name) {
  return marks.find((mark) => mark.name === name)?.at ?? Number.NaN;
}

/** In microseconds. @param {StartReport[]} [loads] */
function timesOf(loads = []) {
  return loads.map(({ ran }) => ran * 1000);
}

/** @param {StartReport["files"]} files */
function bytesOf(files) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
