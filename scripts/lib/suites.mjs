import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { build } from "../build.mjs";
import { requireWasmBindgen, requireWasmPack } from "./cargo-tools.mjs";
import { requireChromeDriver, writeWebdriverConfig } from "./chromedriver.mjs";
import { requireChromium } from "./chromium.mjs";
import { requireNpmPackages } from "./node.mjs";
import { inRoot, npmTool } from "./paths.mjs";
import { requirePython } from "./python.mjs";
import { Problem } from "./report.mjs";
import { run } from "./run.mjs";
import { requireCargo, requireLinker } from "./rust.mjs";
import { buildProbe, buildRustToolExample } from "./rust-tools.mjs";
import { requireSchemaSuite } from "./schema-suite.mjs";
import { wasmEnv } from "./wasm-target.mjs";

/** @typedef {{ name: string, about: string, run: () => Promise<unknown> }} Suite */

/** In the order they run: what fails fastest comes first. @type {Suite[]} */
export const suites = [
  { name: "native", about: "the pure Rust core, on this machine", run: native },
  { name: "wasm", about: "the Rust driver, in a browser, with wasm-pack", run: wasm },
  { name: "types", about: "the package's public types", run: types },
  { name: "node", about: "what touches no DOM, in Node's own runner", run: node },
  { name: "schemas", about: "JSON-Schema-Test-Suite through the built package", run: schemas },
  { name: "browser", about: "the built package in Chromium", run: browser },
  { name: "examples", about: "projects of a user's, called by an agent", run: examples },
  { name: "agents", about: "the element against a real AG-UI server", run: agents },
  { name: "packaging", about: "pack, install, bundle, load", run: () => playwright("packaging") },
];

async function native() {
  // The corpus of JSON texts comes as one of them.
  await requireNpmPackages();
  await requireCargo();
  await requireLinker();
  const { output } = await run("cargo", ["test", "--workspace", "--all-targets"], {
    env: color,
    output: "both",
    advice: "native: a test failed, or the tests do not compile.",
  });
  await run("cargo", ["test", "--workspace", "--doc"], {
    env: color,
    output: "show",
    advice: "native: an example in the documentation failed.",
  });
  await run("cargo", ["test"], {
    cwd: inRoot("examples", "rust-tool"),
    env: { ...color, CARGO_TARGET_DIR: inRoot("target") },
    output: "show",
    advice: "native: a test of examples/rust-tool failed, or it does not compile.",
  });
  mustHaveRun(output);
}

async function wasm() {
  mustExist("tests/wasm/main.rs");
  const env = await wasmEnv();
  const [bindgen, pack] = [await requireWasmBindgen(), await requireWasmPack()];
  const driver = await requireChromeDriver();
  await writeWebdriverConfig();
  // With no-install, wasm-pack takes the wasm-bindgen it finds on PATH and fetches nothing.
  const args = ["test", "--headless", "--chrome", "--chromedriver", driver, "--mode", "no-install"];
  const { output } = await run("wasm-pack", [...args, ".", "--test", "wasm"], {
    env: { ...env, ...color, PATH: [bindgen, pack, process.env.PATH].join(delimiter) },
    output: "both",
    advice: "wasm: a test failed, or the tests do not compile.",
  });
  mustHaveRun(output);
}

async function types() {
  mustExist("tests/types/tsconfig.json");
  await builtPackage();
  for (const project of ["tests/types/tsconfig.json", "tests/types/vendors/tsconfig.json"]) {
    await run(process.execPath, [npmTool("typescript", "tsc"), "-p", inRoot(project)], {
      output: "show",
      advice: "types: the package's types are not as the tests expect.",
    });
  }
}

async function node() {
  await builtPackage();
  const files = specsIn("tests/node");
  if (files.length === 0) throw new Problem("tests/node has no tests.");
  // One that hangs is a failure, with time for many random cases where they are asked for.
  const timeout = process.env.PROPTEST_CASES ? [] : ["--test-timeout=120000"];
  const runner = ["--import", "tsx", "--test", "--test-concurrency=2", "--test-reporter=spec"];
  await run(process.execPath, [...runner, ...timeout, ...files], {
    output: "show",
    advice: "node: a test failed, see above.",
  });
}

/**
 * Node 20 takes files, and no patterns.
 * @param {string} folder
 */
function specsIn(folder) {
  return readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".spec.ts"))
    .sort()
    .map((name) => inRoot(folder, name));
}

async function schemas() {
  mustExist("tests/schema-suite/suite.mjs");
  await builtPackage();
  await run(process.execPath, [inRoot("tests/schema-suite/suite.mjs")], {
    env: { JSON_SCHEMA_TEST_SUITE: await requireSchemaSuite() },
    output: "show",
    advice:
      "schemas: a test failed that known-failures.json does not list, or a listed one passes.",
  });
}

async function browser() {
  await requireNpmPackages();
  await buildProbe();
  await playwright("browser");
}

async function examples() {
  await builtPackage();
  const folder = await buildRustToolExample();
  const tsc = npmTool("typescript", "tsc");
  await run(process.execPath, [tsc, "-p", join(folder, "types", "tsconfig.json")], {
    output: "show",
    advice: "examples/rust-tool: the types of its tools are not as its author expects.",
  });
  await playwright("examples");
}

async function agents() {
  mustExist("tests/playwright.config.ts");
  await playwright("agents", { PYTHON: await requirePython() });
}

/**
 * @param {string} project
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function playwright(project, env = {}) {
  mustExist("tests/playwright.config.ts");
  await builtPackage();
  const args = [npmTool("@playwright/test", "playwright"), "test", "--config"];
  await run(
    process.execPath,
    [...args, inRoot("tests/playwright.config.ts"), "--project", project],
    {
      env: { ...env, CHROMIUM_PATH: await requireChromium() },
      output: "show",
      advice: `${project}: a test failed, or there is none.`,
    },
  );
}

/** @type {Promise<void> | undefined} */
let built;

/** Several suites need the package: it is built once, and a broken build is told to each. */
async function builtPackage() {
  await requireNpmPackages();
  built ??= build();
  return built;
}

/** @type {NodeJS.ProcessEnv} */
const color = process.stdout.isTTY ? { CARGO_TERM_COLOR: "always" } : {};

/** @param {string} path */
function mustExist(path) {
  if (!existsSync(inRoot(path))) throw new Problem(`${path} is missing.`);
}

/**
 * Rust's test harness is content with no tests at all.
 * @param {string} output
 */
function mustHaveRun(output) {
  const passed = [...output.matchAll(/test result: .*?(\d+) passed/g)].map((match) =>
    Number(match[1]),
  );
  if (!passed.some((count) => count > 0))
    throw new Problem("No test ran: a suite without tests proves nothing.");
}
