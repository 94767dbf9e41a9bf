import { expect, test } from "../support/test.js";

/** What a page may not do, and how a test hears of it. */
const faults: [string, () => void, string][] = [
  [
    "an error that nobody catches",
    () =>
      void setTimeout(() => {
        throw new Error("oops");
      }),
    "uncaught: oops",
  ],
  ["a rejection that nobody handles", () => void Promise.reject(new Error("no")), "uncaught: no"],
  ["a console.error", () => console.error("Look:", 1), "console.error: Look: 1"],
];

for (const [what, commit, told] of faults) {
  test(`${what} fails a test that does not expect it`, async ({ harness, complaints }) => {
    await harness.evaluate(commit);
    await expect.poll(() => complaints.splice(0)).toEqual([told]);
  });
}
