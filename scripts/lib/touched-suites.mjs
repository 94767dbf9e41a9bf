import { existsSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { Problem } from "./report.mjs";
import { tryRun } from "./run.mjs";

/** A suite, or a file of one: `browser`, `browser/readme.spec.ts`. @typedef {string} Choice */

/** Suites whose files can be run alone, in `tests/<suite>`. */
const suitesOfSpecs = ["node", "scripts", "stores", "browser", "examples", "agents", "packaging"];

/** Suites and files that check documents. @type {Choice[]} */
const documents = ["browser/readme.spec.ts", "packaging/tarball.spec.ts"];

/** Suites that use the built package. @type {Choice[]} */
const packages = [
  ...["types", "node", "schemas", "stores", "browser", "examples", "agents", "packaging"],
];

/**
 * The suites that a changed file touches: the first row with its path decides. A path with a slash at its end is a folder, `*`
 * stands for a name. A path that no row has runs everything.
 * @type {{ paths: string[], suites: Choice[] }[]}
 */
export const touchedSuites = [
  { paths: ["tests/native/", "crates/*/tests/"], suites: ["native"] },
  { paths: ["tests/wasm/"], suites: ["wasm"] },
  { paths: ["tests/types/"], suites: ["types"] },
  { paths: ["tests/schema-suite/"], suites: ["schemas"] },
  { paths: ["tests/node/"], suites: ["node", "scripts", "stores"] },
  { paths: ["tests/scripts/"], suites: ["scripts"] },
  { paths: ["tests/stores/"], suites: ["stores"] },
  { paths: ["tests/browser/"], suites: ["node", "browser"] },
  { paths: ["tests/examples/"], suites: ["examples"] },
  { paths: ["tests/agents/"], suites: ["agents"] },
  { paths: ["tests/packaging/"], suites: ["packaging"] },
  {
    paths: ["tests/support/readme/"],
    suites: [
      ...["browser/readme.spec.ts", "browser/readme-state.spec.ts"],
      ...["browser/readme-resumable.spec.ts", "browser/readme-durable.spec.ts"],
      ...["browser/readme-threads.spec.ts", "stores/several-servers.spec.ts"],
      ...["examples", "packaging"],
    ],
  },
  {
    paths: ["tests/support/", "tests/playwright.config.ts"],
    suites: ["node", "stores", "browser", "examples", "agents", "packaging"],
  },
  { paths: ["CONTRIBUTING.md"], suites: ["scripts", ...documents] },
  { paths: ["docs/toolbox-files.md"], suites: ["native", ...documents] },
  { paths: ["docs/several-servers.md"], suites: ["stores", ...documents] },
  { paths: ["docs/element.md"], suites: ["browser/elements-manifest.spec.ts", ...documents] },
  // Their examples are built with bundlers and frameworks.
  {
    paths: ["docs/loading.md", "docs/frameworks.md"],
    suites: ["browser/readme.spec.ts", "packaging"],
  },
  { paths: ["docs/", "README.md", "ARCHITECTURE.md", "CHANGELOG.md"], suites: documents },
  {
    paths: ["examples/"],
    suites: ["native", "examples", ...documents, "packaging/examples.spec.ts"],
  },
  { paths: ["www/"], suites: ["node", "browser"] },
  {
    paths: ["pkg-template/src/constants/", "pkg-template/src/toolbox/"],
    suites: ["native", ...packages],
  },
  { paths: ["pkg-template/"], suites: packages },
  {
    paths: ["crates/json-schema/"],
    suites: ["native", "types", "node", "schemas", "browser", "packaging"],
  },
  {
    paths: ["crates/conversation/", "crates/models/", "crates/toolbox/", "crates/toolbox-*/"],
    suites: ["native", "types", "node", "browser", "packaging"],
  },
  {
    paths: [
      ...["tests/bench/", "scripts/bench.mjs", "scripts/docs.mjs", "scripts/docs/"],
      ...[
        "scripts/mutants.mjs",
        "scripts/lib/mutants.mjs",
        "scripts/lib/survivors.mjs",
        "biome.json",
      ],
    ],
    suites: [],
  },
];

/**
 * The suites and files to run after a change of a file, or undefined for everything. A spec file chooses itself.
 * @param {string} path from the repository's root
 * @returns {readonly Choice[] | undefined}
 */
export function suitesTouchedBy(path) {
  const [, suite = "", spec] = /^tests\/([^/]+)\/(.+\.spec\.ts)$/.exec(path) ?? [];
  if (suitesOfSpecs.includes(suite)) return existsSync(inRoot(path)) ? [`${suite}/${spec}`] : [];
  return touchedSuites.find(({ paths }) => paths.some((pattern) => matches(pattern, path)))?.suites;
}

/**
 * @param {string} pattern
 * @param {string} path
 */
function matches(pattern, path) {
  const escaped = pattern.replaceAll(".", "\\.").replaceAll("*", "[^/]+");
  return new RegExp(`^${escaped}${pattern.endsWith("/") ? "" : "$"}`).test(path);
}

/** The table as CONTRIBUTING.md has it. */
export function touchedTable() {
  const code = (/** @type {string[]} */ names) => names.map((name) => `\`${name}\``).join(", ");
  const rows = touchedSuites.map(
    ({ paths, suites }) => `| ${code(paths)} | ${suites.length ? code(suites) : "none"} |`,
  );
  const specs = `\`tests/{${suitesOfSpecs.join(",")}}/**/*.spec.ts\``;
  return [
    ...["| A change of | runs |", "|---|---|", `| ${specs} | that file |`],
    ...[...rows, "| anything else | every suite |"],
  ].join("\n");
}

/**
 * The files that differ from where a branch left `ref`: committed, not committed, and new ones.
 * @param {string} ref
 */
export async function changedSince(ref) {
  const [base] = await git(["merge-base", ref, "HEAD"]);
  if (!base) throw new Problem(`git has no common ancestor of HEAD and ${ref}.`);
  const changed = await git(["diff", "--name-only", "--no-renames", "-z", base]);
  const created = await git(["ls-files", "--others", "--exclude-standard", "-z"]);
  return [...new Set([...changed, ...created])].sort();
}

/** The parts of what git prints. @param {string[]} args */
async function git(args) {
  const { code, stdout, output } = await tryRun("git", args);
  if (code !== 0) throw new Problem(`git ${args.join(" ")} failed: ${output.trim()}`);
  return stdout.split(/[\0\n]/).filter(Boolean);
}

/**
 * The suites and files to run after changes, each with the files that chose it; `undefined` is everything.
 * @param {readonly string[]} files
 * @returns {Map<Choice | undefined, string[]>}
 */
export function chosenBy(files) {
  /** @type {Map<Choice | undefined, string[]>} */
  const chosen = new Map();
  for (const file of files) {
    for (const choice of suitesTouchedBy(file) ?? [undefined]) {
      chosen.set(choice, [...(chosen.get(choice) ?? []), file]);
    }
  }
  return chosen;
}
