import { commandLine } from "./lib/command-line.mjs";
import { Problem, runMain } from "./lib/report.mjs";
import { countAsLastLine, runSuites } from "./lib/suite-runs.mjs";
import { suites } from "./lib/suites.mjs";

const usage = `npm run chaos [-- options]

Conversations of <ag-ui-agent> with three processes that are killed and paused, while PostgreSQL, then Redis, is restarted and cut off.

  --conversations <n>   conversations with each store (1000)
  --seed <n>            the faults of an earlier run, which has printed it`;

await runMain(async () => {
  const { values } = commandLine(usage, {
    conversations: { type: "string" },
    seed: { type: "string" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  process.env.PROPTEST_CASES = String(count(values.conversations ?? "1000", "conversations"));
  if (values.seed !== undefined) process.env.CHAOS_SEED = String(count(values.seed, "seed"));
  const agents = suites.find(({ name }) => name === "agents");
  if (!agents) throw new Problem("There is no suite agents any more: correct scripts/chaos.mjs.");
  countAsLastLine(await runSuites([{ ...agents, files: ["chaos.spec.ts"] }]));
});

/**
 * @param {string} text
 * @param {string} option
 */
function count(text, option) {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Problem(`--${option} must be a whole number from 1.`);
}
