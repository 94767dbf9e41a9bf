/**
 * What schemas cost in the built package, in Node: `node tests/schema-suite/cost.mjs [path of pkg]`.
 * Prints milliseconds; compare ratios, not absolutes.
 */
import { pathToFileURL } from "node:url";

const pkg = process.argv[2] ?? new URL("../../pkg", import.meta.url).pathname;
const { ToolRegistry, ToolExecutionManager } = await import(
  pathToFileURL(`${pkg}/dist/entries/inline.js`).href
);

/**
 * A tool's schema as an author writes one: no two alike.
 * @param {number} index
 * @param {boolean} withPattern
 */
function schemaOf(index, withPattern) {
  return {
    type: "object",
    properties: {
      [`id${index}`]: { type: "string", maxLength: 40 + index },
      kind: { enum: ["a", "b", `c${index}`] },
      when: { type: "string", format: "date-time" },
      tags: { type: "array", items: { $ref: "#/$defs/tag" }, maxItems: index + 1 },
      ...(withPattern && {
        code: { type: "string", pattern: `^[A-Z]{2}-\\d{${(index % 8) + 1}}$` },
      }),
    },
    required: ["kind"],
    additionalProperties: false,
    $defs: { tag: { type: "string", minLength: 1 } },
  };
}

/** @param {() => unknown} run */
async function millis(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** @param {boolean} withPattern */
async function measure(withPattern) {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager();
  /** @param {number} index */
  const register = (index) =>
    registry.register({
      name: `tool_${index}`,
      description: "Does something.",
      schema: schemaOf(index, withPattern),
      handler: () => "done",
    });
  /** @param {number} index */
  const execute = (index) =>
    manager.execute(registry.get(`tool_${index}`), `call_${index}`, '{"kind":"a","tags":["x"]}');

  const rows = {
    "first registration": await millis(() => register(0)),
    "the next 199": await millis(() => {
      for (let index = 1; index < 200; index += 1) register(index);
    }),
    "first validation": await millis(() => execute(0)),
    "second validation, same tool": await millis(() => execute(0)),
    "first validation of another tool": await millis(() => execute(1)),
    "first validations of 100 more": await millis(async () => {
      for (let index = 100; index < 200; index += 1) await execute(index);
    }),
    "100 repeated validations": await millis(async () => {
      for (let index = 100; index < 200; index += 1) await execute(index);
    }),
  };
  return rows;
}

const plain = await measure(false);
const patterns = await measure(true);
const again = await measure(false);
for (const name of Object.keys(plain)) {
  const figures = [plain, patterns, again].map((rows) =>
    rows[/** @type {keyof typeof plain} */ (name)].toFixed(2).padStart(9),
  );
  console.log(`${name.padEnd(36)}${figures.join("")}`);
}
console.log("columns: plain, cold · with a pattern each · plain, warm");
