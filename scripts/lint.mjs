import { existsSync } from "node:fs";
import { build } from "./build.mjs";
import { aptInstall, canUseApt } from "./lib/debian.mjs";
import { requireNpmPackages } from "./lib/node.mjs";
import { inRoot, npmTool } from "./lib/paths.mjs";
import { done, Problem, runMain } from "./lib/report.mjs";
import { run, tryRun } from "./lib/run.mjs";
import { requireCargo } from "./lib/rust.mjs";
import { wasmEnv } from "./lib/wasm-target.mjs";

const fix = process.argv.includes("--fix");

/** @type {[name: string, check: () => Promise<unknown>][]} */
const checks = [
  ["cargo fmt", rustFormat],
  ["clippy", () => clippy([], {})],
  // Only here does clippy see src/wasm and tests/wasm, which no other target compiles.
  ["clippy for wasm32", wasmClippy],
  ["clippy of the example", exampleClippy],
  ["biome", biome],
  ["folders of the package", folders],
  ["types of scripts, demo and tests", types],
];

await runMain(async () => {
  await requireCargo();
  await requireNpmPackages();
  /** @type {string[]} */
  const failed = [];
  for (const [name, check] of checks) {
    try {
      await check();
      done(name);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      console.error(`✗ ${error.message}`);
      failed.push(name);
    }
  }
  if (failed.length) throw new Problem(`Not clean: ${failed.join(", ")}`);
});

async function rustFormat() {
  for (const cwd of [inRoot(), inRoot("examples", "rust-tool")]) {
    await run("cargo", ["fmt", "--all", ...(fix ? [] : ["--check"])], {
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
function clippy(args, env) {
  return run("cargo", ["clippy", "--workspace", "--all-targets", ...args, "--", "-D", "warnings"], {
    env,
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
      env: { ...env, CARGO_TARGET_DIR: inRoot("target") },
      output: "show",
      advice: "clippy has complaints about examples/rust-tool, see above.",
    });
  }
}

function biome() {
  const args = [npmTool("@biomejs/biome", "biome"), "check", "--error-on-warnings"];
  if (fix) args.push("--write");
  return run(process.execPath, [...args, "."], {
    output: "show",
    advice: "biome has complaints, see above. What it can fix itself: npm run format",
  });
}

async function folders() {
  // It needs a package, which may just have been installed.
  const { folderCycles } = await import("./lib/folder-cycles.mjs");
  const cycles = folderCycles(inRoot("pkg-template/src"));
  if (cycles.length === 0) return;
  for (const cycle of cycles) console.error(`  ${cycle.join("\n  ")}\n`);
  throw new Problem("Folders of pkg-template/src import from each other in a circle, see above.");
}

// Vite and Playwright drop types without reading them, so nothing else checks these.
async function types() {
  await build(); // the demo imports the package's types
  for (const project of ["scripts", "www", "tests"].map((name) => `${name}/tsconfig.json`)) {
    if (!existsSync(inRoot(project))) throw new Problem(`${project} is missing.`);
    await run(process.execPath, [npmTool("typescript", "tsc"), "--noEmit", "-p", inRoot(project)], {
      output: "show",
      advice: `${project}: the types do not fit, see above.`,
    });
  }
}
