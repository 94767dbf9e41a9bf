/** @typedef {import("./test-results.mjs").TestResult} TestResult */

/** With more files than this, the fault is hardly one of timing. */
const mostFiles = 3;

/**
 * Runs spec files. Where `CI` is set, the files with a failed test are run once more: one unsteady test of thousands must not
 * hide what the others say. The summary of `npm test` names each test that passed only then.
 * @param {TestResult[]} tests receives the results
 * @param {readonly string[]} files from the repository's root
 * @param {(tests: TestResult[], files: readonly string[]) => Promise<unknown>} run rejects if a test fails
 * @param {boolean} [isCi]
 */
export async function runAgainOnCi(tests, files, run, isCi = Boolean(process.env.CI)) {
  /** @type {TestResult[]} */
  const first = [];
  try {
    await run(first, files);
    tests.push(...first);
  } catch (problem) {
    const failed = first.filter(({ error }) => error !== undefined);
    const unsteady = [...new Set(failed.map(fileOf))];
    const isRunAgain =
      isCi &&
      unsteady.length > 0 &&
      unsteady.length <= mostFiles &&
      unsteady.every((file) => files.includes(file));
    if (!isRunAgain) {
      tests.push(...first);
      throw problem;
    }
    tests.push(
      ...first.map(({ error, ...test }) =>
        error === undefined ? test : { ...test, firstError: error },
      ),
    );
    await onceMore(tests, failed, unsteady, run);
  }
}

/**
 * @param {TestResult[]} tests receives the results of the tests that had failed, and of those that fail now
 * @param {readonly TestResult[]} failed
 * @param {readonly string[]} files
 * @param {(tests: TestResult[], files: readonly string[]) => Promise<unknown>} run
 */
async function onceMore(tests, failed, files, run) {
  const had = new Set(failed.map(identity));
  /** @type {TestResult[]} */
  const second = [];
  try {
    await run(second, files);
  } finally {
    tests.push(...second.filter((test) => test.error !== undefined || had.has(identity(test))));
  }
}

/** The line of a place is that of the error, so only its file tells which test it is. @param {TestResult} test */
const identity = (test) => `${fileOf(test)} ${test.name}`;

/** @param {TestResult} test */
const fileOf = ({ place = "" }) => place.replace(/:\d+$/, "");
