import { checks, format } from "./lib/checks.mjs";
import { requireNpmPackages } from "./lib/node.mjs";
import { done, Problem, runMain } from "./lib/report.mjs";
import { runSuites } from "./lib/suite-runs.mjs";

await runMain(async () => {
  await requireNpmPackages();
  if (process.argv.includes("--fix")) await format();
  const results = await runSuites(checks);
  const failed = results.filter(({ problem }) => problem !== undefined);
  if (failed.length) {
    throw new Problem(`Not clean: ${failed.map(({ suite }) => suite).join(", ")}`);
  }
  done("Clean");
});
