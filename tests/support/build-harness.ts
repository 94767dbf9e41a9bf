import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { oncePerRun } from "./once-per-run.js";

const root = fileURLToPath(new URL("harness", import.meta.url));

/** Builds the pages that the suites drive, as a user's Vite build would. Returns their folder. */
export function buildHarness(): Promise<string> {
  return oncePerRun("harness", async (outDir) => {
    // Only the worker that builds takes the time to load it.
    const { build } = await import("vite");
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      worker: { format: "es" },
      build: {
        outDir,
        emptyOutDir: true,
        target: "es2022",
        chunkSizeWarningLimit: 5000,
        rolldownOptions: { input: ["index.html", "shared.html"].map((page) => join(root, page)) },
      },
    });
  });
}
