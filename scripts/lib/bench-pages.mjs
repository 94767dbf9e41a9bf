/** For suites that are driven from here: a fresh page for each reading, and what becomes of the readings. */

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {{
 *   browser: import("@playwright/test").Browser,
 *   origin: string,
 *   options: import("../../tests/bench/lib/suite.js").SuiteOptions,
 * }} Given what a suite is given
 */

/**
 * Opens the benchmark page in a context of its own: nothing is cached, nothing compiled.
 * @template T
 * @param {Given} given
 * @param {(page: Page) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPage({ browser, origin }, work) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(origin);
    return await work(page);
  } finally {
    await context.close();
  }
}

/**
 * @param {number[]} rounds
 * @param {string} to
 * @param {number[]} [baseline] its readings in the same rounds
 * @returns {import("../../tests/bench/lib/suite.js").Reading}
 */
export function readingOf(rounds, to, baseline) {
  const each = baseline?.map((value, round) => (rounds[round] ?? Number.NaN) / value);
  const ratio = each && {
    to,
    median: quantile(each, 0.5),
    lower: quantile(each, 0.25),
    upper: quantile(each, 0.75),
    fastest: Math.min(...rounds) / Math.min(...(baseline ?? [])),
  };
  return {
    median: quantile(rounds, 0.5),
    fastest: Math.min(...rounds),
    rounds,
    ratios: ratio ? [ratio] : [],
  };
}

/**
 * As `tests/bench/lib/statistics.ts`, which runs in the page.
 * @param {number[]} values
 * @param {number} share
 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below, above] = [
    sorted[Math.floor(at)] ?? Number.NaN,
    sorted[Math.ceil(at)] ?? Number.NaN,
  ];
  return below + (above - below) * (at - Math.floor(at));
}
