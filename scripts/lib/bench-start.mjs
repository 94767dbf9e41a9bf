import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { inRoot } from "./paths.mjs";
import { step } from "./report.mjs";
import { filesUnder } from "./stamp.mjs";

const sources = inRoot("tests", "bench", "start");
const outDir = inRoot("target", "bench", "start");

/** @typedef {{ name: string, preloads: string[] }} StartApp an app, and what its entry imports */

/** @type {Record<string, string>} */
const types = { ".js": "text/javascript", ".wasm": "application/wasm" };

/**
 * The apps of `tests/bench/start`, each built on its own in production mode: none may share a file with another.
 * @param {readonly string[]} names
 * @returns {Promise<StartApp[]>}
 */
export async function buildStartApps(names) {
  const { build } = await import("vite");
  /** @type {StartApp[]} */
  const apps = [];
  await step("the apps that start", "20 s", async () => {
    for (const name of names) {
      const built = await build({
        root: sources,
        base: `/${name}/`,
        configFile: false,
        logLevel: "error",
        define: { "process.env.NODE_ENV": '"production"' },
        build: {
          outDir: join(outDir, name),
          emptyOutDir: true,
          target: "es2022",
          chunkSizeWarningLimit: 20_000,
          rolldownOptions: {
            input: join(sources, `${name}.ts`),
            output: { entryFileNames: "app.js" },
          },
        },
      });
      apps.push({ name, preloads: importsOf(built) });
    }
  });
  return apps;
}

/** What the entry imports: Vite's own pages ask for it together with the entry. @param {unknown} built */
function importsOf(built) {
  const { output } = /** @type {{ output: { isEntry?: boolean, imports?: string[] }[] }} */ (built);
  return output.find(({ isEntry }) => isEntry)?.imports ?? [];
}

/**
 * Serves the apps while `work` runs: `/name/` is a page with one script, everything else is sent as brotli.
 * @template T
 * @param {readonly StartApp[]} apps
 * @param {(origin: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withStartSite(apps, work) {
  const files = await step("their files as brotli", "20 s", async () => compressed(apps));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = files.get(path);
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": file.type,
      "content-encoding": "br",
      "content-length": file.body.length,
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    });
    return response.end(file.body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    return await work(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** @param {readonly StartApp[]} apps */
function compressed(apps) {
  /** @type {Map<string, Buffer>} the same wasm file is in several apps, and large */
  const known = new Map();
  /** @type {Map<string, { type: string, body: Buffer }>} */
  const files = new Map();
  for (const { name, preloads } of apps) {
    const links = preloads.map((file) => `<link rel="modulepreload" href="/${name}/${file}">`);
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,"><script type="module" src="/${name}/app.js"></script>${links.join("")}</html>`;
    files.set(`/${name}/`, { type: "text/html; charset=utf-8", body: brotli(Buffer.from(page)) });
    for (const file of filesUnder(join(outDir, name))) {
      const bytes = readFileSync(file);
      const key = bytes.toString("latin1");
      const body = known.get(key) ?? brotli(bytes);
      known.set(key, body);
      const type = types[extname(file)] ?? "application/octet-stream";
      files.set(`/${relative(outDir, file)}`, { type, body });
    }
  }
  return files;
}

/** @param {Buffer} bytes */
function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
