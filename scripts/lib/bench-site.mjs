import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { inRoot } from "./paths.mjs";
import { step } from "./report.mjs";

const outDir = inRoot("target", "bench", "page");

/** Builds the page of the suites, as a user's Vite build would. */
export async function buildBenchPage() {
  const { build } = await import("vite");
  await step("the benchmark page", "5 s", () =>
    build({
      root: inRoot("tests", "bench", "page"),
      configFile: false,
      logLevel: "error",
      define: { "process.env.NODE_ENV": '"production"' },
      build: { outDir, emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 20_000 },
    }),
  );
}

/** @type {Record<string, string>} */
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

// Cross-origin isolated, a page's clock has a resolution of 5 µs; otherwise of 100.
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/**
 * Serves the page while `work` runs.
 * @template T
 * @param {(origin: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withBenchSite(work) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = join(outDir, normalize(pathname === "/" ? "/index.html" : pathname));
    if (!existsSync(path)) return response.writeHead(404).end();
    const type = types[extname(path)] ?? "application/octet-stream";
    response.writeHead(200, { ...headers, "content-type": type });
    return createReadStream(path).pipe(response);
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
