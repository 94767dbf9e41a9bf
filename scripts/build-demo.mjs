import { build } from "./build.mjs";
import { inRoot } from "./lib/paths.mjs";
import { done, runMain, step } from "./lib/report.mjs";

/** Builds the demo as a static site in target/demo: its agents answer inside the page, and it works below any path. */
await runMain(async () => {
  await build();
  await step("the demo as a static site", "10 s", async () => {
    const vite = await import("vite");
    const configFile = inRoot("www", "vite.config.ts");
    await vite.build({ configFile, mode: "static", logLevel: "warn" });
  });
  done("target/demo/ is a site that any file server can serve");
});
