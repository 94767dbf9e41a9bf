import { existsSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "./lib/command-line.mjs";
import { copyForMutants, runMutants } from "./lib/mutants.mjs";
import { inRoot } from "./lib/paths.mjs";
import { done, Problem, runMain } from "./lib/report.mjs";
import { table } from "./lib/sizes.mjs";
import { acceptedSurvivors, judge, listFile } from "./lib/survivors.mjs";

const usage = `npm run mutants [-- options] [folder …]

Changes the Rust code in one small place after the other, and prints each change that no native test notices.
A folder or file is one of src/ ("policy", "json/reader", "tool/rules.rs") or a path ("crates/toolbox/src/bash").

  --shard <k/n>   every nth change only, from the kth (0 to n - 1)
  --list          the changes, without a test`;

const usual = ["policy", "execution", "crates/conversation/src", "json/reader"];

await runMain(async () => {
  const { values, positionals } = commandLine(usage, {
    shard: { type: "string" },
    list: { type: "boolean" },
    help: { type: "boolean" },
  });
  if (values.help) return console.log(usage);
  const folders = (positionals.length ? positionals : usual).map(pathOf);
  const accepted = acceptedSurvivors();
  await copyForMutants();
  const rows = [
    ["folder", "mutants", "caught", "missed", "of these listed", "unviable", "timeouts", "score"],
  ];
  /** @type {string[]} */
  const wrong = [];
  for (const folder of folders) {
    const outcomes = await runMutants(folder, values);
    if (values.list) continue;
    const verdict = judge(folder, outcomes, accepted, values.shard === undefined);
    rows.push([folder, ...verdict.row]);
    wrong.push(...verdict.wrong);
  }
  if (values.list) return;
  console.log(`\n${table(rows)}\n`);
  if (wrong.length) {
    console.error(wrong.join("\n"));
    throw new Problem(
      `A change that no test notices needs a test, or a reason in ${listFile}; an entry that does not apply any more goes.`,
    );
  }
  done("every change is noticed by a test, or listed with a reason");
});

/**
 * A folder or file as a path from the root.
 * @param {string} name
 */
function pathOf(name) {
  const clean = name.replace(/\/+$/, "");
  for (const path of [join("src", clean), clean]) {
    if (existsSync(inRoot(path))) return path;
  }
  throw new Problem(`There is no ${name}.\n\n${usage}`);
}
