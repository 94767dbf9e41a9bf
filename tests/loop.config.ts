import { defineConfig } from "@playwright/test";

/** The parts of the element's loop that need no browser, no network and no clock: in plain Node, on the built package. */
export default defineConfig({
  testDir: "loop",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 30_000,
  reporter: [["list"]],
  outputDir: "../target/playwright-loop",
});
