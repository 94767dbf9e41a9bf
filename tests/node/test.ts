/**
 * Node's own runner, for what touches no DOM. As in a page, a test fails for what is thrown or rejected with nobody to
 * catch it, and for what the package logs as an error.
 */
import { afterEach, beforeEach, mock } from "node:test";
import { clearTimeout, setTimeout } from "node:timers";
import { setTimeout as later } from "node:timers/promises";
import { inspect } from "node:util";
import { expect } from "@playwright/test";

let complaints: string[] = [];
let limit: NodeJS.Timeout;

/** The longest time of a test, in milliseconds. A test that hangs fails, unless many random cases are asked for. */
const mostMilliseconds = process.env.PROPTEST_CASES ? 2 ** 31 - 1 : 600_000;

process.on("uncaughtExceptionMonitor", (error) => complaints.push(`uncaught: ${inspect(error)}`));
process.on("unhandledRejection", (reason) => complaints.push(`unhandled: ${inspect(reason)}`));

beforeEach(({ name }) => {
  complaints = [];
  mock.method(console, "error", (...values: unknown[]) => {
    complaints.push(values.map((value) => inspect(value)).join(" "));
  });
  // It also keeps the process alive: a page lives on while nothing happens in it, but Node ends when only a signal's own
  // timer is left.
  limit = setTimeout(() => {
    process.stderr.write(`"${name}" has not ended after ${mostMilliseconds / 1000} s.\n`);
    process.exit(1);
  }, mostMilliseconds);
});

afterEach(async () => {
  // What the test has rejected by now is reported by then.
  await later();
  clearTimeout(limit);
  mock.restoreAll();
  expect(complaints, "errors that the page author did not cause").toEqual([]);
});

export { describe, test } from "node:test";
/** The matchers of the suites that run in a browser: they need neither it nor its runner. */
export { expect };
