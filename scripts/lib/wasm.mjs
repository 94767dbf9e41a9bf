import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { requireWasmBindgen } from "./cargo-tools.mjs";
import { inRoot, npmTool } from "./paths.mjs";
import { Problem, step } from "./report.mjs";
import { run } from "./run.mjs";
import { dropStamp, filesUnder, hashOf, hashText, readStamp, writeStamp } from "./stamp.mjs";
import { wasmBindgenVersion } from "./versions.mjs";
import { wasmEnv } from "./wasm-target.mjs";

/** The files of the package that nobody writes by hand: what wasm-bindgen writes, and the module as text. */
export const generatedFiles = [
  "core.js",
  "core.d.ts",
  "core_bg.wasm",
  "core_bytes.js",
  "core_bytes.d.ts",
];

/** Where they are made. */
export const generated = inRoot("target", "bindgen", "generated");

const stamp = inRoot("target", "bindgen", "stamp");

const compiled = inRoot("target", "wasm32-unknown-unknown", "release", "ag_ui_lit.wasm");

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
  await step("Rust to WebAssembly", "15 s, the first time 1 min", () => compile(env));
  await makeGenerated(bindgen);
  writeStamp(stamp, state(before));
  return true;
}

/** @param {string} bindgen */
async function makeGenerated(bindgen) {
  const ownStamp = inRoot("target", "bindgen", "core.stamp");
  // A new comment compiles to the same module, and that spares the slowest part.
  const state = () =>
    hashOf(compiled, ...generatedFiles.map((file) => join(generated, file)), ...tools());
  if (readStamp(ownStamp) === state()) return;
  dropStamp(ownStamp);
  await step(`wasm-bindgen ${wasmBindgenVersion()}`, "1 s", () => bind(bindgen));
  await step("wasm-opt", "15 s", optimise);
  inline();
  writeStamp(ownStamp, state());
}

/**
 * Less is inlined than LLVM would by itself, which is 8 kB (brotli) for a fortieth of the core's part of an execution. With 100
 * it is a tenth more, for 5 kB.
 */
const rustFlags = "-Cllvm-args=-inline-threshold=180";

/** @param {NodeJS.ProcessEnv} env */
async function compile(env) {
  const given = env.RUSTFLAGS ?? process.env.RUSTFLAGS ?? "";
  if (!existsSync(inRoot("Cargo.toml"))) throw new Problem("Cargo.toml is missing.");
  await run("cargo", ["build", "--lib", "--target", "wasm32-unknown-unknown", "--release"], {
    env: {
      ...env,
      RUSTFLAGS: `${given} ${rustFlags}`.trim(),
      CARGO_TARGET_DIR: inRoot("target"),
    },
    output: "show",
    advice: "The Rust crate does not compile: see the compiler's message above.",
  });
}

/** @param {string} folder */
async function bind(folder) {
  // The path of the packaged file is the TypeScript half's business: it differs between a browser, Node and "inline".
  const args = ["--target", "web", "--omit-default-module-path", "--out-name", "core"];
  await run(join(folder, "wasm-bindgen"), [...args, "--out-dir", generated, compiled], {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    advice: "wasm-bindgen could not read the compiled crate, see above.",
  });
  // Types of the module's own exports, which nobody calls.
  rmSync(join(generated, "core_bg.wasm.d.ts"), { force: true });
  takeCodecsLazily(join(generated, "core.js"));
}

/**
 * wasm-bindgen makes a TextDecoder and a TextEncoder when the script is loaded. Not every test environment has them then.
 * @param {string} file
 */
function takeCodecsLazily(file) {
  const code = readFileSync(file, "utf8");
  const names = ["TextDecoder", "TextEncoder"].map((name) => `Lazy${name} as ${name}`).join(", ");
  writeFileSync(file, `import { ${names} } from "../core/text-codec.js";\n${code}`);
}

/** -O3 costs no more bytes (brotli) than -Oz, and every execution goes through it. */
async function optimise() {
  const input = join(generated, "core_bg.wasm");
  const output = join(generated, "core_bg.opt.wasm");
  // The features are those that rustc turns on for wasm32 by default and every browser since 2022 has.
  const features = ["mutable-globals", "sign-ext", "nontrapping-float-to-int", "bulk-memory"];
  features.push("reference-types", "multivalue");
  const flags = features.map((name) => `--enable-${name}`);
  const args = [
    npmTool("binaryen", "wasm-opt"),
    "-O3",
    ...flags,
    "--strip-debug",
    "--strip-producers",
  ];
  await run(process.execPath, [...args, input, "-o", output], {
    advice: "wasm-opt could not optimise the module, see above.",
  });
  renameSync(output, input);
}

/** For `ag-ui-lit/inline`: the module as text, for pages that cannot fetch a second file. */
function inline() {
  const base64 = readFileSync(join(generated, "core_bg.wasm")).toString("base64");
  writeFileSync(join(generated, "core_bytes.js"), `export default "${base64}";\n`);
  writeFileSync(
    join(generated, "core_bytes.d.ts"),
    "/** The WebAssembly module, base64. */\ndeclare const base64: string;\nexport default base64;\n",
  );
}
