/** Packages of Debian are installed without starting their services. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "node:test";
import { withoutServices } from "../../scripts/lib/no-services.mjs";
import { expect, test } from "../node/test.js";

let folder: string;
let policy: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ag-ui-lit-services-"));
  policy = join(folder, "policy-rc.d");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The answer of the policy to the question whether a service may be started: 101 is no. */
const answer = () => spawnSync(policy, ["postgresql", "start"]).status;

test("while packages are installed no service may be started, and afterwards the policy is gone", async () => {
  expect(await withoutServices(async () => answer(), policy)).toBe(101);
  expect(existsSync(policy)).toBe(false);
});

test("an install that fails leaves no policy behind", async () => {
  const failing = withoutServices(async () => Promise.reject(new Error("no network")), policy);
  await expect(failing).rejects.toThrow("no network");
  expect(existsSync(policy)).toBe(false);
});

test("a policy of the machine's own stays as it is; one that a killed run left behind is removed", async () => {
  const own = "#!/bin/sh\nexit 0\n";
  writeFileSync(policy, own, { mode: 0o755 });
  expect(await withoutServices(async () => answer(), policy)).toBe(0);
  expect(readFileSync(policy, "utf8")).toBe(own);
  rmSync(policy);
  let left = "";
  await withoutServices(async () => {
    left = readFileSync(policy, "utf8");
  }, policy);
  writeFileSync(policy, left, { mode: 0o755 });
  expect(await withoutServices(async () => answer(), policy)).toBe(101);
  expect(existsSync(policy)).toBe(false);
});
