import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../paths.mjs";

/** @typedef {import("@playwright/test/reporter").Reporter} Reporter */
/** @typedef {import("@playwright/test/reporter").TestError} TestError */

/**
 * A Playwright reporter that writes a line of JSON for each test into the file that AG_UI_LIT_TEST_RESULTS names, for the
 * summary at the end of `npm test`.
 * @implements {Reporter}
 */
export default class ResultsReporter {
  /**
   * @param {import("@playwright/test/reporter").TestCase} test
   * @param {import("@playwright/test/reporter").TestResult} result
   */
  onTestEnd(test, result) {
    const [, , file, ...names] = test.titlePath();
    const hasFailed = result.status !== test.expectedStatus;
    const error = textOf(result.errors) || result.status;
    this.#add({
      name: names.join(" › ") || file,
      place: placeOf(test.location),
      milliseconds: result.duration,
      ...(hasFailed && (result.retry < test.retries ? { firstError: error } : { error })),
    });
  }

  /** A failure outside of every test: a file that can't be loaded, a set-up. @param {TestError} error */
  onError(error) {
    this.#add({
      name: "outside of a test",
      place: error.location && placeOf(error.location),
      error: textOf([error]),
    });
  }

  printsToStdio() {
    return false;
  }

  /** @param {import("../test-results.mjs").TestResult} result */
  #add(result) {
    const file = process.env.AG_UI_LIT_TEST_RESULTS;
    if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
  }
}

/** @param {import("@playwright/test/reporter").Location} location */
const placeOf = ({ file, line }) => `${relative(root, file)}:${line}`;

/** The messages, each with the lines of code around it. @param {readonly TestError[]} errors */
function textOf(errors) {
  const texts = errors.map(({ message, value, snippet, location }) =>
    [message ?? value, location && `at ${placeOf(location)}`, snippet].filter(Boolean).join("\n"),
  );
  return stripVTControlCharacters(texts.join("\n"));
}
