import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { requireCargoMutants } from "./cargo-tools.mjs";
import { requireNpmPackages } from "./node.mjs";
import { inRoot } from "./paths.mjs";
import { Problem } from "./report.mjs";
import { tryRun } from "./run.mjs";
import { requireCargo, requireLinker } from "./rust.mjs";
import { copySources } from "./source-copy.mjs";

/**
 * A change of the code, and what came of it.
 * @typedef {object} Outcome
 * @property {string} file
 * @property {string} line the line of the code that it begins in
 * @property {string} change as cargo-mutants names it, without the place; with "1 of 2" where the line has it twice
 * @property {string} place file and line
 * @property {"caught" | "missed" | "unviable" | "timeout"} result
 */

/**
 * A copy of the sources, which cargo-mutants changes: never those of the tree itself. What was built of it stays, so that only
 * the changed crate is compiled for each change.
 */
const copy = inRoot("target", "mutants", "tree");
const built = inRoot("target", "mutants", "build");

/** The core's features that native tests cover; the driver is for wasm32 only. */
const features = "tools";

/** Brings the copy up to date. */
export async function copyForMutants() {
  await requireNpmPackages();
  await copySources(copy);
  const packages = join(copy, "node_modules");
  rmSync(packages, { recursive: true, force: true });
  symlinkSync(inRoot("node_modules"), packages, "junction");
}

/**
 * @param {string} folder a folder or file, from the root
 * @param {{ shard?: string, list?: boolean }} options
 * @returns {Promise<Outcome[]>}
 */
export async function runMutants(folder, { shard, list }) {
  await requireCargo();
  await requireLinker();
  const tool = await requireCargoMutants();
  const output = inRoot("target", "mutants", "output", folder.replaceAll("/", "-"));
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const isFile = folder.endsWith(".rs");
  const args = ["mutants", "--in-place", "--output", output, "--profile", "mutants"];
  args.push("--file", isFile ? folder : `${folder}/**/*.rs`);
  // Code for wasm32 is not compiled here: every change of it would count as missed.
  args.push("--exclude", "**/src/wasm/**", "--no-shuffle", "--colors", "never");
  if (shard) args.push("--shard", shard);
  if (list) args.push("--list");
  else args.push("--minimum-test-timeout", "120");
  // For the build and the tests alike, or the examples and the driver's tests are built as well.
  const only = (/** @type {string[]} */ ...args) => args.map((arg) => `--cargo-arg=${arg}`);
  const crate = /^crates\/[^/]+/.exec(folder)?.[0];
  if (crate) args.push("--package", packageName(crate), ...only("--lib", "--tests"));
  else
    args.push("--package", "ag-ui-lit", "--features", features, ...only("--lib", "--test=native"));
  const { code, missing } = await tryRun("cargo", args, {
    cwd: copy,
    output: "show",
    env: {
      CARGO_TARGET_DIR: built,
      // The same random cases each time: a change is noticed or not, and not by luck.
      PROPTEST_RNG_SEED: "1",
      PATH: [tool, process.env.PATH].join(delimiter),
    },
  });
  // 2: something was missed; 3: something took too long.
  if (missing || ![0, 2, 3].includes(code)) {
    throw new Problem(`cargo mutants failed with ${code}: do the tests pass as they are?`);
  }
  return list ? [] : outcomesIn(join(output, "mutants.out", "outcomes.json"));
}

/** @param {string} crate its folder */
function packageName(crate) {
  const name = /^name\s*=\s*"([^"]+)"/m.exec(readFileSync(inRoot(crate, "Cargo.toml"), "utf8"));
  if (!name) throw new Problem(`${crate}/Cargo.toml has no name.`);
  return name[1];
}

const results = /** @type {const} */ ({
  CaughtMutant: "caught",
  MissedMutant: "missed",
  Unviable: "unviable",
  Timeout: "timeout",
});

/**
 * @param {string} path
 * @returns {Outcome[]}
 */
function outcomesIn(path) {
  /** @type {{ outcomes: any[] }} */
  const { outcomes } = JSON.parse(readFileSync(path, "utf8"));
  const all = outcomes
    .filter(({ scenario }) => scenario.Mutant)
    .map(({ scenario: { Mutant: mutant }, summary }) => {
      const { file, span } = mutant;
      const { line: number, column } = span.start;
      const place = `${file}:${number}`;
      const line = readFileSync(inRoot(file), "utf8").split("\n")[number - 1].trim();
      const change = mutant.name.replace(/^.*?:\d+:\d+: /, "");
      const result = results[/** @type {keyof typeof results} */ (summary)];
      if (!result) throw new Problem(`${place}: ${change} ended with ${summary}.`);
      return { file, line, change, place, column, result };
    });
  // The same change may be possible more than once in a line.
  return all.map(({ column, ...outcome }) => {
    const same = all.filter(
      ({ place, change }) => place === outcome.place && change === outcome.change,
    );
    if (same.length === 1) return outcome;
    const nth = same.filter((other) => other.column <= column).length;
    return { ...outcome, change: `${outcome.change}, ${nth} of ${same.length}` };
  });
}
