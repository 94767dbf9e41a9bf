import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { requireWasmBindgen } from "./cargo-tools.mjs";
import { recordUnits } from "./own-units.mjs";
import { cargoTarget, inRoot, npmTool, root } from "./paths.mjs";
import { Problem, step } from "./report.mjs";
import { run } from "./run.mjs";
import { dropStamp, filesUnder, hashOf, readStamp, writeStamp } from "./stamp.mjs";
import { wasmBindgenVersion } from "./versions.mjs";
import { wasmEnv } from "./wasm-target.mjs";

/**
 * A WebAssembly module that the package brings.
 * @typedef {object} Module
 * @property {string} name of its generated files
 * @property {string} crate
 * @property {string[]} optimise what wasm-opt does
 * @property {string} [level] how the core in it is compiled, if not as for the core itself: `opt-level` of cargo
 * @property {boolean} [restarts] whether it can be started anew, once it has stopped
 */

/** Passes of wasm-opt that take seconds, for modules that LLVM has made small already. */
const cheap = [
  "--duplicate-function-elimination",
  "--remove-unused-module-elements",
  "--reorder-functions",
];

/**
 * A part of the toolbox, which is cut by weight: a page loads the parts whose tools run. The library crates/toolbox is compiled
 * once for all of them.
 * @param {string} part
 * @returns {Module}
 */
function toolboxPart(part) {
  return {
    name: part === "light" ? "toolbox" : `toolbox_${part}`,
    crate: `ag-ui-lit-toolbox-${part}`,
    restarts: true,
    level: "s",
    optimise: cheap,
  };
}

/** @type {Module[]} */
export const modules = [
  {
    name: "core",
    crate: "ag-ui-lit",
    // Costs no more bytes (brotli) than -Oz, and every execution goes through it.
    optimise: ["-O3"],
  },
  {
    name: "json_schema",
    crate: "ag-ui-lit-json-schema",
    restarts: true,
    // Two percent smaller (brotli) than after -Oz or -O3, which take minutes.
    optimise: cheap,
  },
  ...["light", "files", "web", "page", "bash"].map(toolboxPart),
  {
    name: "models",
    crate: "ag-ui-lit-models",
    restarts: true,
    // Nothing of it is on the path of every execution: a third smaller than by the level of the core.
    level: "s",
    optimise: cheap,
  },
  {
    name: "conversation",
    crate: "ag-ui-lit-conversation",
    restarts: true,
    optimise: cheap,
  },
];

/** @param {Module} module */
const filesOf = ({ name }) =>
  [".js", ".d.ts", "_bg.wasm", "_bytes.js", "_bytes.d.ts"].map((ending) => name + ending);

/** The files of the package that nobody writes by hand: what wasm-bindgen writes, and the modules as text. */
export const generatedFiles = modules.flatMap(filesOf);

/** Where they are made. */
export const generated = inRoot("target", "bindgen", "generated");

/** @param {Module} module */
const pathsOf = (module) => filesOf(module).map((file) => join(generated, file));

const compiledIn = join(cargoTarget, "wasm32-unknown-unknown", "release");

/** @param {Module} module */
const compiled = ({ crate }) => join(compiledIn, `${crate.replaceAll("-", "_")}.wasm`);

const tools = () => [
  inRoot("scripts", "lib", "wasm.mjs"),
  inRoot("node_modules", "binaryen", "package.json"), // wasm-opt's version
];

/**
 * Compiles the crates and generates their JavaScript half. Cargo decides what is stale; of an unchanged crate nothing is
 * generated anew. Returns whether something was.
 */
export async function buildWasm() {
  if (!existsSync(inRoot("Cargo.toml"))) throw new Problem("Cargo.toml is missing.");
  mkdirSync(generated, { recursive: true });
  for (const file of filesUnder(generated)) {
    if (!generatedFiles.includes(basename(file))) rmSync(file);
  }
  const env = await wasmEnv();
  const bindgen = await requireWasmBindgen();
  await step("Rust to WebAssembly", "2 s; 30 s after a change; 4 min the first time", async () => {
    for (const module of modules) await compile(module, env);
  });
  recordUnits(root, compiledIn);
  const built = [];
  for (const module of modules) built.push(await makeGenerated(module, bindgen));
  return built.includes(true);
}

/**
 * @param {Module} module
 * @param {string} bindgen
 */
async function makeGenerated(module, bindgen) {
  const stamp = inRoot("target", "bindgen", `${module.name}.stamp`);
  // A new comment compiles to the same module, and that spares the slowest part.
  const state = () => hashOf(compiled(module), ...pathsOf(module), ...tools());
  if (readStamp(stamp) === state()) return false;
  dropStamp(stamp);
  const { name } = module;
  await step(`wasm-bindgen ${wasmBindgenVersion()}: ${name}`, "1 s", () => bind(module, bindgen));
  await step(`wasm-opt: ${name}`, "20 s", () => optimise(module));
  inline(module);
  writeStamp(stamp, state());
  return true;
}

/**
 * The library of each crate as a wasm file alone. Of the core the other modules take an rlib with other features, which
 * would overwrite its wasm file if the manifest asked for both.
 * @param {Module} module
 * @param {NodeJS.ProcessEnv} env
 */
async function compile({ crate, level }, env) {
  const args = ["rustc", "--quiet", "--package", crate, "--lib", "--crate-type", "cdylib"];
  const ofCore = `profile.release.package.ag-ui-lit.opt-level=${JSON.stringify(level)}`;
  const config = level ? ["--config", ofCore] : [];
  await run("cargo", [...args, "--target", "wasm32-unknown-unknown", "--release", ...config], {
    env: { ...env, CARGO_TARGET_DIR: cargoTarget },
    output: "show",
    advice: `The Rust crate ${crate} does not compile: see the compiler's message above.`,
  });
}

/**
 * @param {Module} module
 * @param {string} folder
 */
async function bind(module, folder) {
  const { name, restarts } = module;
  // The path of the packaged file is the TypeScript half's business: it differs between a browser, Node and "inline".
  const args = ["--target", "web", "--omit-default-module-path", "--out-name", name];
  if (restarts) args.push("--experimental-reset-state-function");
  await run(join(folder, "wasm-bindgen"), [...args, "--out-dir", generated, compiled(module)], {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    advice: "wasm-bindgen could not read the compiled crate, see above.",
  });
  // Types of the module's own exports, which nobody calls.
  rmSync(join(generated, `${name}_bg.wasm.d.ts`), { force: true });
  takeFromPackage(module);
  const types = join(generated, `${name}.d.ts`);
  // What a crate of tools has from its users' point of view is here the package itself.
  writeFileSync(
    types,
    readFileSync(types, "utf8").replaceAll('"ag-ui-lit"', '"../tools/types.js"'),
  );
}

/**
 * What the generated script takes from the package instead of the page, by the file that has it. It makes a TextDecoder and
 * a TextEncoder when it is loaded, which not every test environment has then; and the core must not stop when a page's
 * timers throw, nor the JSON Schema module where nothing random may be drawn. The toolbox watches over the steps of each of its parts.
 * @param {string} name
 * @returns {Record<string, Record<string, string>>}
 */
function fromPackage(name) {
  const steps = stepsOf(name);
  return {
    "core/text-codec": { TextDecoder: "LazyTextDecoder", TextEncoder: "LazyTextEncoder" },
    "core/page-globals": {
      setTimeout: "setTimer",
      clearTimeout: "clearTimer",
      ...(!steps && { queueMicrotask: "queueTask" }),
    },
    "core/seed": { drawSeed: "drawSeed" },
    ...(steps && { "toolbox/module/life": { queueMicrotask: steps } }),
  };
}

/** What runs the steps of a part of the toolbox: `queueFilesStep`, say. Nothing for another module. @param {string} name */
function stepsOf(name) {
  if (!name.startsWith("toolbox")) return undefined;
  const part = name.replace(/^toolbox_?/, "") || "light";
  return `queue${part[0].toUpperCase()}${part.slice(1)}Step`;
}

/** @param {Module} module */
function takeFromPackage({ name }) {
  const file = join(generated, `${name}.js`);
  const code = readFileSync(file, "utf8")
    // The last resort of `js_sys::global`, which a crate may ask: the text says "return this", and no page must allow text as code.
    .replace("new Function(getStringFromWasm0(arg0, arg1))", "() => globalThis")
    .replace("globalThis.crypto.getRandomValues(", "drawSeed(")
    // A promise or a timer of an earlier start comes back in vain; an exception would end a process of Node's.
    .replaceAll("throw new Error('Cannot invoke closure from previous WASM instance');", "return;");
  const imports = Object.entries(fromPackage(name)).map(([from, names]) => {
    const used = Object.entries(names).filter(([name]) => new RegExp(`\\b${name}\\(`).test(code));
    const list = used.map(([name, ours]) => `${ours} as ${name}`).join(", ");
    return used.length > 0 ? `import { ${list} } from "../${from}.js";\n` : "";
  });
  writeFileSync(file, imports.join("") + code);
}

/** @param {Module} module */
async function optimise({ name, optimise }) {
  const input = join(generated, `${name}_bg.wasm`);
  const output = join(generated, `${name}_bg.opt.wasm`);
  // The features are those that rustc turns on for wasm32 by default and every browser since 2022 has.
  const features = ["mutable-globals", "sign-ext", "nontrapping-float-to-int", "bulk-memory"];
  features.push("reference-types", "multivalue");
  const flags = features.map((name) => `--enable-${name}`);
  const args = [
    npmTool("binaryen", "wasm-opt"),
    ...optimise,
    ...flags,
    "--strip-debug",
    "--strip-producers",
  ];
  await run(process.execPath, [...args, input, "-o", output], {
    advice: "wasm-opt could not optimise the module, see above.",
  });
  renameSync(output, input);
}

/**
 * The module as text, for scripts that can't count on a file beside them: `ag-ui-lit/inline`, and bundles for Node.
 * @param {Module} module
 */
function inline({ name }) {
  const base64 = readFileSync(join(generated, `${name}_bg.wasm`)).toString("base64");
  writeFileSync(join(generated, `${name}_bytes.js`), `export default "${base64}";\n`);
  writeFileSync(
    join(generated, `${name}_bytes.d.ts`),
    "/** The WebAssembly module, base64. */\ndeclare const base64: string;\nexport default base64;\n",
  );
}
