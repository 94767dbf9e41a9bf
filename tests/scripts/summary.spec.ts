/** The summary at the end of `npm test`, of which CI keeps about 100 lines. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rustTests, typeErrors } from "../../scripts/lib/printed-results.mjs";
import {
  type SuiteResult,
  summary as summaryOf,
  type TestResult,
} from "../../scripts/lib/test-results.mjs";
import { describe, expect, test } from "../node/test.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

const result = (suite: string, tests: TestResult[], problem?: string, output = "") => ({
  suite,
  tests,
  problem,
  output,
  milliseconds: 61_000,
});

const summary = (results: SuiteResult[]): string => summaryOf(results, 90_000);

test("each suite has a row with its number of tests and its time", () => {
  const lines = summary([
    result("native", [{ name: "a" }, { name: "b" }]),
    result("types", [], "types: no."),
  ]).split("\n");
  expect(lines[1]).toMatch(/native +passed +2 +1 min 1 s/);
  expect(lines[2]).toMatch(/types +FAILED +– +1 min 1 s/);
  expect(lines[3]).toMatch(/together +2 +1 min 30 s/);
});

test("the ten slowest tests of all suites are named, the slowest first", () => {
  const tests = Array.from({ length: 12 }, (_, at) => ({
    name: `takes ${at + 1}`,
    place: `a.spec.ts:${at}`,
    milliseconds: (at + 1) * 1000,
  }));
  const lines = summary([result("node", tests.slice(0, 6)), result("browser", tests.slice(6))])
    .split("\n")
    .filter((line) => line.includes("takes"));
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatch(/12\.0 s {2}browser: a\.spec\.ts:11 {2}takes 12$/);
  expect(lines[9]).toContain("takes 3");
});

test("a failed test is named with its place and the first lines of its error", () => {
  const error = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join("\n");
  const text = summary([
    result(
      "node",
      [{ name: "fails", place: "a.spec.ts:7", error }, { name: "passes" }],
      "node: no",
    ),
  ]);
  expect(text).toContain("✗ node: a.spec.ts:7  fails\n    line 1\n");
  expect(text).toContain("line 15");
  expect(text).not.toContain("line 16");
});

test("a test that passed only when run again counts once and is named with its first error", () => {
  const again = { name: "unsteady", place: "a.spec.ts:7" };
  const failing = { name: "fails", place: "a.spec.ts:9" };
  const text = summary([
    result(
      "browser",
      [
        { ...again, firstError: "why\n".repeat(20) },
        again,
        { ...failing, firstError: "first" },
        { ...failing, error: "second" },
      ],
      "browser: no",
    ),
  ]);
  expect(text).toMatch(/browser +FAILED +2 /);
  expect(text).toContain("run again, to be mended:\n? browser: a.spec.ts:7  unsteady\n    why\n");
  expect(text.match(/why/g)).toHaveLength(6);
  expect(text).not.toContain("? browser: a.spec.ts:9");
  expect(text).toContain("✗ browser: a.spec.ts:9  fails\n    second");
  const many = Array.from({ length: 50 }, (_, at) => ({ name: `${at}`, firstError: "why\n" }));
  expect(summary([result("browser", many)])).toContain("? and 47 more");
});

test("many failures fit into what CI keeps: all are named, then counted", () => {
  const failing = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `fails ${at}.`, error: "why\n".repeat(30) }));
  for (const count of [1, 5, 20, 60, 500]) {
    const text = summary([result("browser", failing(count), "browser: no")]);
    expect(text.split("\n").length).toBeLessThan(85);
    const named = text.split("\n").filter((line) => line.startsWith("✗ browser: fails"));
    expect(named).toHaveLength(Math.min(count, 63));
    if (count === 500) expect(text).toContain("✗ and 437 more");
  }
});

test("a suite that failed before any test shows what it printed last", () => {
  const text = summary([
    result("wasm", [], "wasm: does not compile.", "error[E0308]: mismatched\n  … Rust: 20.0 s\n"),
  ]);
  expect(text).toContain(
    "✗ wasm: does not compile.\n    error[E0308]: mismatched\n    wasm: does not compile.",
  );
});

test("a failed test of Rust has the place and the text of its panic", () => {
  const output = `
running 3 tests
test tool::passes ... ok
test tool::fails ... FAILED
test src/lib.rs - example (line 3) ... ok

failures:

---- tool::fails stdout ----

thread 'tool::fails' (12) panicked at tests/native/tool.rs:12:5:
assertion failed

failures:
    tool::fails

test result: FAILED. 2 passed; 1 failed; 0 ignored
`;
  const [passes, fails, example] = rustTests(output);
  expect([passes, example]).toEqual([
    { name: "tool::passes" },
    { name: "src/lib.rs - example (line 3)" },
  ]);
  expect(fails).toEqual({
    name: "tool::fails",
    place: "tests/native/tool.rs:12",
    error: "thread 'tool::fails' (12) panicked at tests/native/tool.rs:12:5:\nassertion failed",
  });
});

test("an error of the compiler of types has its place", () => {
  const output = "tests/types/a.ts(3,7): error TS2322: Type 'a' is not.\n  Reason.\nother\n";
  expect(typeErrors(output)).toEqual([
    { name: "TS2322", place: "tests/types/a.ts:3", error: "Type 'a' is not.\n  Reason." },
  ]);
});

/** Runs a file of tests by a command line with our reporter, and returns what the reporter wrote. */
async function reported(source: string, command: (file: string, results: string) => string[]) {
  const folder = mkdtempSync(join(root, "target", "reported-"));
  try {
    const [file, results] = [join(folder, "a.spec.ts"), join(folder, "results.jsonl")];
    writeFileSync(file, source);
    const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...env } = process.env;
    await promisify(execFile)(process.execPath, command(file, results), {
      cwd: root,
      env: { ...env, AG_UI_LIT_TEST_RESULTS: results },
    }).catch((error: { code?: unknown }) => expect(error.code).toBe(1));
    return readFileSync(results, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as TestResult);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const source = (runner: string) => `
import { ${runner === "node:test" ? "describe, " : ""}test } from "${runner}";
${runner === "node:test" ? "" : "const { describe } = test;"}
describe("a group", () => {
  test("passes", () => {});

  test("fails", (): void => {
    throw new Error("the reason");
  });
});
`;

describe("reporters", () => {
  test("of Node's runner: a test has the names of its groups, its place and its error", async () => {
    const reporter = new URL("../../scripts/lib/reporters/node.mjs", import.meta.url).href;
    const written = await reported(source("node:test"), (file, results) => [
      ...["--import", "tsx", "--test", `--test-reporter=${reporter}`],
      ...[`--test-reporter-destination=${results}`, file],
    ]);
    expect(written).toMatchObject([
      { name: "a group › passes", place: expect.stringMatching(/^target\/.*a\.spec\.ts:5$/) },
      {
        name: "a group › fails",
        place: expect.stringMatching(/a\.spec\.ts:8$/),
        error: expect.stringContaining("the reason"),
      },
    ]);
    expect(written).toHaveLength(2);
    expect(written[0]).not.toHaveProperty("error");
  });

  test("of Node's runner: a file that can't be loaded is a failure", async () => {
    const reporter = new URL("../../scripts/lib/reporters/node.mjs", import.meta.url).href;
    const written = await reported("throw new Error('not loaded');", (file, results) => [
      ...["--import", "tsx", "--test", `--test-reporter=${reporter}`],
      ...[`--test-reporter-destination=${results}`, file],
    ]);
    expect(written).toMatchObject([
      { name: "outside of a test", error: expect.stringContaining("not loaded") },
    ]);
  });

  test("of Playwright: a test has the names of its groups, its place and its error", async () => {
    const playwright = join(root, "node_modules", "@playwright/test", "cli.js");
    const reporter = join(root, "scripts/lib/reporters/playwright.mjs");
    const written = await reported(source("@playwright/test"), (file) => [
      ...[playwright, "test", "--workers=1", `--reporter=${reporter}`],
      ...["--config", file.replace(/[^/\\]+$/, ""), "--output", `${file}.output`],
    ]);
    expect(written).toMatchObject([
      { name: "a group › passes", place: expect.stringMatching(/^target\/.*a\.spec\.ts:5$/) },
      {
        name: "a group › fails",
        place: expect.stringMatching(/a\.spec\.ts:7$/),
        error: expect.stringContaining("the reason"),
      },
    ]);
    expect(written).toHaveLength(2);
    expect(written[0]).not.toHaveProperty("error");
  });

  test("of Playwright: a test that is run once more has a result of each time", async () => {
    const playwright = join(root, "node_modules", "@playwright/test", "cli.js");
    const reporter = join(root, "scripts/lib/reporters/playwright.mjs");
    const unsteady = `
import { expect, test } from "@playwright/test";
test("unsteady", ({}, { retry }) => expect(retry).toBe(1));
test("fails", () => expect(1).toBe(2));
`;
    const written = await reported(unsteady, (file) => [
      ...[playwright, "test", "--workers=1", "--retries=1", `--reporter=${reporter}`],
      ...["--config", file.replace(/[^/\\]+$/, ""), "--output", `${file}.output`],
    ]);
    const kinds = written.map((result) => [
      result.name,
      result.firstError !== undefined,
      result.error !== undefined,
    ]);
    expect(kinds).toEqual([
      ["unsteady", true, false],
      ["unsteady", false, false],
      ["fails", true, false],
      ["fails", false, true],
    ]);
  });
});
