import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { requireWasmBindgen } from "./cargo-tools.mjs";
import { inRoot, npmTool } from "./paths.mjs";
import { Problem, step } from "./report.mjs";
import { run } from "./run.mjs";
import { dropStamp, filesUnder, hashOf, hashText, readStamp, writeStamp } from "./stamp.mjs";
import { wasmBindgenVersion } from "./versions.mjs";
import { wasmEnv } from "./wasm-target.mjs";

/**
 * A WebAssembly module that the package brings.
 * @typedef {object} Module
 * @property {string} name of its generated files
 * @property {string} crate
 * @property {string[]} sources what it is compiled from
 * @property {string[]} optimise what wasm-opt does
 * @property {boolean} [isSeparate] whether it is always a file of its own: then no entry has it inside
 */

/** @type {Module[]} */
const modules = [
  {
    name: "core",
    crate: "ag-ui-lit",
    // Without what is for other modules only.
    sources: ["lib.rs", "error.rs", "error", "execution", "json", "policy", "tool", "wasm"].map(
      (part) => `src/${part}`,
    ),
    // Costs no more bytes (brotli) than -Oz, and every execution goes through it.
    optimise: ["-O3"],
  },
  {
    name: "json_schema",
    crate: "ag-ui-lit-json-schema",
    // Of the core it takes what reads arguments: what else changes there does not compile this one again.
    sources: [
      "crates/json-schema/Cargo.toml",
      "crates/json-schema/src",
      "src/json",
      "src/error",
      "src/wasm/panic.rs",
    ],
    // Two percent smaller (brotli) than after -Oz or -O3, which take minutes; LLVM has made it small already.
    optimise: [
      "--duplicate-function-elimination",
      "--remove-unused-module-elements",
      "--reorder-functions",
    ],
  },
  {
    name: "toolbox",
    crate: "ag-ui-lit-toolbox",
    sources: [
      "crates/toolbox/Cargo.toml",
      "crates/toolbox/src",
      "src/error",
      "src/tool/rust",
      "src/wasm/tools",
    ],
    optimise: [
      "--duplicate-function-elimination",
      "--remove-unused-module-elements",
      "--reorder-functions",
    ],
    isSeparate: true,
  },
  {
    name: "models",
    crate: "ag-ui-lit-models",
    sources: [
      "crates/models/Cargo.toml",
      "crates/models/src",
      "src/json",
      "src/provider",
      "src/text",
      "src/wasm/panic.rs",
    ],
    optimise: [
      "--duplicate-function-elimination",
      "--remove-unused-module-elements",
      "--reorder-functions",
    ],
    isSeparate: true,
  },
  {
    name: "conversation",
    crate: "ag-ui-lit-conversation",
    sources: [
      "crates/conversation/Cargo.toml",
      "crates/conversation/src",
      "src/conversation",
      "src/wasm/panic.rs",
    ],
    optimise: [
      "--duplicate-function-elimination",
      "--remove-unused-module-elements",
      "--reorder-functions",
    ],
    isSeparate: true,
  },
];

/** @param {Module} module */
const filesOf = ({ name, isSeparate }) => [
  `${name}.js`,
  `${name}.d.ts`,
  `${name}_bg.wasm`,
  ...(isSeparate ? [] : [`${name}_bytes.js`, `${name}_bytes.d.ts`]),
];

/** The files of the package that nobody writes by hand: what wasm-bindgen writes, and the modules as text. */
export const generatedFiles = modules.flatMap(filesOf);

/** Where they are made. */
export const generated = inRoot("target", "bindgen", "generated");

/** @param {Module} module */
const pathsOf = (module) => filesOf(module).map((file) => join(generated, file));

/** @param {Module} module */
const compiled = ({ crate }) =>
  inRoot("target", "wasm32-unknown-unknown", "release", `${crate.replaceAll("-", "_")}.wasm`);

const tools = () => [
  inRoot("scripts", "lib", "wasm.mjs"),
  inRoot("node_modules", "binaryen", "package.json"), // wasm-opt's version
];

/** @param {Module} module */
const sources = (module) => [
  inRoot("Cargo.toml"),
  ...filesUnder(...module.sources.map((path) => inRoot(path))),
  ...tools(),
];

// Cargo may still write Cargo.lock during a build, so it is not a source but goes with the result.
/**
 * @param {Module} module
 * @param {string} before
 */
const state = (module, before) =>
  hashText(before + hashOf(inRoot("Cargo.lock"), ...pathsOf(module)));

/** Compiles the crates and generates their JavaScript half, where something changed. Returns whether something did. */
export async function buildWasm() {
  mkdirSync(generated, { recursive: true });
  for (const file of filesUnder(generated)) {
    if (!generatedFiles.includes(basename(file))) rmSync(file);
  }
  // One after the other: the stamp of each goes with what Cargo.lock is after it.
  const built = [];
  for (const module of modules) built.push(await buildModule(module));
  return built.includes(true);
}

/** @param {Module} module */
async function buildModule(module) {
  const stamp = inRoot("target", "bindgen", `${module.name}.sources.stamp`);
  const before = hashOf(...sources(module));
  if (readStamp(stamp) === state(module, before)) return false;
  const env = await wasmEnv();
  const bindgen = await requireWasmBindgen();
  await step(`${module.crate} to WebAssembly`, "30 s, the first time 2 min", () =>
    compile(module, env),
  );
  await makeGenerated(module, bindgen);
  writeStamp(stamp, state(module, before));
  return true;
}

/**
 * @param {Module} module
 * @param {string} bindgen
 */
async function makeGenerated(module, bindgen) {
  const stamp = inRoot("target", "bindgen", `${module.name}.stamp`);
  // A new comment compiles to the same module, and that spares the slowest part.
  const state = () => hashOf(compiled(module), ...pathsOf(module), ...tools());
  if (readStamp(stamp) === state()) return;
  dropStamp(stamp);
  await step(`wasm-bindgen ${wasmBindgenVersion()}`, "1 s", () => bind(module, bindgen));
  await step("wasm-opt", "20 s", () => optimise(module));
  if (!module.isSeparate) inline(module);
  writeStamp(stamp, state());
}

/**
 * @param {Module} module
 * @param {NodeJS.ProcessEnv} env
 */
async function compile({ crate }, env) {
  if (!existsSync(inRoot("Cargo.toml"))) throw new Problem("Cargo.toml is missing.");
  const args = ["build", "--package", crate, "--lib", "--target", "wasm32-unknown-unknown"];
  await run("cargo", [...args, "--release"], {
    env: { ...env, CARGO_TARGET_DIR: inRoot("target") },
    output: "show",
    advice: `The Rust crate ${crate} does not compile: see the compiler's message above.`,
  });
}

/**
 * @param {Module} module
 * @param {string} folder
 */
async function bind(module, folder) {
  const { name } = module;
  // The path of the packaged file is the TypeScript half's business: it differs between a browser, Node and "inline".
  const args = ["--target", "web", "--omit-default-module-path", "--out-name", name];
  await run(join(folder, "wasm-bindgen"), [...args, "--out-dir", generated, compiled(module)], {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    advice: "wasm-bindgen could not read the compiled crate, see above.",
  });
  // Types of the module's own exports, which nobody calls.
  rmSync(join(generated, `${name}_bg.wasm.d.ts`), { force: true });
  takeFromPackage(join(generated, `${name}.js`));
  const types = join(generated, `${name}.d.ts`);
  // What a crate of tools has from its users' point of view is here the package itself.
  writeFileSync(types, readFileSync(types, "utf8").replaceAll('"ag-ui-lit"', '"../api.js"'));
}

/**
 * What the generated script takes from the package instead of the page, by the file that has it. It makes a TextDecoder and
 * a TextEncoder when it is loaded, which not every test environment has then; and the core must not stop when a page's
 * timers throw.
 * @type {Record<string, Record<string, string>>}
 */
const fromPackage = {
  "text-codec": { TextDecoder: "LazyTextDecoder", TextEncoder: "LazyTextEncoder" },
  "page-globals": {
    setTimeout: "setTimer",
    clearTimeout: "clearTimer",
    queueMicrotask: "queueTask",
  },
};

/** @param {string} file */
function takeFromPackage(file) {
  // The last resort of `js_sys::global`, which a crate may ask: the text says "return this", and no page must allow text as code.
  const code = readFileSync(file, "utf8").replace(
    "new Function(getStringFromWasm0(arg0, arg1))",
    "() => globalThis",
  );
  const imports = Object.entries(fromPackage).map(([from, names]) => {
    const used = Object.entries(names).filter(([name]) => new RegExp(`\\b${name}\\(`).test(code));
    const list = used.map(([name, ours]) => `${ours} as ${name}`).join(", ");
    return used.length > 0 ? `import { ${list} } from "../core/${from}.js";\n` : "";
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
 * For `ag-ui-lit/inline`: the module as text, for pages that cannot fetch a second file.
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
