import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "../build.mjs";
import { requireWasmBindgen, requireWasmPack } from "./cargo-tools.mjs";
import { requireChromeDriver, writeWebdriverConfig } from "./chromedriver.mjs";
import { requireChromium, requireTestChromium } from "./chromium.mjs";
import { databasesEnv } from "./databases.mjs";
import { requireNpmPackages } from "./node.mjs";
import { processesOf } from "./node-specs.mjs";
import { cargoTarget, inRoot, npmTool } from "./paths.mjs";
import { rustTests } from "./printed-results.mjs";
import { requirePython } from "./python.mjs";
import { Problem } from "./report.mjs";
import { run } from "./run.mjs";
import { runAgainOnCi } from "./run-again.mjs";
import { requireCargo, requireLinker } from "./rust.mjs";
import { buildProbe, buildRustToolExample } from "./rust-tools.mjs";
import { requireSchemaSuite } from "./schema-suite.mjs";
import { runAndRead, withResultsFile } from "./test-results.mjs";
import { typeCheck } from "./type-check.mjs";
import { wasmEnv } from "./wasm-target.mjs";

/** @typedef {import("./suite-runs.mjs").Suite} Suite */
/** @typedef {import("./test-results.mjs").TestResult} TestResult */

/**
 * In the order they run: what fails fastest comes first. A suite that needs neither a browser nor cargo's lock runs alongside:
 * on a clean clone it builds the package, much of which takes one core, while the Rust tests compile.
 * @type {Suite[]}
 */
export const suites = [
  { name: "native", about: "the pure Rust core, on this machine", run: native },
  { name: "wasm", about: "the Rust driver, in a browser, with wasm-pack", run: wasm },
  { name: "types", about: "the package's public types", lane: "side", run: types },
  // A test that hangs ends its process by itself (tests/node/test.ts); a process has the tests of several files.
  nodeSuite("node", "what touches no DOM, in Node's own runner", 1_800_000, processesOf),
  { name: "schemas", about: "JSON-Schema-Test-Suite", lane: "side", run: schemas },
  nodeSuite("scripts", "what the npm commands do", 1_200_000),
  nodeSuite("stores", "a server's stores, in real databases", 1_200_000, undefined, databasesEnv),
  playwrightSuite("browser", "the built package in Chromium", withProbe),
  playwrightSuite("examples", "projects of a user's, called by an agent", withRustTool),
  playwrightSuite("agents", "the element against a real AG-UI server", withPython),
  playwrightSuite("packaging", "pack, install, bundle, load"),
];

/** @param {TestResult[]} tests */
async function native(tests) {
  // The corpus of JSON texts comes as one of them.
  await requireNpmPackages();
  await requireCargo();
  await requireLinker();
  await cargoTest(tests, ["--workspace", "--all-targets"], {
    advice: "native: a test failed, or the tests do not compile.",
  });
  await cargoTest(tests, ["--workspace", "--doc"], {
    advice: "native: an example in the documentation failed.",
  });
  await cargoTest(tests, [], {
    cwd: inRoot("examples", "rust-tool"),
    advice: "native: a test of examples/rust-tool failed, or it does not compile.",
  });
  mustHaveRun(tests);
}

/**
 * @param {TestResult[]} tests
 * @param {string[]} args
 * @param {{ cwd?: string, advice: string }} options
 */
function cargoTest(tests, args, options) {
  const env = { ...color, CARGO_TARGET_DIR: cargoTarget };
  return runAndRead(tests, rustTests, "cargo", ["test", ...args], { ...options, env });
}

/** @param {TestResult[]} tests */
async function wasm(tests) {
  mustExist("tests/wasm/main.rs");
  const env = await wasmEnv();
  const [bindgen, pack] = [await requireWasmBindgen(), await requireWasmPack()];
  const driver = await requireChromeDriver();
  await writeWebdriverConfig();
  // With no-install, wasm-pack takes the wasm-bindgen it finds on PATH and fetches nothing.
  const args = ["test", "--headless", "--chrome", "--chromedriver", driver, "--mode", "no-install"];
  await runAndRead(tests, rustTests, "wasm-pack", [...args, ".", "--test", "wasm"], {
    env: {
      ...env,
      ...color,
      CARGO_TARGET_DIR: cargoTarget,
      PATH: [bindgen, pack, process.env.PATH].join(delimiter),
    },
    advice: "wasm: a test failed, or the tests do not compile.",
  });
  mustHaveRun(tests);
}

/** @param {TestResult[]} tests */
async function types(tests) {
  mustExist("tests/types/tsconfig.json");
  await build();
  for (const project of ["tests/types/tsconfig.json", "tests/types/vendors/tsconfig.json"]) {
    await typeCheck(tests, project, "types: the package's types are not as the tests expect.");
  }
}

/**
 * @param {string} name of a folder of `tests`
 * @param {string} about
 * @param {number} limit how many milliseconds a process may take: one that hangs is a failure
 * @param {(paths: string[]) => string[]} [processes] what the processes run, where it is not a file each
 * @param {() => Promise<NodeJS.ProcessEnv>} [prepare] returns what its tests find in their environment
 * @returns {Suite}
 */
function nodeSuite(name, about, limit, processes = (paths) => paths, prepare = async () => ({})) {
  /** @type {Suite["run"]} */
  const run = async (tests, files = specsIn(`tests/${name}`)) => {
    const env = await prepare();
    await build();
    if (files.length === 0) throw new Problem(`tests/${name} has no tests.`);
    // Many random cases take as long as they take.
    const timeout = process.env.PROPTEST_CASES ? [] : [`--test-timeout=${limit}`];
    const runner = ["--import", "tsx", "--test", `--test-concurrency=${availableParallelism()}`];
    const specs = files.map((file) => join("tests", name, file));
    await runAgainOnCi(tests, specs, (results, chosen) => {
      const paths = chosen.map((spec) => inRoot(spec));
      return runReported(results, name, [...runner, ...timeout, ...processes(paths)], env);
    });
  };
  return { name, about, lane: "side", hasFiles: true, run };
}

/**
 * Runs Node's test runner. One of its reporters prints, the other writes the results into a file.
 * @param {TestResult[]} tests
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function runReported(tests, name, args, env) {
  const ours = pathToFileURL(inRoot("scripts", "lib", "reporters", "node.mjs")).href;
  return withResultsFile(tests, name, (results) => {
    const printing = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
    const writing = [`--test-reporter=${ours}`, `--test-reporter-destination=${results}`];
    return run(process.execPath, [...printing, ...writing, ...args], {
      env,
      output: "show",
      advice: `${name}: a test failed, see above.`,
    });
  });
}

/**
 * Node 20 takes files, and no patterns.
 * @param {string} folder
 */
function specsIn(folder) {
  return readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".spec.ts"))
    .sort();
}

/** @param {TestResult[]} tests */
async function schemas(tests) {
  mustExist("tests/schema-suite/suite.mjs");
  await build();
  const official = await requireSchemaSuite();
  await withResultsFile(tests, "schemas", (results) =>
    run(process.execPath, [inRoot("tests/schema-suite/suite.mjs")], {
      env: { JSON_SCHEMA_TEST_SUITE: official, AG_UI_LIT_TEST_RESULTS: results },
      output: "show",
      advice:
        "schemas: a test failed that known-failures.json does not list, or a listed one passes.",
    }),
  );
}

/** The tools in Rust of its tests. */
async function withProbe() {
  await requireNpmPackages();
  await buildProbe();
  return {};
}

async function withRustTool() {
  await build();
  const folder = await buildRustToolExample();
  const tsc = npmTool("typescript", "tsc");
  await run(process.execPath, [tsc, "-p", join(folder, "types", "tsconfig.json")], {
    output: "show",
    advice: "examples/rust-tool: the types of its tools are not as its author expects.",
  });
  return {};
}

async function withPython() {
  return { PYTHON: await requirePython() };
}

/**
 * A project of Playwright.
 * @param {string} name
 * @param {string} about
 * @param {() => Promise<NodeJS.ProcessEnv>} [prepare] returns what its tests find in their environment
 * @returns {Suite}
 */
function playwrightSuite(name, about, prepare = async () => ({})) {
  const config = inRoot("tests", "playwright.config.ts");
  return {
    name,
    about,
    hasFiles: true,
    run: async (tests, files = []) => {
      mustExist("tests/playwright.config.ts");
      const env = {
        ...(await prepare()),
        CHROMIUM_PATH: await requireTestChromium(),
        CHROMIUM_FULL_PATH: await requireChromium(),
      };
      await build();
      const cli = [npmTool("@playwright/test", "playwright"), "test", "--config", config];
      // Playwright takes expressions that a path matches.
      const only = files.map((file) => `/tests/${name}/${file.replaceAll(".", "\\.")}$`);
      await withResultsFile(tests, name, (results) =>
        run(process.execPath, [...cli, `--project=${name}`, ...only], {
          env: { ...env, AG_UI_LIT_TEST_RESULTS: results },
          output: "show",
          advice: `${name}: a test failed, or there is none.`,
        }),
      );
    },
  };
}

/** @type {NodeJS.ProcessEnv} */
const color = process.stdout.isTTY ? { CARGO_TERM_COLOR: "always" } : {};

/** @param {string} path */
function mustExist(path) {
  if (!existsSync(inRoot(path))) throw new Problem(`${path} is missing.`);
}

/**
 * Rust's test harness is content with no tests at all.
 * @param {TestResult[]} tests
 */
function mustHaveRun(tests) {
  if (tests.length === 0) throw new Problem("No test ran: a suite without tests proves nothing.");
}
