import { checks } from "./lib/checks.mjs";
import { requireNpmPackages } from "./lib/node.mjs";
import { runMain } from "./lib/report.mjs";
import { countAsLastLine, runSuites } from "./lib/suite-runs.mjs";
import { suites } from "./lib/suites.mjs";

/** The suites to run after each change, in addition to the checks of the sources. */
const quick = ["native", "types", "node"];

await runMain(async () => {
  await requireNpmPackages();
  const chosen = suites.filter(({ name }) => quick.includes(name));
  countAsLastLine(await runSuites([...checks, ...chosen]));
});
