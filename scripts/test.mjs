import { Problem, runMain, seconds } from "./lib/report.mjs";
import { table } from "./lib/sizes.mjs";
import { suites } from "./lib/suites.mjs";

await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.includes("--list")) {
    for (const { name, about } of suites) console.log(`${name.padEnd(10)} ${about}`);
    return;
  }
  const unknown = args.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown) {
    throw new Problem(
      `There is no suite ${unknown}. There are: ${suites.map(({ name }) => name).join(", ")}.`,
    );
  }
  const chosen = args.length ? suites.filter(({ name }) => args.includes(name)) : suites;

  /** @type {string[][]} */
  const rows = [["suite", "result", "time"]];
  let failed = 0;
  for (const suite of chosen) {
    console.log(`\n── ${suite.name}: ${suite.about}`);
    const start = Date.now();
    const problem = await outcome(suite.run);
    if (problem !== undefined) {
      failed += 1;
      console.error(`✗ ${problem}`);
    }
    rows.push([
      suite.name,
      problem === undefined ? "passed" : "FAILED",
      seconds(Date.now() - start),
    ]);
  }
  console.log(`\n${table(rows)}\n`);
  // CI reads this very line: nothing may follow it.
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
});

/**
 * Runs a suite; one that fails must not keep the next from running.
 * @param {() => Promise<unknown>} suite
 * @returns {Promise<string | undefined>} what went wrong
 */
async function outcome(suite) {
  try {
    await suite();
    return undefined;
  } catch (error) {
    return error instanceof Problem
      ? error.message
      : String(/** @type {Error} */ (error).stack ?? error);
  }
}
