import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { requireWasmBindgen, requireWasmPack } from "./cargo-tools.mjs";
import { withLock } from "./lock.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./report.mjs";
import { run } from "./run.mjs";
import { filesUnder, hashOf, hashText, readStamp, writeStamp } from "./stamp.mjs";
import { wasmEnv } from "./wasm-target.mjs";

/** What every module of Rust tools is made from, besides its own crate. */
const common = () =>
  filesUnder(inRoot("Cargo.toml"), inRoot("src"), inRoot("scripts", "lib", "rust-tools.mjs"));

/**
 * Builds, where something changed, the module of `tests/browser/rust-tools`. Returns the folder of its files.
 * It is not optimised: compiling takes seconds then, and the tests are of what it does.
 */
export async function buildProbe() {
  const folder = inRoot("target", "bindgen", "probe");
  const sources = () =>
    hashOf(...common(), ...filesUnder(inRoot("tests", "browser", "rust-tools")));
  await whereChanged(
    "probe",
    [join(folder, "probe.js"), join(folder, "probe_bg.wasm")],
    sources,
    async () => {
      const [env, bindgen] = [await wasmEnv(), await requireWasmBindgen()];
      const target = ["--target", "wasm32-unknown-unknown"];
      const features = ["--no-default-features", "--features", "tools"];
      await run(
        "cargo",
        ["build", "--package", "ag-ui-lit", "--example", "probe", ...target, ...features],
        {
          env: { ...env, CARGO_TARGET_DIR: inRoot("target") },
          output: "show",
          advice:
            "tests/browser/rust-tools/probe.rs does not compile: see the compiler's message above.",
        },
      );
      const compiled = inRoot(
        "target",
        "wasm32-unknown-unknown",
        "debug",
        "examples",
        "probe.wasm",
      );
      await run(join(bindgen, "wasm-bindgen"), ["--target", "web", "--out-dir", folder, compiled], {
        advice: "wasm-bindgen could not read the compiled crate, see above.",
      });
    },
  );
  return folder;
}

/** The folder of the example, whose `pkg/` is built by its `wasm-pack build`, as its README says. */
export async function buildRustToolExample() {
  const folder = inRoot("examples", "rust-tool");
  const made = ["kitchen_tools.js", "kitchen_tools.d.ts", "kitchen_tools_bg.wasm"];
  const sources = () =>
    hashOf(...common(), ...filesUnder(join(folder, "Cargo.toml"), join(folder, "src")));
  await whereChanged(
    "rust-tool",
    made.map((file) => join(folder, "pkg", file)),
    sources,
    async () => {
      const [env, bindgen, pack] = [
        await wasmEnv(),
        await requireWasmBindgen(),
        await requireWasmPack(),
      ];
      // With no-install, wasm-pack takes the wasm-bindgen it finds on PATH and fetches nothing.
      await run("wasm-pack", ["build", "--target", "web", "--mode", "no-install"], {
        cwd: folder,
        env: {
          ...env,
          CARGO_TARGET_DIR: inRoot("target"),
          PATH: [bindgen, pack, process.env.PATH].join(delimiter),
        },
        output: "show",
        advice: "examples/rust-tool: wasm-pack could not build it, see above.",
      });
    },
  );
  return folder;
}

/**
 * @param {string} name
 * @param {string[]} made
 * @param {() => string} sources
 * @param {() => Promise<void>} make
 */
async function whereChanged(name, made, sources, make) {
  const stamp = inRoot("target", "bindgen", `${name}.stamp`);
  const state = () => hashText(sources() + hashOf(...made));
  mkdirSync(inRoot("target", "bindgen"), { recursive: true });
  await withLock(inRoot("target", `${name}.lock`), async () => {
    if (made.every((file) => existsSync(file)) && readStamp(stamp) === state()) return;
    await step(`the tools of ${name} to WebAssembly`, "1 min", make);
    writeStamp(stamp, state());
  });
}
