import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../../scripts/lib/lock.mjs";

const target = fileURLToPath(new URL("../../target", import.meta.url));

/**
 * Playwright's `globalSetup`: makes a folder for what the tests of this run build, so that runs side by side don't
 * disturb each other. It is inside the repository, where imports find the packages.
 */
export default function makeRunFolder(): () => void {
  mkdirSync(target, { recursive: true });
  const folder = mkdtempSync(join(target, "test-run-"));
  process.env.AG_UI_LIT_TEST_RUN = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Makes something in a folder of this run, and returns the folder. The first worker that asks for it does the work;
 * others wait until it is done.
 */
export async function oncePerRun(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const run = process.env.AG_UI_LIT_TEST_RUN;
  if (!run) throw new Error("There is no folder of this run: Playwright's globalSetup makes it.");
  const [folder, done] = [join(run, name), join(run, `${name}.done`)];
  if (existsSync(done)) return folder;
  await withLock(folder, async () => {
    if (existsSync(done)) return;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    await make(folder);
    writeFileSync(done, "");
  });
  return folder;
}
