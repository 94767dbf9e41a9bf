import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { inRoot } from "./paths.mjs";
import { Problem, seconds } from "./report.mjs";
import { tryRun } from "./run.mjs";
import { table } from "./sizes.mjs";

/**
 * The result of a test.
 * @typedef {object} TestResult
 * @property {string} name with the names of the groups around it
 * @property {string} [place] its file, from the repository's root, and line
 * @property {number} [milliseconds] Rust's harness doesn't measure it
 * @property {string} [error] if it failed
 * @property {string} [firstError] if it failed and is run once more, which has a result of its own
 */

/**
 * The result of a suite.
 * @typedef {object} SuiteResult
 * @property {string} suite
 * @property {string} [problem] if it failed
 * @property {number} milliseconds
 * @property {readonly TestResult[]} tests
 * @property {string} output what it printed
 */

/**
 * Runs a process whose reporter writes its results into a file, and adds them to `tests`, whether it succeeds or not.
 * @template T
 * @param {TestResult[]} tests
 * @param {string} name
 * @param {(file: string) => Promise<T>} work
 */
export async function withResultsFile(tests, name, work) {
  const file = inRoot("target", "test-results", `${name}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  try {
    return await work(file);
  } finally {
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    // A process that was killed may have left half of a line.
    for (const line of lines) if (line.endsWith("}")) tests.push(JSON.parse(line));
  }
}

/**
 * Runs a command that prints what became of its tests, and adds that to `tests`, whether it succeeds or not.
 * @param {TestResult[]} tests
 * @param {(output: string) => TestResult[]} read
 * @param {string} command
 * @param {string[]} args
 * @param {import("./run.mjs").RunOptions & { advice: string }} options
 */
export async function runAndRead(tests, read, command, args, { advice, ...options }) {
  const result = await tryRun(command, args, { ...options, output: "both" });
  tests.push(...read(stripVTControlCharacters(result.output)));
  if (result.code !== 0) throw new Problem(advice);
}

/** CI keeps about 100 last lines. This many are for failures, since the tables need the rest. */
const linesForFailures = 64;
const linesOfAnError = 15;

/** The number of tests to name that passed only when run again, and the lines of each. */
const unsteadyShown = 3;
const linesOfAFirstError = 6;

/** The number of slowest tests to name. */
const slowestShown = 10;

/**
 * The end of a run: a table of the suites, the slowest tests, those that passed only when run again, and the failures with
 * the first lines of their errors.
 * @param {readonly SuiteResult[]} results
 * @param {number} together how many milliseconds all of them took
 */
export function summary(results, together) {
  const again = unsteady(results);
  const left = linesForFailures - again.split("\n").length;
  return [suitesTable(results, together), slowest(results), again, failures(results, left)]
    .filter(Boolean)
    .join("\n\n");
}

/**
 * @param {readonly SuiteResult[]} results
 * @param {number} together
 */
function suitesTable(results, together) {
  const rows = results.map(({ suite, problem, milliseconds, tests }) => [
    suite,
    problem === undefined ? "passed" : "FAILED",
    tests.length ? String(countOf(tests)) : "–",
    seconds(milliseconds),
  ]);
  const tests = results.reduce((sum, result) => sum + countOf(result.tests), 0);
  const last = results.length > 1 ? [["together", "", String(tests), seconds(together)]] : [];
  return table([["suite", "result", "tests", "time"], ...rows, ...last]);
}

/** A test that was run again has two results. @param {readonly TestResult[]} tests */
const countOf = (tests) => tests.filter(({ firstError }) => firstError === undefined).length;

/** @param {readonly SuiteResult[]} results */
function slowest(results) {
  const timed = results.flatMap(({ suite, tests }) =>
    tests.map((test) => ({ suite, ...test, milliseconds: test.milliseconds ?? 0 })),
  );
  const shown = timed
    .filter(({ milliseconds }) => milliseconds > 0)
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, slowestShown);
  if (shown.length === 0) return "";
  const rows = shown.map(
    ({ suite, name, place, milliseconds }) =>
      `  ${seconds(milliseconds).padStart(10)}  ${shortened(`${suite}: ${named({ name, place })}`)}`,
  );
  return ["  the slowest tests:", ...rows].join("\n");
}

/** Names the tests that depend on something that no test may depend on. @param {readonly SuiteResult[]} results */
function unsteady(results) {
  const all = results.flatMap(({ suite, tests }) => {
    const failed = new Set(tests.filter(({ error }) => error !== undefined).map(named));
    return tests
      .filter((test) => test.firstError !== undefined && !failed.has(named(test)))
      .map(({ firstError = "", ...test }) => [
        `? ${suite}: ${named(test)}`,
        ...indented(firstError.split("\n"), linesOfAFirstError),
      ]);
  });
  if (all.length === 0) return "";
  const more = all.length - unsteadyShown;
  return [
    "  passed only when run again, to be mended:",
    ...all.slice(0, unsteadyShown).flat(),
    ...(more > 0 ? [`? and ${more} more`] : []),
  ].join("\n");
}

/**
 * The first lines of an error.
 * @param {readonly string[]} lines
 * @param {number} most
 */
const indented = (lines, most) => lines.slice(0, most).map((line) => `    ${shortened(line)}`);

/**
 * @param {readonly SuiteResult[]} results
 * @param {number} mostLines
 */
function failures(results, mostLines) {
  const failed = results.flatMap(({ suite, problem, tests, output }) => {
    if (problem === undefined) return [];
    const own = tests.filter(({ error }) => error !== undefined);
    // If no failed test of it is known, its last output has the reason.
    const last = () => lastLines(`${output}\n${problem}`, linesOfAnError);
    return own.length
      ? own.map((test) => ({ suite, title: named(test), lines: (test.error ?? "").split("\n") }))
      : [{ suite, title: (problem.split("\n")[0] ?? "").replace(`${suite}: `, ""), lines: last() }];
  });
  if (failed.length === 0) return "";
  const shown = failed.slice(0, mostLines);
  const each = Math.min(linesOfAnError, Math.floor(mostLines / shown.length) - 1);
  const blocks = shown.flatMap(({ suite, title, lines }) => [
    `✗ ${suite}: ${title}`,
    ...indented(lines, each),
  ]);
  const more = failed.length - shown.length;
  return [...blocks, ...(more > 0 ? [`✗ and ${more} more`] : [])].join("\n");
}

/** @param {Pick<TestResult, "name" | "place">} test */
const named = ({ name, place }) => [place, name].filter(Boolean).join("  ");

/** @param {string} text */
const shortened = (text) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);

/**
 * @param {string} text
 * @param {number} count
 */
const lastLines = (text, count) =>
  text
    .split("\n")
    .filter((line) => line.trim() && !/^ *… /.test(line)) // how long a step has taken so far
    .slice(-count);
