/** What tools that know how packages are consumed say of the tarball. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { npmEnv, packed, pkg } from "./pack.js";

/** Ways that a package of ES modules alone is not for: TypeScript's old one, which reads no `exports`, and `require()`. */
const cannot = ["node10", "node16-cjs"];

const attw = createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json");

test("publint has nothing to say, not even a suggestion", async () => {
  const { tarball } = await packed();
  const { buffer } = new Uint8Array(await readFile(tarball));

  const { messages, pkg: manifest } = await publint({ pack: { tarball: buffer }, strict: true });

  expect(manifest.name).toBe("ag-ui-lit");
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
});

test("the types are right for every entry, wherever modules are resolved by `exports`", async () => {
  const { tarball } = await packed();
  const cli = join(dirname(attw), "dist", "index.js");
  const rules = ["--profile", "esm-only", "--no-definitely-typed", "--format", "json"];

  const { stdout } = await promisify(execFile)(process.execPath, [cli, tarball, ...rules], {
    env: npmEnv(),
    maxBuffer: 64 * 1024 * 1024,
  });

  const { analysis, problems } = JSON.parse(stdout);
  const { exports } = JSON.parse(await readFile(join(pkg, "package.json"), "utf8"));
  expect(Object.keys(analysis.entrypoints).sort()).toEqual(Object.keys(exports).sort());
  const found = Object.values<{ resolutionKind?: string }[]>(problems).flat();
  expect(found.filter(({ resolutionKind = "" }) => !cannot.includes(resolutionKind))).toEqual([]);
});
