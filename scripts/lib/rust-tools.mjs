import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { requireWasmBindgen, requireWasmPack } from "./cargo-tools.mjs";
import { withLock } from "./lock.mjs";
import { cargoTarget, inRoot } from "./paths.mjs";
import { step } from "./report.mjs";
import { run } from "./run.mjs";
import { hashOf, readStamp, writeStamp } from "./stamp.mjs";
import { wasmEnv } from "./wasm-target.mjs";

const target = ["--target", "wasm32-unknown-unknown"];

/**
 * Builds the module of `tests/browser/rust-tools`. Returns the folder of its files. It is not optimised: compiling takes
 * seconds then, and the tests are of what it does.
 */
export async function buildProbe() {
  const folder = inRoot("target", "bindgen", "probe");
  const compiled = join(cargoTarget, target[1], "debug", "examples", "probe.wasm");
  const features = ["--no-default-features", "--features", "tools"];
  await whereChanged({
    name: "probe",
    cwd: inRoot(),
    args: ["--package", "ag-ui-lit", "--example", "probe", ...features],
    compiled,
    made: [join(folder, "probe.js"), join(folder, "probe_bg.wasm")],
    make: async () => {
      const bindgen = join(await requireWasmBindgen(), "wasm-bindgen");
      await run(bindgen, ["--target", "web", "--out-dir", folder, compiled], {
        advice: "wasm-bindgen could not read the compiled crate, see above.",
      });
    },
  });
  return folder;
}

/** The folder of the example, whose `pkg/` is built by its `wasm-pack build`, as its README says. */
export async function buildRustToolExample() {
  const folder = inRoot("examples", "rust-tool");
  const files = ["kitchen_tools.js", "kitchen_tools.d.ts", "kitchen_tools_bg.wasm"];
  await whereChanged({
    name: "rust-tool",
    cwd: folder,
    args: ["--lib", "--release"],
    compiled: join(cargoTarget, target[1], "release", "kitchen_tools.wasm"),
    made: files.map((file) => join(folder, "pkg", file)),
    make: async () => {
      const [bindgen, pack] = [await requireWasmBindgen(), await requireWasmPack()];
      // With no-install, wasm-pack takes the wasm-bindgen it finds on PATH and fetches nothing.
      await run("wasm-pack", ["build", "--target", "web", "--mode", "no-install"], {
        cwd: folder,
        env: {
          ...(await wasmEnv()),
          CARGO_TARGET_DIR: cargoTarget,
          PATH: [bindgen, pack, process.env.PATH].join(delimiter),
        },
        output: "show",
        advice: "examples/rust-tool: wasm-pack could not build it, see above.",
      });
    },
  });
  return folder;
}

/**
 * @typedef {object} Tools a module of Rust tools
 * @property {string} name
 * @property {string} cwd
 * @property {string[]} args what cargo builds
 * @property {string} compiled the wasm file that cargo makes
 * @property {string[]} made the files that are made of it
 * @property {() => Promise<void>} make
 */

/** Compiles a module, and makes its files where the module is another one. Cargo decides what is stale. @param {Tools} tools */
async function whereChanged({ name, cwd, args, compiled, made, make }) {
  const stamp = inRoot("target", "bindgen", `${name}.stamp`);
  const state = () => hashOf(compiled, ...made, inRoot("scripts", "lib", "rust-tools.mjs"));
  const env = { ...(await wasmEnv()), CARGO_TARGET_DIR: cargoTarget };
  await withLock(inRoot("target", `${name}.lock`), async () => {
    await step(`the tools of ${name} to WebAssembly`, "1 s; 1 min the first time", async () => {
      await run("cargo", ["build", "--quiet", ...args, ...target], {
        cwd,
        env,
        output: "show",
        advice: `The tools of ${name} do not compile: see the compiler's message above.`,
      });
      if (made.every((file) => existsSync(file)) && readStamp(stamp) === state()) return;
      await make();
      writeStamp(stamp, state());
    });
  });
}
