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
 * The modules that a page loads: what it needs to run tools, and beside its other work the schema engine
 * and what matches patterns.
 *
 * `optimise` is wasm-opt's: in the core, through which every execution goes, -O3 costs no more bytes (brotli) than -Oz.
 */
const modules = [
  { name: "core", feature: "runtime", profile: "release", optimise: "-O3" },
  { name: "engine", feature: "engine", profile: "engine", optimise: "-Oz" },
  { name: "patterns", feature: "patterns", profile: "patterns", optimise: "-O3" },
];

/** @typedef {(typeof modules)[number]} Module */

/** The files of the package that nobody writes by hand: what wasm-bindgen writes, and the modules as text. */
export const generatedFiles = modules.flatMap(({ name }) =>
  ["js", "d.ts"]
    .flatMap((ending) => [`${name}.${ending}`, `${name}_bytes.${ending}`])
    .concat(`${name}_bg.wasm`),
);

/** Where they are made. */
export const generated = inRoot("target", "bindgen", "generated");

const stamp = inRoot("target", "bindgen", "stamp");

/** @param {Module} module */
const compiled = ({ profile }) =>
  inRoot("target", "wasm32-unknown-unknown", profile, "ag_ui_lit.wasm");

const tools = () => [
  inRoot("scripts", "lib", "wasm.mjs"),
  inRoot("node_modules", "binaryen", "package.json"), // wasm-opt's version
];

const sources = () => [inRoot("Cargo.toml"), ...filesUnder(inRoot("src")), ...tools()];

// Cargo may still write Cargo.lock during a build, so it is not a source but goes with the result.
/** @param {string} before */
const state = (before) => hashText(before + hashOf(inRoot("Cargo.lock"), generated));

/** Compiles the crate and generates its JavaScript half, when something changed. Returns whether it did. */
export async function buildWasm() {
  const before = hashOf(...sources());
  if (readStamp(stamp) === state(before)) return false;
  const env = await wasmEnv();
  const bindgen = await requireWasmBindgen();
  mkdirSync(generated, { recursive: true });
  for (const file of filesUnder(generated)) {
    if (!generatedFiles.includes(basename(file))) rmSync(file);
  }
  for (const module of modules) await buildModule(module, env, bindgen);
  writeStamp(stamp, state(before));
  return true;
}

/**
 * @param {Module} module
 * @param {NodeJS.ProcessEnv} env
 * @param {string} bindgen
 */
async function buildModule(module, env, bindgen) {
  const { name } = module;
  await step(`${name}: Rust to WebAssembly`, "15 s, the first time 1 min", () =>
    compile(module, env),
  );
  const moduleStamp = inRoot("target", "bindgen", `${name}.stamp`);
  const own = generatedFiles.filter((file) => file.startsWith(name));
  // A new comment compiles to the same module, and that spares the slowest part.
  const state = () =>
    hashOf(compiled(module), ...own.map((file) => join(generated, file)), ...tools());
  if (readStamp(moduleStamp) === state()) return;
  dropStamp(moduleStamp);
  await step(`${name}: wasm-bindgen ${wasmBindgenVersion()}`, "1 s", () => bind(module, bindgen));
  await step(`${name}: wasm-opt`, "15 s", () => optimise(module));
  inline(module);
  writeStamp(moduleStamp, state());
}

/**
 * @param {Module} module
 * @param {NodeJS.ProcessEnv} env
 */
async function compile({ feature, profile }, env) {
  if (!existsSync(inRoot("Cargo.toml"))) throw new Problem("Cargo.toml is missing.");
  const what = ["--lib", "--target", "wasm32-unknown-unknown", "--profile", profile];
  await run("cargo", ["build", ...what, "--no-default-features", "--features", feature], {
    env: { ...env, CARGO_TARGET_DIR: inRoot("target") },
    output: "show",
    advice: "The Rust crate does not compile: see the compiler's message above.",
  });
}

/**
 * @param {Module} module
 * @param {string} folder
 */
async function bind(module, folder) {
  // The path of the packaged file is the TypeScript half's business: it differs between a browser, Node and "inline".
  const args = ["--target", "web", "--omit-default-module-path", "--out-name", module.name];
  await run(join(folder, "wasm-bindgen"), [...args, "--out-dir", generated, compiled(module)], {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    advice: "wasm-bindgen could not read the compiled crate, see above.",
  });
  // Types of the module's own exports, which nobody calls.
  rmSync(join(generated, `${module.name}_bg.wasm.d.ts`), { force: true });
}

/** @param {Module} module */
async function optimise(module) {
  const input = join(generated, `${module.name}_bg.wasm`);
  const output = join(generated, `${module.name}_bg.opt.wasm`);
  // The features are those that rustc turns on for wasm32 by default and every browser since 2022 has.
  const features = ["mutable-globals", "sign-ext", "nontrapping-float-to-int", "bulk-memory"];
  features.push("reference-types", "multivalue");
  const flags = features.map((name) => `--enable-${name}`);
  const args = [
    npmTool("binaryen", "wasm-opt"),
    module.optimise,
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
