/** The packed package through the bundlers that people use, opened under a sub-path, and run in Node, Bun and Deno. */
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { blockNamed, readBlocks } from "../support/readme/blocks.js";
import { type Consumer, elsewhere, expect, testOf } from "./consumer.js";
import { serve } from "./static-server.js";
import { visit } from "./visit.js";

const test = testOf("bundlers");

test.describe.configure({ mode: "default" }); // one installation serves the whole file

test.beforeAll(async ({ consumer }) => {
  const { code } = blockNamed(readBlocks(), "bundler-core");
  await consumer.write("core.js", code);
  await consumer.write("core-classic.js", code.replaceAll("import.meta.url", "document.baseURI"));
});

const works = { result: "Hello!" };

/** zod's probe of a strict page, and what Lit says where a bundler takes its development build. */
const ofDependencies = /requires 'TrustedScript' assignment|^Lit is in dev mode/;

/** A script that bundles `entry` into `folder`/bundle.js, by each bundler. */
const scripts: Record<string, (entry: string, folder: string) => string> = {
  webpack: (entry, folder) => webpack(entry, folder),
  "webpack, not minified": (entry, folder) =>
    webpack(entry, folder, "{}", { optimization: { minimize: false } }),
  // As the guide says for pages whose bundle has parts: webpack loads them by script elements.
  "webpack, with a policy": (entry, folder) => {
    const { code } = blockNamed(readBlocks(), "webpack-trusted-types");
    const address = `data:text/javascript,${encodeURIComponent(code)}`;
    return webpack(entry, folder, `(await import("${address}")).default.output`);
  },
  vite: (entry, folder) => `
    const { build } = await import("vite");
    await build({
      base: "./",
      build: {
        outDir: "${folder}",
        modulePreload: false,
        rolldownOptions: {
          input: "${entry}",
          output: { entryFileNames: "bundle.js", assetFileNames: "[name]-[hash][extname]" },
        },
      },
    });
  `,
  esbuild: (entry, folder) => esbuild(entry, folder, { format: "esm", splitting: true }),
  "esbuild, a classic script": (entry, folder) => esbuild(entry, folder, { format: "iife" }),
  rollup: (entry, folder) => rollup(entry, folder, "es"),
  "rollup, a classic script": (entry, folder) => rollup(entry, folder, "iife"),
  bun: (entry, folder) => `
    const { spawnSync } = await import("node:child_process");
    const args = ["build", "${entry}", "--target=browser", "--production", "--outdir=${folder}"];
    const bun = "node_modules/.bin/bun" + (process.platform === "win32" ? ".cmd" : "");
    const said = spawnSync(bun, [...args, "--entry-naming=bundle.js"], { stdio: "inherit" });
    process.exit(said.status ?? 1);
  `,
};

for (const bundler of ["webpack", "vite"]) {
  test(`${bundler} carries the files by itself, also under a sub-path`, async ({
    consumer,
    page,
  }) => {
    const { outcome, wasm, complaints } = await visitBundle(consumer, page, bundler, "page.js");
    expect(outcome).toEqual(works);
    expect(wasm.map(({ type }) => type)).toEqual(["application/wasm", "application/wasm"]);
    expect(complaints).toEqual([]);
  });

  test(`${bundler} carries the files for a page without an agent too`, async ({
    consumer,
    page,
  }) => {
    const { outcome } = await visitBundle(consumer, page, bundler, "no-element.js");
    expect(outcome).toEqual({ names: [] });
  });
}

test("webpack-trusted-types: with a policy, webpack carries the toolbox's file in a part of the bundle", async ({
  consumer,
  page,
}) => {
  await expectToolbox(consumer, page, "webpack, with a policy");
});

test("vite carries the toolbox's file in a part of the bundle", async ({ consumer, page }) => {
  await expectToolbox(consumer, page, "vite");
});

async function expectToolbox(consumer: Consumer, page: Page, bundler: string): Promise<void> {
  const visited = await visitBundle(consumer, page, bundler, "toolbox.js");
  expect(visited.outcome).toEqual({ result: expect.stringContaining("thought") });
  expect(visited.wasm).toHaveLength(2);
  expect(visited.complaints).toEqual([]);
}

test("webpack without a policy under Trusted Types: the answer says what its configuration lacks", async ({
  consumer,
  page,
}) => {
  const { outcome } = await visitBundle(consumer, page, "webpack, not minified", "toolbox.js");
  expect(outcome).toEqual({ result: expect.stringContaining("trustedTypes: { policyName }") });
});

test("where esbuild carries no file, loadToolbox() says where the toolbox's file was copied to, and without it the error gives that line", async ({
  consumer,
  page,
}) => {
  const copied = await visitBundle(consumer, page, "esbuild", "copied-toolbox.js");
  expect(copied.outcome).toEqual({ result: expect.stringContaining("thought") });
  page.removeAllListeners();
  const script = await readFile(consumer.path("copied-toolbox.js"), "utf8");
  const forgotten = script.split("\n").filter((line) => !line.startsWith("loadToolbox("));
  await consumer.write("copied-without.js", forgotten.join("\n"));
  const { outcome } = await visitBundle(consumer, page, "esbuild", "copied-without.js");
  const { result } = outcome as { result: string };
  expect(result).toContain("toolbox_bg.wasm");
  expect(result).toContain('loadToolbox(new URL("toolbox_bg.wasm", import.meta.url))');
});

test("bundler-core: where the bundler carries no file, a line each says where it was copied to, also under a sub-path", async ({
  consumer,
  page,
}) => {
  for (const bundler of ["esbuild", "rollup", "bun"]) {
    const { outcome, wasm, complaints } = await visitBundle(consumer, page, bundler, "copied.js");
    expect(outcome, bundler).toEqual(works);
    expect(wasm.map(({ type }) => type)).toEqual(["application/wasm", "application/wasm"]);
    expect(complaints).toEqual([]);
    page.removeAllListeners();
  }
});

for (const bundler of ["esbuild, a classic script", "rollup, a classic script"]) {
  test(`${bundler}: the files are found beside the page`, async ({ consumer, page }) => {
    const visited = await visitBundle(consumer, page, bundler, "copied-classic.js");
    expect(visited.outcome).toEqual(works);
    expect(visited.complaints).toEqual([]);
  });
}

for (const bundler of ["esbuild", "rollup", "bun", "esbuild, a classic script"]) {
  test(`${bundler}: without the file, the error gives the line that works`, async ({
    consumer,
    page,
  }) => {
    const { outcome } = await visitBundle(consumer, page, bundler, "page.js");
    const { error } = outcome as { error: string };
    expect(error).toContain("core_bg.wasm");
    expect(error).toMatch(
      /init\(new URL\("core_bg\.wasm", (import\.meta\.url|document\.baseURI)\)\)/,
    );
    expect(error).toContain('"ag-ui-lit/inline"');
  });
}

test("parcel-exports: Parcel carries the files for ag-ui-lit/standalone, also under a sub-path", async ({
  consumer,
  page,
}) => {
  const read = (name: string) => readFile(consumer.path(name), "utf8");
  const exports = JSON.parse(blockNamed(readBlocks(), "parcel-exports").code);
  await consumer.write(
    "package.json",
    JSON.stringify({ ...JSON.parse(await read("package.json")), ...exports }),
  );
  const script = (await read("page.js")).replace('"ag-ui-lit"', '"ag-ui-lit/standalone"');
  await consumer.write("parcel.js", script.replace('import "ag-ui-lit/element";\n', ""));
  await consumer.write(
    "index.html",
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="parcel.js"></script>',
  );
  const args = [
    "build",
    "index.html",
    "--dist-dir=out-parcel/app",
    "--public-url=./",
    "--no-cache",
  ];
  const said = await consumer.node("node_modules/parcel/lib/bin.js", ...args);
  expect(said.code, said.stdout + said.stderr).toBe(0);

  const built = await read("out-parcel/app/index.html");
  const [, importMap = ""] = /<script type="?importmap"?>(.*?)<\/script>/.exec(built) ?? [];
  const hash = createHash("sha256").update(importMap).digest("base64");
  const policy = `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`;
  await using server = await serve(consumer.path("out-parcel"), [], policy);
  const { outcome, wasm, complaints } = await visit(page, `${server.origin}/app/index.html`);
  expect(outcome).toEqual(works);
  expect(wasm.map(({ type }) => type)).toEqual(["application/wasm", "application/wasm"]);
  expect(complaints).toEqual([]);
});

for (const [runtime, command, right] of [
  ["Bun", "bun", []],
  ["Deno", "deno", ["--allow-read=node_modules"]],
] as const) {
  test(`${runtime} runs a tool, and the element's module beside it, without a bundle`, async ({
    consumer,
  }) => {
    const said = await consumer.command(command, "run", "server.js");
    expect(said).toEqual({ code: 0, stdout: "Hello! function\n", stderr: "" });
  });

  test(`${runtime} runs a tool of the toolbox`, async ({ consumer }) => {
    const said = await consumer.command(command, "run", ...right, "server-toolbox.js");
    expect(said).toEqual({ code: 0, stdout: "thought\n", stderr: "" });
  });
}

test("Node runs a tool of the toolbox", async ({ consumer }) => {
  const said = await consumer.node("server-toolbox.js");
  expect(said).toEqual({ code: 0, stdout: "thought\n", stderr: "" });
});

/** Away from the project: whatever lay beside the bundle is gone. */
for (const [what, ending, script] of [
  ["esbuild as modules", "mjs", nodeEsbuild("esm")],
  ["esbuild as CommonJS", "cjs", nodeEsbuild("cjs")],
  [
    "Vite for SSR, dependencies inside",
    "js",
    (entry) => `const { build } = await import("vite");
     await build({
       ssr: { noExternal: true },
       build: { ssr: "${entry}.js", outDir: "node-out/vite", emptyOutDir: false },
     });`,
  ],
  [
    "webpack for Node",
    "cjs",
    (entry) => `const { default: webpack } = await import("webpack");
     const output = { path: process.cwd() + "/node-out/webpack", filename: "${entry}.cjs" };
     const stats = await new Promise((resolve, reject) =>
       webpack({ mode: "production", target: "node", entry: "./${entry}.js", output },
         (error, stats) => (error ? reject(error) : resolve(stats))));
     if (stats.hasErrors()) throw new Error(stats.toString());`,
  ],
] as [string, string, (entry: string) => string][]) {
  for (const [entry, stdout] of [
    ["server", "Hello! function\n"],
    ["server-modules", "completed A1: 20 true function\n"],
  ] as const) {
    // webpack takes as long as the three others together; its bundles for pages are tested above.
    const tag = what.startsWith("webpack") ? "@all" : [];
    test(`a bundle for Node runs wherever it is put: ${what}, ${entry}`, { tag }, async ({
      consumer,
    }) => {
      await rm(consumer.path("node-out"), { recursive: true, force: true });
      const built = await consumer.node("--input-type=module", "-e", script(entry));
      expect(built.code, built.stdout + built.stderr).toBe(0);
      expect(built.stderr).not.toContain("import.meta");
      const folder = /node-out\/\w+/.exec(script(entry))?.[0] ?? "";
      await using moved = await elsewhere(consumer.path(folder));
      await writeFile(join(moved.path, "package.json"), '{ "type": "module" }');

      const said = await consumer.node(join(moved.path, `${entry}.${ending}`));
      expect(said).toEqual({ code: 0, stdout, stderr: "" });
    });
  }
}

test("ag-ui-lit/standalone works in Node, and its one file says in one line where it belongs", async ({
  consumer,
}) => {
  const run = (code: string) => consumer.node("--input-type=module", "-e", code);
  const names = 'import { AgUiAgent, globalToolRegistry, init } from "ag-ui-lit/standalone";';
  expect(await run(`${names} console.log(globalToolRegistry.names, typeof AgUiAgent);`)).toEqual({
    code: 0,
    stdout: "[] function\n",
    stderr: "",
  });

  const { code, stderr } = await consumer.node("node_modules/ag-ui-lit/dist/standalone.js");
  expect(code).toBe(1);
  expect(stderr).toContain("import ag-ui-lit or ag-ui-lit/inline");
  expect(stderr.length).toBeLessThan(1_200);
});

type Page = Parameters<typeof visit>[0];

/** Bundles `entry`, puts the page and the files beside it as the README says, and opens it at /app/. */
async function visitBundle(consumer: Consumer, page: Page, bundler: string, entry: string) {
  const site = `out-${bundler}-${entry}`.replaceAll(/[^\w.-]/g, "-");
  const folder = `${site}/app`;
  await rm(consumer.path(site), { recursive: true, force: true });
  await mkdir(consumer.path(folder), { recursive: true });
  const script = scripts[bundler]?.(entry, folder) ?? "";
  const { code, stdout, stderr } = await consumer.node("--input-type=module", "-e", script);
  expect(code, stdout + stderr).toBe(0);
  const type = bundler.endsWith("classic script") ? "defer" : 'type="module"';
  await consumer.write(
    `${folder}/index.html`,
    `<!doctype html><link rel="icon" href="data:,"><script ${type} src="./bundle.js"></script>`,
  );
  if (entry.startsWith("copied")) {
    const own = entry === "copied-toolbox.js" ? ["toolbox_bg.wasm"] : ["json_schema_bg.wasm"];
    for (const file of ["core_bg.wasm", ...own]) {
      const packaged = consumer.path("node_modules", "ag-ui-lit", "dist", "generated", file);
      await copyFile(packaged, consumer.path(folder, file));
    }
  }
  await using server = await serve(consumer.path(site));
  const visited = await visit(page, `${server.origin}/app/index.html`);
  const complaints = visited.complaints.filter((text) => !ofDependencies.test(text));
  return { ...visited, complaints };
}

function webpack(entry: string, folder: string, output = "{}", options: object = {}): string {
  return `
    const { default: webpack } = await import("webpack");
    const output = { path: process.cwd() + "/${folder}", filename: "bundle.js", ...${output} };
    const stats = await new Promise((resolve, reject) =>
      webpack({ mode: "production", entry: "./${entry}", output, performance: false, ...${JSON.stringify(options)} },
        (error, stats) => (error ? reject(error) : resolve(stats))));
    if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
  `;
}

function esbuild(entry: string, folder: string, options: object): string {
  const all = { entryPoints: { bundle: entry }, bundle: true, outdir: folder, ...options };
  return `
    const { build } = await import("esbuild");
    await build(${JSON.stringify({ ...all, logLevel: "warning" })});
  `;
}

function rollup(entry: string, folder: string, format: string): string {
  return `
    const [{ rollup }, { default: node }, { default: commonjs }] = await Promise.all(
      ["rollup", "@rollup/plugin-node-resolve", "@rollup/plugin-commonjs"].map((name) => import(name)));
    const bundle = await rollup({
      input: "${entry}",
      plugins: [node({ browser: true }), commonjs()],
      onwarn() {}, // of what dependencies do
    });
    await bundle.write({ file: "${folder}/bundle.js", format: "${format}", name: "page" });
  `;
}

function nodeEsbuild(format: "esm" | "cjs"): (entry: string) => string {
  const ending = format === "esm" ? "mjs" : "cjs";
  return (entry) => {
    const outfile = `node-out/${format}/${entry}.${ending}`;
    const entryPoints = [`${entry}.js`];
    const options = { entryPoints, bundle: true, platform: "node", outfile, format };
    return `
      const { build } = await import("esbuild");
      await build(${JSON.stringify({ ...options, logLevel: "warning" })});
    `;
  };
}
