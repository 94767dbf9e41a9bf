import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Problem } from "./report.mjs";

const wasmUrl = /new URL\(\s*(["'`])([^"'`]+\.wasm)\1\s*,\s*import\.meta\.url\s*\)/g;

/** The files for pages without a build step, each from the entry `<name>-entry`. */
export const standalones = ["standalone", "standalone-chat"];

/**
 * On a line of its own, so that this is all that Node shows of the file.
 * @param {string} name
 */
const needsDocument = (name) =>
  `if (!globalThis.HTMLElement) throw new Error("ag-ui-lit/${name} is for pages; elsewhere import ag-ui-lit or ag-ui-lit/inline.");`;

/**
 * One file with every dependency inside, for a page without a build step. The WebAssembly file stays beside it, where
 * the browser can compile it while it arrives.
 * @param {string} dist
 * @param {string} name one of `standalones`
 * @returns the modules that are in it
 */
export async function bundleStandalone(dist, name) {
  const input = join(dist, "entries", `${name}-entry.js`);
  const file = join(dist, `${name}.js`);
  // Imported here because the setup may have installed it a moment ago, and by way of Vite because it is Vite's.
  const fromVite = createRequire(createRequire(import.meta.url).resolve("vite"));
  const { rolldown } = await import(pathToFileURL(fromVite.resolve("rolldown")).href);
  /** @type {string[]} */
  const warnings = [];
  let output;
  try {
    const bundle = await rolldown({
      input,
      platform: "browser",
      transform: { define: { "process.env.NODE_ENV": '"production"' } },
      onLog: (/** @type {string} */ _level, /** @type {{ message: string }} */ log) => {
        warnings.push(log.message);
      },
      resolve: { alias: { zod: clientsZod() } },
      plugins: [keepWasmUrls(dist), evaluateNothing(input)],
    });
    ({ output } = await bundle.write({
      file,
      format: "esm",
      minify: true,
      codeSplitting: false,
      postBanner: needsDocument(name),
    }));
    await bundle.close();
  } catch (error) {
    throw new Problem(
      `${name}.js could not be bundled: ${error instanceof Error ? error.message : error}`,
    );
  }
  const unresolved = warnings.filter((text) => /resolve|UNRESOLVED/i.test(text));
  if (unresolved.length) throw new Problem(`${name}.js is not self-contained: ${unresolved[0]}`);
  check(file, output[0].imports);
  return output[0].moduleIds;
}

/**
 * A bundler moves a module's code to another folder but leaves its URLs as they were.
 * @param {string} dist
 * @returns {import("rolldown").Plugin}
 */
function keepWasmUrls(dist) {
  return {
    name: "keep-wasm-urls",
    transform(code, id) {
      if (!code.includes("import.meta.url")) return null;
      return code.replace(wasmUrl, (_all, _quote, path) => {
        const moved = relative(dist, resolve(dirname(id), path)).replaceAll("\\", "/");
        return `new URL("./${moved}", import.meta.url)`;
      });
    },
  };
}

/**
 * The folder of the zod that `@ag-ui/client` depends on. `@ag-ui/core` takes whatever zod is beside it: here both take
 * this one, which shares nothing with a zod of the page.
 */
function clientsZod() {
  const client = createRequire(import.meta.url).resolve("@ag-ui/client");
  return dirname(createRequire(client).resolve("zod/package.json"));
}

/**
 * zod tries whether the page may evaluate text, which a strict Content-Security-Policy reports. Told so before a schema
 * is made, it does not try.
 * @param {string} entry
 * @returns {import("rolldown").Plugin}
 */
function evaluateNothing(entry) {
  const name = "evaluate-nothing";
  return {
    name,
    resolveId: (id) => (id === name ? id : null),
    load: (id) =>
      id === name ? 'import { config } from "zod/v4/core";\nconfig({ jitless: true });' : null,
    transform: (code, id) => (resolve(id) === resolve(entry) ? `import "${name}";\n${code}` : null),
  };
}

/**
 * @param {string} file
 * @param {string[]} imports
 */
function check(file, imports) {
  if (imports.length) throw new Problem(`${basename(file)} still imports ${imports.join(", ")}`);
  const code = readFileSync(file, "utf8");
  const urls = [...code.matchAll(wasmUrl)].map((match) => match[2]);
  if (!urls.length)
    throw new Problem(`${basename(file)} lost the address of its WebAssembly file.`);
  const lost = urls.find((url) => !existsSync(join(dirname(file), url)));
  if (lost) throw new Problem(`${basename(file)} points to ${lost}, which is not in the package.`);
}
