import { inRoot } from "./lib/paths.mjs";
import { runMain } from "./lib/report.mjs";
import { filesUnder } from "./lib/stamp.mjs";
import { playwright } from "./lib/suites.mjs";

await runMain(async () => {
  if (filesUnder(inRoot("tests", "bench")).length) await playwright("bench");
  else console.log("There are no benchmarks yet: tests/bench is empty.");
});
