import { captured, print, printError } from "./output.mjs";
import { Problem } from "./report.mjs";
import { summary } from "./test-results.mjs";

/** @typedef {import("./test-results.mjs").SuiteResult} SuiteResult */
/** @typedef {import("./test-results.mjs").TestResult} TestResult */

/**
 * Something to run that passes or fails: a suite of tests, a check of the sources.
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} about
 * @property {"front" | "side"} [lane] "side" runs alongside the others, and its output is printed when it ends
 * @property {boolean} [hasFiles] whether files of it can be run alone
 * @property {readonly string[]} [files] the only ones to run
 * @property {(tests: TestResult[], files?: readonly string[]) => Promise<unknown>} run adds what became of each test
 */

/**
 * Runs suites, those of each lane one after the other, and prints a summary.
 * @param {readonly Suite[]} suites
 */
export async function runSuites(suites) {
  const start = Date.now();
  const results = await resultsOf(suites);
  print(`\n${summary(results, Date.now() - start)}\n`);
  return results;
}

/**
 * Prints the line that CI reads: nothing may follow it.
 * @param {readonly SuiteResult[]} results
 */
export function countAsLastLine(results) {
  const failed = results.filter(({ problem }) => problem !== undefined).length;
  print(`${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

/**
 * @param {readonly Suite[]} suites
 * @returns {Promise<SuiteResult[]>} in the order of the suites
 */
async function resultsOf(suites) {
  const side = suites.filter(({ lane }) => lane === "side");
  const front = suites.filter((suite) => !side.includes(suite));
  // Alone, a suite of the side is shown as it runs.
  const lanes = front.length ? [inTurn(front, true), inTurn(side, false)] : [inTurn(side, true)];
  const results = (await Promise.all(lanes)).flat();
  return results.sort((one, other) => indexIn(suites, one) - indexIn(suites, other));
}

/**
 * @param {readonly Suite[]} suites
 * @param {SuiteResult} result
 */
const indexIn = (suites, { suite }) => suites.findIndex(({ name }) => name === suite);

/**
 * @param {readonly Suite[]} suites
 * @param {boolean} isShown
 */
async function inTurn(suites, isShown) {
  /** @type {SuiteResult[]} */
  const results = [];
  for (const suite of suites) {
    const title = `\n── ${suite.name}: ${suite.files?.join(", ") ?? suite.about}`;
    print(isShown ? title : `\n── ${suite.name} runs alongside; its output follows when it ends`);
    const result = await resultOf(suite, isShown);
    if (!isShown) print(`${title}\n${result.output.trimEnd()}`);
    if (result.problem !== undefined) printError(`✗ ${result.problem}`);
    results.push(result);
  }
  return results;
}

/**
 * Runs a suite; one that fails must not keep the next from running.
 * @param {Suite} suite
 * @param {boolean} isShown
 * @returns {Promise<SuiteResult>}
 */
async function resultOf({ name, files, run }, isShown) {
  const start = Date.now();
  /** @type {TestResult[]} */
  const tests = [];
  const { value: problem, text } = await captured(isShown, () =>
    problemOf(() => run(tests, files)),
  );
  return { suite: name, problem, milliseconds: Date.now() - start, tests, output: text };
}

/**
 * @param {() => Promise<unknown>} work
 * @returns {Promise<string | undefined>} what went wrong
 */
async function problemOf(work) {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Problem
      ? error.message
      : String(/** @type {Error} */ (error).stack ?? error);
  }
}
