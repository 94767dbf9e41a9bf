/** The packed package in the projects' own test runners: a tool runs, and nothing is printed once a test has ended. */
import { blockNamed, readBlocks } from "../support/readme/blocks.js";
import { type Consumer, expect, testOf } from "./consumer.js";

const test = testOf("test-runners");

test.describe.configure({ mode: "default" }); // one installation serves the whole file

/** What the runners and Lit print of themselves. */
const ofTheirOwn =
  /ExperimentalWarning: VM Modules|node --trace-warnings|Lit is in dev mode|^stderr \||^\s*$/;

for (const environment of ["node", "jsdom"]) {
  test(`Vitest in ${environment} runs a tool without configuration`, async ({ consumer }) => {
    await consumer.write(
      "vitest.config.js",
      'export default { test: { include: ["*.vitest.js"] } };\n',
    );
    const said = await consumer.node(
      ...["node_modules/vitest/vitest.mjs", "run", "--no-color", `${environment}.vitest`],
    );
    expect(said.code, said.stdout + said.stderr).toBe(0);
    expect(strayLines(said.stderr)).toEqual([]);
    expect(said.stdout).toContain(environment === "node" ? "1 passed" : "2 passed");
    expect(said.stdout).not.toContain("Unhandled");
  });
}

test("Jest with jsdom runs a tool in modules as they are published", async ({ consumer }) => {
  const config = { testEnvironment: "jsdom", testMatch: ["**/*.jest.js"], transform: {} };
  await consumer.write("modules.config.json", JSON.stringify(config));
  await runJest(consumer, "modules", "--experimental-vm-modules");
});

test("jest-config: Jest with jsdom runs a tool where Babel makes CommonJS of modules", async ({
  consumer,
}) => {
  const { code } = blockNamed(readBlocks(), "jest-config");
  const babel = '{ plugins: ["@babel/plugin-transform-modules-commonjs"] }';
  await consumer.write("readme.config.js", code);
  await consumer.write(
    "commonjs.config.mjs",
    `import config from "./readme.config.js";
     export default {
       ...config,
       testMatch: ["**/*.jest.js"],
       transform: { "\\\\.js$": ["babel-jest", ${babel}] },
     };`,
  );
  await runJest(consumer, "commonjs");
});

async function runJest(consumer: Consumer, name: string, ...nodeOptions: string[]): Promise<void> {
  const config = name === "modules" ? "modules.config.json" : "commonjs.config.mjs";
  const jest = ["node_modules/jest/bin/jest.js", "--config", config, "--no-cache"];
  const said = await consumer.node(...nodeOptions, ...jest, `${name}.jest`);
  expect(said.code, said.stdout + said.stderr).toBe(0);
  expect(said.stderr).toContain("2 passed, 2 total");
  expect(said.stdout).toBe("");
  // Jest's own report, and nothing of a page after its end.
  expect(said.stderr).not.toMatch(
    /console\.|ReferenceError|Cannot log|did not exit|import a file after/,
  );
}

function strayLines(text: string): string[] {
  return text.split("\n").filter((line) => !ofTheirOwn.test(line));
}
