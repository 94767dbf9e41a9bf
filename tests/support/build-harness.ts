import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Where the built harness page is: a folder of this run, so that runs side by side don't disturb each other. */
export function harnessDist(): string {
  const folder = process.env.AG_UI_LIT_HARNESS;
  if (!folder) throw new Error("The harness page was not built: Playwright's globalSetup does it.");
  return folder;
}

/** Builds the page that the suites drive, once per run, as a user's Vite build would. */
export default async function buildHarness(): Promise<() => void> {
  const outDir = mkdtempSync(join(tmpdir(), "ag-ui-lit-harness-"));
  process.env.AG_UI_LIT_HARNESS = outDir;
  await build({
    root: fileURLToPath(new URL("harness", import.meta.url)),
    configFile: false,
    logLevel: "warn",
    worker: { format: "es" },
    build: { outDir, emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 5000 },
  });
  return () => rmSync(outDir, { recursive: true, force: true });
}
