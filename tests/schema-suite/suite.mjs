/**
 * The official JSON-Schema-Test-Suite through the built package, in Node: `npm test -- schemas`, which downloads it, or
 * `JSON_SCHEMA_TEST_SUITE=<folder> node tests/schema-suite/suite.mjs`.
 *
 * What runs is what ships: each schema is registered with a `ToolRegistry` and each value executed by a
 * `ToolExecutionManager`. Our own sample runs beside it. A failure listed in known-failures.json is expected, one that is
 * not fails the run, and so does a listed one that passes.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { wrap } from "./wrap.mjs";

/** @typedef {{ description: string, schema: unknown, tests: { description: string, data: unknown, valid: boolean }[] }} Case */
/** @typedef {{ passed: number, known: number, refused: number, failed: number }} Score */

const root = fileURLToPath(new URL("../..", import.meta.url));
const pkg = process.argv[2] ?? join(root, "pkg");
const official = process.env.JSON_SCHEMA_TEST_SUITE ?? "";
if (!existsSync(join(official, "tests"))) {
  throw new Error(
    `JSON_SCHEMA_TEST_SUITE names no folder with the suite ("${official}"). \`npm test -- schemas\` downloads it.`,
  );
}

const { ToolRegistry, ToolExecutionManager } = await import(
  pathToFileURL(join(pkg, "dist/entries/inline.js")).href
);

/** @type {Record<string, string>} */
const dialects = {
  draft4: "http://json-schema.org/draft-04/schema#",
  draft6: "http://json-schema.org/draft-06/schema#",
  draft7: "http://json-schema.org/draft-07/schema#",
  "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
  "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/** @type {{ everywhere: Record<string, string>, throughThePackage: Record<string, string> }} */
const knownFailures = JSON.parse(
  readFileSync(new URL("known-failures.json", import.meta.url), "utf8"),
);
/** Reasons by the start of a test's name: a file, a case or a test. */
const listed = { ...knownFailures.everywhere, ...knownFailures.throughThePackage };
const listedAndFailing = new Set();
/** @type {string[]} */
const wrong = [];
/** The result of each test, for the summary of `npm test`. @type {{ name: string, error?: string }[]} */
const results = [];
const manager = new ToolExecutionManager();

for (const [draft, dialect] of Object.entries(dialects)) {
  for (const folder of [
    fileURLToPath(new URL(`sample/${draft}`, import.meta.url)),
    join(official, "tests", draft),
  ]) {
    if (!existsSync(folder)) continue;
    const score = await runFolder(folder, draft, dialect);
    const rate = ((100 * score.passed) / (score.passed + score.known + score.failed)).toFixed(2);
    console.log(
      `${draft.padEnd(13)} ${String(score.passed).padStart(5)} passed (${rate} %), ` +
        `${score.known} known failures, ${score.refused} refused by rule, ${score.failed} failed`,
    );
  }
}
for (const name of Object.keys(listed)) {
  if (listedAndFailing.has(name)) continue;
  const error = "is listed as a failure, but passes";
  wrong.push(`${name}: ${error}`);
  results.push({ name, error });
}
const { AG_UI_LIT_TEST_RESULTS } = process.env;
if (AG_UI_LIT_TEST_RESULTS) {
  writeFileSync(AG_UI_LIT_TEST_RESULTS, results.map((each) => JSON.stringify(each)).join("\n"));
}
for (const line of wrong) console.error(`✗ ${line}`);
process.exitCode = wrong.length ? 1 : 0;

/**
 * @param {string} folder
 * @param {string} draft
 * @param {string} dialect
 */
async function runFolder(folder, draft, dialect) {
  /** @type {Score} */
  const score = { passed: 0, known: 0, refused: 0, failed: 0 };
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  for (const file of files.filter((name) => name.endsWith(".json"))) {
    const part = relative(folder, join(folder, file)).replaceAll("\\", "/");
    /** @type {Case[]} */
    const cases = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const example of cases) {
      const name = `${draft}/${part} › ${example.description}`;
      // `format` is an annotation unless asked for: the required part says so, the optional part asks.
      const tool = register(wrap(example.schema, dialect), part.startsWith("optional"));
      for (const test of example.tests) {
        if (tool.refusal && looksOutside(example.schema)) {
          score.refused += 1;
          results.push({ name: `${name} › ${test.description}` });
        } else count(score, `${name} › ${test.description}`, await verdict(tool, test));
      }
    }
  }
  return score;
}

/**
 * @param {unknown} schema
 * @param {boolean} validateFormats
 * @returns {{ tool?: unknown, refusal?: string }}
 */
function register(schema, validateFormats) {
  try {
    const registration = new ToolRegistry().register({
      name: "case",
      description: "A case of the suite.",
      schema,
      metadata: { validateFormats },
      handler: () => "valid",
    });
    return { tool: registration.tool };
  } catch (error) {
    return { refusal: String(error) };
  }
}

/**
 * @param {{ tool?: unknown, refusal?: string }} registered
 * @param {Case["tests"][number]} test
 * @returns {Promise<string | undefined>} what went wrong
 */
async function verdict({ tool, refusal }, { data, valid }) {
  if (refusal) return refusal;
  const result = await manager.execute(tool, "call", { value: data });
  if (result.success === valid) return undefined;
  return result.success ? "was accepted" : result.error.message;
}

/**
 * @param {Score} score
 * @param {string} name
 * @param {string | undefined} fault
 */
function count(score, name, fault) {
  const known = Object.keys(listed).find((entry) => name.startsWith(entry));
  results.push({ name, ...(fault !== undefined && known === undefined && { error: fault }) });
  if (fault === undefined) score.passed += 1;
  else if (known === undefined) {
    score.failed += 1;
    wrong.push(`${name}: ${fault}`);
  } else {
    score.known += 1;
    listedAndFailing.add(known);
  }
}

/**
 * The rule for what is refused: documents outside the schema, also the dialects' own, are never looked up.
 * @param {unknown} schema
 */
function looksOutside(schema) {
  const text = JSON.stringify(schema);
  return text.includes("//localhost:1234") || /"\$ref":"https?:\/\/json-schema\.org\//.test(text);
}
