/** What requests of `serveAgent` leave behind: nothing, of whatever kind they are. */
// In a process of its own: it runs for as long as many files, and begins first.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "../test.js";

const child = new URL("../../support/server/memory-child.mjs", import.meta.url).pathname;
const MEGABYTE = 1_048_576;

test("5,000 requests of each kind stay at a plateau of memory", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", child, "5000"]);
  const { modules, report } = JSON.parse(stdout);
  expect(modules).toBeGreaterThanOrEqual(3);
  expect(Object.keys(report)).toEqual(["plain", "tools", "refused", "aborted", "results"]);
  for (const [kind, { heap, wasm }] of Object.entries<{ heap: number; wasm: number }>(report)) {
    // 400 bytes for each request of the second half: less than any object that one could leave behind.
    expect(heap, `heap, ${kind}`).toBeLessThan(MEGABYTE);
    expect(wasm, `wasm, ${kind}`).toBeLessThan(MEGABYTE);
  }
});
