import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

/** One project per suite of `npm test`; each runs in Chromium against the built package in pkg/. */
export default defineConfig({
  fullyParallel: true,
  // `npm run test:all` runs these too.
  grepInvert: process.env.AG_UI_LIT_TEST_ALL ? undefined : /@all\b/,
  forbidOnly: Boolean(process.env.CI),
  workers: availableParallelism(),
  // One unsteady test of thousands must not hide what the others say; the summary of `npm test` names it.
  retries: process.env.CI ? 1 : 0,
  // What hangs is a failure; how fast a machine is, is none.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [
    ["list"],
    // For the summary at the end of `npm test`.
    ...(process.env.AG_UI_LIT_TEST_RESULTS
      ? ([["../scripts/lib/reporters/playwright.mjs"]] as [string][])
      : []),
  ],
  outputDir: "../target/playwright",
  globalSetup: "./support/once-per-run.ts",
  use: {
    browserName: "chromium",
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        // For the tests of lifetimes: collect on demand, and tell exactly what is used.
        "--js-flags=--expose-gc",
        "--enable-precise-memory-info",
      ],
    },
  },
  projects: [
    { name: "browser", testDir: "browser" },
    { name: "examples", testDir: "examples" },
    { name: "agents", testDir: "agents" },
    // Installs packages and bundles: slower than a test in a page.
    { name: "packaging", testDir: "packaging", timeout: 240_000 },
  ],
});
