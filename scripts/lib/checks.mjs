import { existsSync } from "node:fs";
import { build } from "../build.mjs";
import { aptInstall, canUseApt } from "./debian.mjs";
import { printError } from "./output.mjs";
import { cargoTarget, inRoot, npmTool } from "./paths.mjs";
import { Problem } from "./report.mjs";
import { run, tryRun } from "./run.mjs";
import { requireCargo } from "./rust.mjs";
import { typeCheck } from "./type-check.mjs";
import { wasmEnv } from "./wasm-target.mjs";

/** @typedef {import("./suite-runs.mjs").Suite} Suite */
/** @typedef {import("./test-results.mjs").TestResult} TestResult */

/**
 * The checks of the sources. Cargo runs one command at a time, so the other checks run alongside.
 * @type {Suite[]}
 */
export const checks = [
  { name: "cargo fmt", about: "Rust is formatted", run: () => rustFormat(["--check"]) },
  { name: "clippy", about: "Rust for this machine", run: () => clippy([], {}) },
  // Only here does clippy see src/wasm and tests/wasm, which no other target compiles.
  { name: "clippy for wasm", about: "Rust for WebAssembly", run: wasmClippy },
  { name: "clippy of the example", about: "examples/rust-tool", run: exampleClippy },
  { name: "biome", about: "formatted, without complaints", lane: "side", run: () => biome([]) },
  { name: "folders", about: "no circles in the package", lane: "side", run: folders },
  { name: "licences", about: "of what is shipped", lane: "side", run: licences },
  { name: "own types", about: "of scripts, demo and tests", lane: "side", run: ownTypes },
];

/** Formats everything, and mends what biome can mend by itself. */
export async function format() {
  await rustFormat([]);
  await biome(["--write"]);
}

/** @param {string[]} args */
async function rustFormat(args) {
  await requireCargo();
  for (const cwd of [inRoot(), inRoot("examples", "rust-tool")]) {
    await run("cargo", ["fmt", "--all", ...args], {
      cwd,
      output: "show",
      advice: "The Rust code is not formatted as cargo fmt does it: npm run format",
    });
  }
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function clippy(args, env) {
  await requireCargo();
  await run("cargo", ["clippy", "--workspace", "--all-targets", ...args, "--", "-D", "warnings"], {
    env: { ...env, CARGO_TARGET_DIR: cargoTarget },
    output: "show",
    advice: "clippy has complaints, see above.",
  });
}

async function wasmClippy() {
  const env = await wasmEnv();
  const version = () => tryRun("cargo", ["clippy", "--version"], { env });
  // Debian's compiler, the fallback of wasm-target.mjs, has its clippy in a package of its own.
  if ((await version()).code !== 0 && canUseApt()) {
    await aptInstall(["rust-web-clippy"], "Debian's rust-web-clippy could not be installed.");
  }
  if ((await version()).code !== 0) {
    throw new Problem("clippy is missing: rustup component add clippy");
  }
  await clippy(["--target", "wasm32-unknown-unknown"], env);
}

/** With its own lints, as a user's: the defaults. */
async function exampleClippy() {
  const target = ["--target", "wasm32-unknown-unknown"];
  for (const [args, env] of /** @type {const} */ ([
    [[], {}],
    [target, await wasmEnv()],
  ])) {
    await run("cargo", ["clippy", "--all-targets", ...args, "--", "-D", "warnings"], {
      cwd: inRoot("examples", "rust-tool"),
      env: { ...env, CARGO_TARGET_DIR: cargoTarget },
      output: "show",
      advice: "clippy has complaints about examples/rust-tool, see above.",
    });
  }
}

/** @param {string[]} args */
function biome(args) {
  const command = [npmTool("@biomejs/biome", "biome"), "check", "--error-on-warnings"];
  return run(process.execPath, [...command, ...args, "."], {
    output: "show",
    advice: "biome has complaints, see above. What it can fix itself: npm run format",
  });
}

async function folders() {
  // It needs a package, which may just have been installed.
  const { folderCycles } = await import("./folder-cycles.mjs");
  const cycles = folderCycles(inRoot("pkg-template/src"));
  if (cycles.length === 0) return;
  for (const cycle of cycles) printError(`  ${cycle.join("\n  ")}\n`);
  throw new Problem("Folders of pkg-template/src import from each other in a circle, see above.");
}

/** Of what the wasm modules contain, and of what the package is installed with. */
async function licences() {
  // They need packages, which may just have been installed.
  const { isAllowed } = await import("./licences.mjs");
  const { cratesOf, runtimePackages } = await import("./third-parties.mjs");
  const { modules } = await import("./wasm.mjs");
  const crates = [...(await cratesOf(modules.map(({ crate }) => crate))).values()].flat();
  const all = [...crates, ...runtimePackages(inRoot("pkg-template", "package.json"))];
  const refused = new Set(
    all
      .filter(({ licence }) => !isAllowed(licence))
      .map(({ name, version, licence }) => `${name} ${version}: ${licence}`),
  );
  if (refused.size === 0) return;
  for (const each of refused) printError(`  ${each}`);
  throw new Problem("Licences that are not on the list in scripts/lib/licences.mjs, see above.");
}

/**
 * Vite and Playwright drop types without reading them, so nothing else checks these.
 * @param {TestResult[]} tests
 */
async function ownTypes(tests) {
  await build(); // the demo imports the package's types
  for (const project of ["scripts", "www", "tests"].map((name) => `${name}/tsconfig.json`)) {
    if (!existsSync(inRoot(project))) throw new Problem(`${project} is missing.`);
    await typeCheck(tests, project, `${project}: the types do not fit, see above.`);
  }
}
