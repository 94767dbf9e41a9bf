import { existsSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { requireChromium } from "./chromium.mjs";
import { inRoot } from "./paths.mjs";
import { Problem } from "./report.mjs";

/**
 * @typedef {import("../../tests/bench/lib/suite.js").SuiteOptions} SuiteOptions
 * @typedef {import("../../tests/bench/lib/suite.js").SuiteResult} SuiteResult
 * @typedef {{ name: string, file: string }} SuiteFile
 */

const folder = inRoot("tests", "bench", "suites");

/**
 * The suites, one for each file: `.ts` runs in a page, `.mjs` is run here and given the browser, for what needs a
 * fresh page for each reading. @returns {SuiteFile[]}
 */
export function suiteFiles() {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => ({ name: file.replace(/\.\w+$/, ""), file }));
}

/**
 * Runs suites in one browser.
 * @param {readonly SuiteFile[]} suites
 * @param {string} origin where the benchmark page is
 * @param {SuiteOptions} options
 * @returns {Promise<{ browserVersion: string, results: Record<string, SuiteResult> }>}
 */
export async function runSuites(suites, origin, options) {
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({
    executablePath: await requireChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--js-flags=--expose-gc"],
  });
  try {
    /** @type {Record<string, SuiteResult>} */
    const results = {};
    for (const { name, file } of suites) {
      console.log(`\n── ${name}`);
      results[name] = file.endsWith(".mjs")
        ? await (await import(pathToFileURL(`${folder}/${file}`).href)).run({
            browser,
            origin,
            options,
          })
        : await runInPage(browser, origin, name, options);
    }
    return { browserVersion: browser.version(), results };
  } finally {
    await browser.close();
  }
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} origin
 * @param {string} name
 * @param {SuiteOptions} options
 * @returns {Promise<SuiteResult>}
 */
async function runInPage(browser, origin, name, options) {
  const page = await browser.newPage();
  page.on("console", (message) => console.log(`  ${message.text()}`));
  page.on("pageerror", (error) => console.log(`  uncaught: ${error.message}`));
  await page.goto(origin);
  if (!(await page.evaluate(() => Reflect.get(globalThis, "crossOriginIsolated")))) {
    throw new Problem("The page is not cross-origin isolated: its clock is too coarse to measure.");
  }
  const result = await page.evaluate(
    ([suite, given]) => Reflect.get(globalThis, "bench").runSuite(suite, given),
    /** @type {const} */ ([name, options]),
  );
  await page.close();
  return result;
}
