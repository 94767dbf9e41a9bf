/** The search tools over the real origin private file system. */
import { expect, test } from "../support/test.js";
import { openPage } from "./desk.js";

test.use({ usesStorage: true });

test.beforeEach(({ page, backend }) => openPage(page, backend.origin));

test("places and files are found, the newest first", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    await desk.put("src/old.ts", "let total = 1;\r\nexport {};\r\n");
    // Files of the same millisecond have no order.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await desk.put("src/deep/new.ts", "// total\nlet x;\n");
    await desk.put("logo.bin", new Uint8Array([0, 1, 2]));
    return {
      grep: await desk.run("grep_tool", { pattern: "TOTAL", ignore_case: true, context_lines: 1 }),
      only: await desk.run("grep_tool", { pattern: "let", include: ["src/*.ts"] }),
      glob: await desk.run("glob_tool", { pattern: "src/**/*.{ts,js}" }),
      none: await desk.run("grep_tool", { pattern: "x", path: "nowhere" }),
    };
  });
  expect(seen.grep.text).toBe(
    "src/old.ts\n1:let total = 1;\n2-export {};\n\nsrc/deep/new.ts\n1:// total\n2-let x;\n\n" +
      "[2 lines in 2 of 2 text files. 1 binary files were skipped.]",
  );
  expect(seen.grep.output).toMatchObject({ matches: 2, filesSearched: 2, binaryFiles: 1 });
  expect(seen.only.text).toContain("[1 lines in 1 of 1 text files.]");
  expect(seen.glob.text).toBe("src/deep/new.ts\nsrc/old.ts");
  expect(seen.none.text).toContain("The folder nowhere does not exist");
});

test("expressions and patterns that explode are refused, and the page stays alive", async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    await desk.put("a.txt", `${"a".repeat(200_000)}\n`.repeat(8));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    const texts = [];
    for (const pattern of ["(a{0,100}){10}c", "(a*)*b", "((a{100}){100}){100}", "(?=a)", "("]) {
      texts.push(await desk.run("grep_tool", { pattern }));
    }
    clearInterval(timer);
    const globs = [];
    for (const pattern of ["{a,b}".repeat(20), "[", "*".repeat(600), "**/".repeat(100)]) {
      globs.push(await desk.run("glob_tool", { pattern }));
    }
    return { texts, globs, turns };
  });
  expect(seen.texts.map(({ ok }) => ok)).toEqual([true, true, false, false, false]);
  expect(seen.texts[2]).toMatchObject({
    category: "validation",
    text: expect.stringContaining("unfolds into too much"),
  });
  expect(seen.texts[0]?.text).toContain("only their beginning was searched");
  expect(seen.globs.map(({ ok }) => ok)).toEqual([false, false, false, true]);
  expect(seen.turns).toBeGreaterThan(2);
});

test("a search of many files tells how far it is, and can be given up", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    for (let folder = 0; folder < 30; folder += 1) {
      for (let file = 0; file < 40; file += 1) {
        const root = await navigator.storage.getDirectory();
        const inside = await root.getDirectoryHandle(`f${folder}`, { create: true });
        await inside.getFileHandle(`${file}.txt`, { create: true });
      }
    }
    const whole = await desk.run("glob_tool", { pattern: "**" });
    const told = [...desk.progress];
    const abort = new AbortController();
    let read = 0;
    const { getFile } = FileSystemFileHandle.prototype;
    FileSystemFileHandle.prototype.getFile = function () {
      read += 1;
      if (read === 100) abort.abort();
      return getFile.call(this);
    };
    const given = await desk.run("glob_tool", { pattern: "**" }, abort.signal);
    await turn();
    const afterwards = read;
    return { whole: whole.text.slice(-120), told, given, afterwards };
  });
  expect(seen.whole).toContain("[200 of 1200 files");
  expect(seen.told).toContainEqual({ entriesSeen: expect.any(Number) });
  expect(seen.given).toMatchObject({ ok: false, category: "cancelled" });
  expect(seen.afterwards).toBeLessThanOrEqual(101);
});
