import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliSize } from "./brotli-size.mjs";
import { kilobytes, table } from "./sizes.mjs";

/**
 * The most that a page may download, in kB by brotli. `npm run build` prints the sizes, `tests/packaging/sizes.spec.ts` holds
 * them to this, and `docs/loading.md` names them.
 */
export const limits = {
  /** The WebAssembly modules. @type {Record<string, number>} */
  modules: {
    ...{ core: 117, json_schema: 560, models: 132, conversation: 106 },
    // The aims are 150 for the light part, and 450 for files and web together.
    ...{ toolbox: 260, toolbox_files: 465, toolbox_web: 345, toolbox_page: 150, toolbox_bash: 92 },
  },
  /**
   * The scripts of a page that imports all of an entry, dependencies included: what they were, and 3 %.
   * @type {Record<string, number>}
   */
  entries: {
    "ag-ui-lit": 38.3,
    "ag-ui-lit/a2a": 126.7,
    "ag-ui-lit/approvals": 37.3,
    // All of it, with Markdown, cards and forms, which it loads later: the row `<ag-ui-chat>` is its first load.
    "ag-ui-lit/chat": 109.4,
    "ag-ui-lit/chat/english": 4.5,
    "ag-ui-lit/chat/german": 5.3,
    "ag-ui-lit/durable": 40,
    "ag-ui-lit/element": 154.5,
    "ag-ui-lit/inline": 951.7,
    "ag-ui-lit/json-form": 29.6,
    "ag-ui-lit/lit": 37.8,
    "ag-ui-lit/log": 11.2,
    "ag-ui-lit/mcp": 130.7,
    "ag-ui-lit/measure": 2,
    "ag-ui-lit/otel": 9.6,
    "ag-ui-lit/providers": 24.1,
    "ag-ui-lit/react": 154.5,
    "ag-ui-lit/server": 122,
    // With the database's own client, which a server loads from its packages.
    "ag-ui-lit/server/postgres": 31.9,
    "ag-ui-lit/server/redis": 97.8,
    "ag-ui-lit/server/sqlite": 8.1,
    "ag-ui-lit/server/testing": 5.5,
    "ag-ui-lit/standalone": 141.6,
    "ag-ui-lit/standalone-chat": 237.8,
    "ag-ui-lit/text": 97.4,
    "ag-ui-lit/threads": 25.8,
    "ag-ui-lit/toolbox": 191.4,
    "ag-ui-lit/views": 54.3,
    "ag-ui-lit/vue": 154.5,
  },
  /**
   * Pages as an author writes them: their scripts and the modules that they load at once. The aim of the first is 150.
   * @type {Record<string, number>}
   */
  pages: { "a zod tool": 172, "<ag-ui-agent> and a zod tool": 270, "<ag-ui-chat>": 44.4 },
};

const tool = `
  const [name, description] = ["add", "Adds two numbers."];
  const schema = z.object({ a: z.number(), b: z.number() });
  const handler = ({ a, b }) => a + b;`;

/** The pages of `limits.pages`: their code, and the modules that they load at once. */
const pages = {
  "a zod tool": {
    code: `import { init, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
      import * as z from "zod";
      await init({ validator: false }); ${tool}
      const { tool } = new ToolRegistry().register({ name, description, schema, handler });
      console.log(await new ToolExecutionManager().execute(tool, "call", '{"a":1,"b":2}'));`,
    modules: ["core"],
  },
  "<ag-ui-agent> and a zod tool": {
    code: `import "ag-ui-lit/element";
      import { registerTool } from "ag-ui-lit";
      import * as z from "zod"; ${tool}
      registerTool({ name, description, schema, handler });
      document.body.append(document.createElement("ag-ui-agent"));`,
    modules: ["core"],
  },
  // Without the runtime, which the element brings, and without Markdown and the cards, which it loads afterwards.
  "<ag-ui-chat>": {
    code: `import "ag-ui-lit/chat";
      document.body.append(document.createElement("ag-ui-chat"));`,
    modules: [],
    isSplit: true,
  },
};

/**
 * The downloads of a page, in bytes by brotli.
 * @typedef {object} PageSize
 * @property {string} page
 * @property {number} scripts
 * @property {Record<string, number>} modules the WebAssembly modules that it loads, or that an entry can load
 */

/**
 * The sizes of the WebAssembly modules, of pages that import an entry, and of the pages of `limits.pages`.
 * @param {string} pkg
 * @returns {Promise<{ modules: Record<string, number>, entries: PageSize[], pages: PageSize[] }>}
 */
export async function pageSizes(pkg) {
  const names = Object.keys(limits.modules);
  // Compressed in other threads, while the pages are bundled one after the other.
  const moduleSizes = Promise.all(names.map((name) => moduleSize(pkg, name)));
  /** @type {{ page: string, scripts: Promise<number>, loaded: string[] }[]} */
  const entries = [];
  for (const page of entriesOf(pkg)) {
    const code = await bundled(pkg, `import * as entry from "${page}"; globalThis.entry = entry;`);
    const loaded = names.filter((name) => code.includes(`${name}_bg.wasm`));
    entries.push({ page, scripts: brotliSize(code), loaded });
  }
  /** @type {typeof entries} */
  const written = [];
  for (const [page, { code, modules: loaded, ...how }] of Object.entries(pages)) {
    written.push({ page, scripts: brotliSize(await bundled(pkg, code, how)), loaded });
  }
  const sizes = await moduleSizes;
  const modules = Object.fromEntries(names.map((name, at) => [name, sizes[at] ?? 0]));
  const measured = (/** @type {typeof entries} */ all) =>
    Promise.all(
      all.map(async ({ page, scripts, loaded }) => ({
        ...{ page, scripts: await scripts, modules: pick(modules, loaded) },
      })),
    );
  return { modules, entries: await measured(entries), pages: await measured(written) };
}

/** The bytes that a page downloads as it starts. @param {PageSize} size */
export const total = ({ scripts, modules }) =>
  Object.values(modules).reduce((sum, each) => sum + each, scripts);

/** The sizes as a table. @param {Awaited<ReturnType<typeof pageSizes>>} sizes */
export function pagesTable({ entries, pages }) {
  const named = (/** @type {Record<string, number>} */ modules) =>
    Object.entries(modules)
      .map(([name, bytes]) => `${name} ${kilobytes(bytes)}`)
      .join(", ") || "–";
  const entryRows = entries.map(({ page, scripts, modules }) => [
    ...[page, kilobytes(scripts), `${limits.entries[page]} kB`, named(modules)],
  ]);
  const pageRows = pages.map((size) => [
    ...[size.page, kilobytes(total(size)), `${limits.pages[size.page]} kB`, named(size.modules)],
  ]);
  return [
    table([
      ["all of an entry, brotli", "scripts", "limit", "modules that it can load"],
      ...entryRows,
    ]),
    table([["a page with", "together", "limit", "modules in it"], ...pageRows]),
  ].join("\n\n");
}

/**
 * The entries that are scripts, as they are imported.
 * @param {string} pkg
 */
function entriesOf(pkg) {
  const { name, exports } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  return Object.entries(exports)
    .filter(([, target]) => String(target.default).endsWith(".js"))
    .map(([entry]) => entry.replace(/^\./, name));
}

/**
 * A page's script, bundled and minified with everything that it imports; of a page that is split, what it needs at first.
 * @param {string} pkg
 * @param {string} code
 * @param {{ isSplit?: boolean }} how
 */
async function bundled(pkg, code, { isSplit = false } = {}) {
  const page = "\0page";
  // By way of Vite because it is Vite's.
  const fromVite = createRequire(createRequire(import.meta.url).resolve("vite"));
  const { rolldown } = await import(pathToFileURL(fromVite.resolve("rolldown")).href);
  const bundle = await rolldown({
    input: page,
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    resolve: { conditionNames: ["browser", "import", "default"] },
    onLog: () => {},
    plugins: [asPage(page, pkg, code)],
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: isSplit });
  await bundle.close();
  return neededAtFirst(output);
}

/**
 * The code of a page's first file, and of the files that it imports.
 * @param {readonly import("rolldown").RolldownOutput["output"][number][]} output
 */
function neededAtFirst([entry, ...others]) {
  /** @type {Set<import("rolldown").RolldownOutput["output"][number] | undefined>} */
  const needed = new Set([entry]);
  for (const file of needed) {
    const imports = file?.type === "chunk" ? file.imports : [];
    for (const name of imports) needed.add(others.find(({ fileName }) => fileName === name));
  }
  return [...needed].map((file) => (file?.type === "chunk" ? file.code : "")).join("\n");
}

/**
 * The page's own module, which is no file. What it imports of the package is what browsers are given.
 * @param {string} page
 * @param {string} pkg
 * @param {string} code
 * @returns {import("rolldown").Plugin}
 */
function asPage(page, pkg, code) {
  const { name, exports } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  const require = createRequire(import.meta.url);
  return {
    name: "page",
    resolveId(id, importer) {
      if (id === page) return id;
      if (importer !== page) return null;
      const entry = exports[id.replace(name, ".")];
      return entry ? join(pkg, entry.default) : this.resolve(id, require.resolve("vite"));
    },
    load: (id) => (id === page ? code : null),
  };
}

/**
 * @param {string} pkg
 * @param {string} name
 */
const moduleSize = (pkg, name) =>
  brotliSize(readFileSync(join(pkg, "dist", "generated", `${name}_bg.wasm`)));

/**
 * @param {Record<string, number>} all
 * @param {readonly string[]} names
 */
const pick = (all, names) => Object.fromEntries(names.map((name) => [name, all[name] ?? 0]));
