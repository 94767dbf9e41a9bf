/** What npm installs with the package: a second copy of a library is downloaded by every visitor. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { blockNamed, readBlocks } from "../support/readme/blocks.js";
import { npm, packed } from "./pack.js";

for (const [beside, dependencies] of [
  ["nothing", {}],
  ["Lit", { lit: "^3.3.0" }],
] as const) {
  test(`beside ${beside}, every dependency is installed once`, async () => {
    const copies = await installed({ dependencies });
    expect(copies.size).toBeGreaterThan(10);
    expect([...copies].filter(([, versions]) => versions.size > 1)).toEqual([]);
  });
}

test("one-zod: beside a zod 4, the README's overrides make one copy of zod and of rxjs", async () => {
  const { overrides } = JSON.parse(blockNamed(readBlocks(), "one-zod").code);
  const dependencies = { zod: "^4.0.0", rxjs: "^7.8.2" };
  const copies = await installed({ dependencies, overrides });
  for (const name of ["zod", "rxjs", "@ag-ui/client", "@ag-ui/core"])
    expect([...(copies.get(name) ?? [])], name).toHaveLength(1);
});

/** The folders that npm would install each package into, in a project with this manifest. Nothing but the plan is made. */
async function installed(manifest: object): Promise<Map<string, Set<string>>> {
  const folder = await mkdtemp(join(tmpdir(), "ag-ui-lit-dependencies-"));
  try {
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, ...manifest }));
    const { tarball } = await packed();
    await npm(folder, "install", "--package-lock-only", "--prefer-offline", tarball);
    const { stdout } = await npm(folder, "query", "*", "--package-lock-only");
    const copies = new Map<string, Set<string>>();
    for (const { name, location } of JSON.parse(stdout) as { name: string; location: string }[])
      copies.set(name, (copies.get(name) ?? new Set()).add(location));
    return copies;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
