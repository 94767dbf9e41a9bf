import { runAgainOnCi } from "../../scripts/lib/run-again.mjs";
import type { TestResult } from "../../scripts/lib/test-results.mjs";
import { expect, test } from "../node/test.js";

const files = ["tests/node/a.spec.ts", "tests/node/b.spec.ts"];
const passed: TestResult = { name: "one", place: "tests/node/a.spec.ts:1" };
const failed: TestResult = { name: "two", place: "tests/node/b.spec.ts:9", error: "late" };

test("on CI a file with a failed test is run once more, and the test counts once", async () => {
  const { tests, ran, problem } = await outcome([
    [passed, failed],
    [{ name: "two", place: "tests/node/b.spec.ts:3" }, { name: "three" }],
  ]);
  expect(problem).toBeUndefined();
  expect(ran).toEqual([files, ["tests/node/b.spec.ts"]]);
  expect(tests).toEqual([
    passed,
    { name: "two", place: "tests/node/b.spec.ts:9", firstError: "late" },
    { name: "two", place: "tests/node/b.spec.ts:3" },
  ]);
});

test("a test that fails twice has failed, and so has one that fails only then", async () => {
  for (const second of [failed, { name: "three", place: "tests/node/b.spec.ts:5", error: "new" }]) {
    const { tests, problem } = await outcome([[failed], [second]]);
    expect(problem).toBe("failed");
    expect(tests).toContainEqual(second);
  }
});

test("elsewhere, and where no file or many files have failed, nothing is run again", async () => {
  const many = ["a", "b", "c", "d"].map((name) => ({
    ...failed,
    place: `tests/node/${name}.spec.ts:1`,
  }));
  const lists = many.map(({ place }) => place.replace(":1", ""));
  for (const { first, isCi } of [
    { first: [failed], isCi: false },
    { first: [], isCi: true },
    { first: [{ ...failed, place: undefined }], isCi: true },
    { first: many, isCi: true },
  ] as { first: TestResult[]; isCi: boolean }[]) {
    const { tests, ran, problem } = await outcome([first], isCi, lists);
    expect(problem).toBe("failed");
    expect(ran).toHaveLength(1);
    expect(tests).toEqual(first);
  }
});

/** The results of runs, each of which fails if a test of it fails, or if there is none. */
async function outcome(runs: TestResult[][], isCi = true, specs = files) {
  const tests: TestResult[] = [];
  const ran: (readonly string[])[] = [];
  const run = async (results: TestResult[], chosen: readonly string[]) => {
    const own = runs[ran.length] ?? [];
    ran.push(chosen);
    results.push(...own);
    if (own.length === 0 || own.some(({ error }) => error !== undefined)) throw "failed";
  };
  const problem: unknown = await runAgainOnCi(tests, specs, run, isCi).catch((thrown) => thrown);
  return { tests, ran, problem };
}
