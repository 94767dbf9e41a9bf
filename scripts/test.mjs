import { commandLine } from "./lib/command-line.mjs";
import { print } from "./lib/output.mjs";
import { Problem, runMain } from "./lib/report.mjs";
import { countAsLastLine, runSuites } from "./lib/suite-runs.mjs";
import { suites } from "./lib/suites.mjs";
import { changedSince, chosenBy } from "./lib/touched-suites.mjs";

const usage = `npm test [-- options] [suite | suite/file …]

  --since <ref>   the suites that the changes since a commit or branch touch
  --all           with the tests that are tagged @all too: they take long, and seldom prove more than the others
  --list          the suites, without running them`;

await runMain(async () => {
  const { values, positionals } = commandLine(usage, {
    since: { type: "string" },
    all: { type: "boolean" },
    list: { type: "boolean" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  if (values.list) {
    for (const { name, about } of suites) console.log(`${name.padEnd(10)} ${about}`);
    return;
  }
  const touched = values.since === undefined ? [] : await choicesSince(values.since);
  if (values.all) process.env.AG_UI_LIT_TEST_ALL = "1";
  const isWhole = touched === undefined || (positionals.length === 0 && values.since === undefined);
  const chosen = isWhole ? suites : narrowed([...positionals, ...touched]);
  countAsLastLine(await runSuites(chosen));
});

/**
 * The suites and files to run after the changes since a git ref; undefined for everything. Prints the reasons.
 * @param {string} ref
 */
async function choicesSince(ref) {
  const files = await changedSince(ref);
  const chosen = chosenBy(files);
  print(
    `${files.length} files have changed since ${ref}${chosen.size ? ":" : ", no suite is touched."}`,
  );
  for (const [choice, by] of chosen) {
    const more = by.length > 3 ? ` and ${by.length - 3} more` : "";
    print(`  ${choice ?? "every suite"}: ${by.slice(0, 3).join(", ")}${more}`);
  }
  const choices = [...chosen.keys()];
  return choices.includes(undefined) ? undefined : choices.filter((one) => one !== undefined);
}

/**
 * The suites that are named, each with only its files where only some are: `node`, `browser/readme.spec.ts`.
 * @param {readonly string[]} choices
 */
function narrowed(choices) {
  for (const choice of choices) {
    const suite = suites.find(({ name }) => name === choice.split("/")[0]);
    if (!suite || (choice.includes("/") && !suite.hasFiles)) {
      const names = suites.map(({ name, hasFiles }) => (hasFiles ? `${name}[/file]` : name));
      throw new Problem(`There is no suite ${choice}. There are: ${names.join(", ")}.`);
    }
  }
  return suites.flatMap((suite) => {
    const own = choices.filter((choice) => choice.split("/")[0] === suite.name);
    if (own.length === 0) return [];
    if (own.includes(suite.name)) return [suite];
    return [{ ...suite, files: own.map((choice) => choice.slice(suite.name.length + 1)) }];
  });
}
