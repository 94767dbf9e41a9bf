/**
 * Node's own runner, for what touches no DOM. As in a page, a test fails for what is thrown or rejected with nobody to
 * catch it, and for what the package logs as an error.
 */
import { afterEach, beforeEach, mock } from "node:test";
import { setTimeout as later } from "node:timers/promises";
import { inspect } from "node:util";
import { expect } from "@playwright/test";

let complaints: string[] = [];
let alive: NodeJS.Timeout;

process.on("uncaughtExceptionMonitor", (error) => complaints.push(`uncaught: ${inspect(error)}`));
process.on("unhandledRejection", (reason) => complaints.push(`unhandled: ${inspect(reason)}`));

beforeEach(() => {
  complaints = [];
  mock.method(console, "error", (...values: unknown[]) => {
    complaints.push(values.map((value) => inspect(value)).join(" "));
  });
  // A page lives on while nothing happens in it. Node ends when only a signal's own timer is left.
  alive = setInterval(() => {}, 10_000);
});

afterEach(async () => {
  // What the test has rejected by now is reported by then.
  await later();
  clearInterval(alive);
  mock.restoreAll();
  expect(complaints, "errors that the page author did not cause").toEqual([]);
});

export { describe, test } from "node:test";
/** The matchers of the suites that run in a browser: they need neither it nor its runner. */
export { expect };
