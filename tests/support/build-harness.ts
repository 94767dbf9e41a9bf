import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Where the built harness page is. */
export const harnessDist = fileURLToPath(new URL("../../target/harness", import.meta.url));

/** Builds the page that the suites drive, once per run, as a user's Vite build would. */
export default async function buildHarness(): Promise<void> {
  await build({
    root: fileURLToPath(new URL("harness", import.meta.url)),
    configFile: false,
    logLevel: "warn",
    build: { outDir: harnessDist, emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 5000 },
  });
}
