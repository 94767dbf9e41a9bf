import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { withLock } from "./lock.mjs";
import { inCache } from "./paths.mjs";
import { step } from "./report.mjs";
import { run, tryRun, which } from "./run.mjs";
import { requireCargo, requireLinker } from "./rust.mjs";
import { cargoMutantsVersion, wasmBindgenVersion, wasmPackVersion } from "./versions.mjs";

/** The folder that holds wasm-bindgen and its test runner. */
export async function requireWasmBindgen() {
  return requireTool("wasm-bindgen-cli", "wasm-bindgen", wasmBindgenVersion());
}

/** The folder that holds wasm-pack. */
export async function requireWasmPack() {
  return requireTool("wasm-pack", "wasm-pack", wasmPackVersion);
}

/** The folder that holds cargo-mutants. */
export async function requireCargoMutants() {
  return requireTool("cargo-mutants", "cargo-mutants", cargoMutantsVersion);
}

/**
 * @param {string} crate
 * @param {string} command
 * @param {string} version
 */
async function requireTool(crate, command, version) {
  const ending = process.platform === "win32" ? ".exe" : "";
  const installed = inCache(`${command}-${version}`);
  const ours = join(installed, "bin", command + ending);
  // The version is in the path, and cargo puts the file there only once it is whole.
  if (existsSync(ours)) return dirname(ours);
  const onPath = which(command);
  if (onPath) {
    const { stdout } = await tryRun(onPath, ["--version"]);
    if (stdout.trim().split(" ")[1] === version) return dirname(onPath);
  }
  await requireCargo();
  await requireLinker();
  await withLock(`${installed}.lock`, async () => {
    if (existsSync(ours)) return;
    await step(`${crate} ${version}`, "2 min", () =>
      // Not --locked: a lock file made on release day may name versions that a registry mirror has not got yet.
      run("cargo", ["install", crate, "--version", version, "--root", installed], {
        advice: `${crate} could not be built, see above. By hand: cargo install ${crate} --version ${version}`,
      }),
    );
  });
  return dirname(ours);
}
