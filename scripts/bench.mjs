import { relative } from "node:path";
import { build } from "./build.mjs";
import { fillGuide } from "./lib/bench-docs.mjs";
import { peerVersions, requirePeers } from "./lib/bench-peers.mjs";
import { circumstances, keep, markdown } from "./lib/bench-report.mjs";
import { runSuites, suiteFiles } from "./lib/bench-run.mjs";
import { buildBenchPage, withBenchSite } from "./lib/bench-site.mjs";
import { commandLine } from "./lib/command-line.mjs";
import { root } from "./lib/paths.mjs";
import { done, Problem, runMain } from "./lib/report.mjs";

const usage = `npm run bench [-- options] [suite …]

  --quick         three rounds, nothing that is large: whether everything runs, not how fast
  --rounds <n>    readings of each contender (21)
  --only <text>   contenders whose name contains it; may be given several times
  --docs          puts the tables into docs/benchmarks.md
  --list          the suites`;

await runMain(async () => {
  const { values, positionals } = commandLine(usage, {
    quick: { type: "boolean" },
    rounds: { type: "string" },
    only: { type: "string", multiple: true },
    docs: { type: "boolean" },
    list: { type: "boolean" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  const suites = chosen(positionals);
  if (values.list) return console.log(suites.map(({ name }) => name).join("\n"));
  const options = {
    isQuick: values.quick ?? false,
    rounds: rounds(values.rounds ?? (values.quick ? "3" : "21")),
    batchMs: values.quick ? 2 : 5,
    batches: values.quick ? 3 : 5,
    warmUpMs: values.quick ? 150 : 800,
    only: values.only ?? [],
  };
  await build();
  await requirePeers();
  await buildBenchPage();
  const { browserVersion, results } = await withBenchSite((origin) =>
    runSuites(suites, origin, options),
  );
  const facts = circumstances(browserVersion, process.argv.slice(2), peerVersions());
  console.log(`\n${markdown(facts, results)}`);
  if (values.docs) fillGuide(facts, results);
  done(`every reading is in ${relative(root, keep(facts, results))}`);
});

/** @param {string} text */
function rounds(text) {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Problem(`--rounds is "${text}", which is not a whole number above 0.`);
}

/** @param {string[]} names */
function chosen(names) {
  const all = suiteFiles();
  const unknown = names.find((name) => !all.some((suite) => suite.name === name));
  if (unknown) {
    const known = all.map(({ name }) => name).join(", ");
    throw new Problem(`There is no suite ${unknown}. There are: ${known}.`);
  }
  return names.length ? all.filter(({ name }) => names.includes(name)) : all;
}
