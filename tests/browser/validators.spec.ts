/** Who validates a plain JSON Schema: the package's module, or a validator of the page's own. */
import { expect, test } from "../support/test.js";

const adapters = ["AjvJsonSchemaValidator", "CfWorkerJsonSchemaValidator"] as const;

for (const adapter of adapters) {
  test(`${adapter} of the MCP SDK validates, as it is, in the place of the module`, async ({
    page,
    backend,
  }) => {
    const files: string[] = [];
    page.on("request", (request) => files.push(new URL(request.url()).pathname));
    await page.goto(backend.origin);
    const seen = await page.evaluate(async (adapter) => {
      await load("mcp");
      await agUi.init({ validator: new mcp[adapter]() });
      const schema = {
        type: "object",
        properties: { city: { type: "string" }, days: { type: "integer", minimum: 1 } },
        required: ["city"],
      };
      const handler = ({ city, days }: Record<string, unknown>) => `${city} ${days}`;
      const given = { name: "weather", description: "Tells the weather.", schema, handler };
      const { tool } = new agUi.ToolRegistry().register(given);
      const manager = new agUi.ToolExecutionManager();
      const reader = manager.readArguments(tool);
      reader.push('{"days": 0, ');
      const isInvalidBeforeTheEnd = reader.isInvalid;
      reader.push('"city": "Rome"}');
      const checked = await manager.check(tool, { city: "Rome", days: 2 });
      const errorOf = async (args: string | typeof reader) => {
        const outcome = await manager.execute(tool, "1", args);
        if (outcome.success) return outcome.result;
        const { category, message, validationErrors } = outcome.error;
        return { category, message, validationErrors };
      };
      return {
        good: await errorOf('{"city": "Rome", "days": 3}'),
        bad: await errorOf('{"city": "Rome", "days": 0}'),
        unreadable: await errorOf('{"city": '),
        streamed: await errorOf(reader),
        isInvalidBeforeTheEnd,
        approved: await manager.execute(tool, "2", checked),
        parameters: tool.parameters,
      };
    }, adapter);

    expect(seen.good).toBe("Rome 3");
    for (const refused of [seen.bad, seen.streamed]) {
      expect(refused).toMatchObject({
        category: "validation",
        message: expect.stringContaining("don't match the tool's schema"),
        // The adapter's words, as it gave them.
        validationErrors: [{ path: [], message: expect.stringContaining("days") }],
      });
    }
    expect(seen.unreadable).toMatchObject({ category: "validation" });
    expect(seen.isInvalidBeforeTheEnd).toBe(false);
    expect(seen.approved).toMatchObject({ success: true, result: "Rome 2" });
    expect(seen.parameters).toMatchObject({ required: ["city"] });
    expect(files.filter((file) => file.includes("json_schema"))).toEqual([]);
  });
}

test("what a provider can't use is a fault of the definition; what goes wrong while it validates is a refusal", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    const circle: { valid?: unknown } = {};
    const answers: Record<string, unknown> = {
      nothing: undefined,
      text: "yes",
      half: { valid: "true" },
      silent: { valid: false },
      made: { valid: true, data: { a: 2 } },
    };
    Object.defineProperty(circle, "valid", {
      get() {
        throw new Error("A getter's own.");
      },
    });
    answers.getter = circle;
    await agUi.init({
      validator: {
        getValidator({ title }) {
          if (title === "refused") throw new Error("A schema I don't know.");
          if (title === "none") return undefined as never;
          return () => {
            if (title === "thrown") throw new Error("Broken.");
            if (title === "promise") return Promise.reject(new Error("Late.")) as never;
            return answers[String(title)] as never;
          };
        },
      },
    });
    const registry = new agUi.ToolRegistry();
    const register = (title: string) =>
      registry.register(
        {
          name: "it",
          description: "It.",
          schema: { title },
          handler: ({ a }) => a,
        },
        { replace: true },
      );
    const faultsOf = (title: string) => {
      try {
        register(title);
        return [];
      } catch (thrown) {
        const { issues } = thrown as InstanceType<typeof agUi.ToolDefinitionError>;
        return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
      }
    };
    const outcomes: Record<string, string> = {};
    for (const title of ["thrown", "promise", ...Object.keys(answers)]) {
      const { tool } = register(title);
      const outcome = await new agUi.ToolExecutionManager().execute(tool, "1", { a: 1 });
      outcomes[title] = outcome.success
        ? `ran: ${outcome.result}`
        : `${outcome.error.category}: ${outcome.error.message}`;
    }
    return { refused: faultsOf("refused"), none: faultsOf("none"), outcomes };
  });

  expect(seen.refused).toEqual([
    "schema: can't be used by the page's validator: A schema I don't know.",
  ]);
  expect(seen.none).toEqual([
    expect.stringMatching(/^schema: .*getValidator\(\).* not a function/),
  ]);
  const unchecked = "validation: The tool's schema could not check the arguments: ";
  expect(seen.outcomes).toEqual({
    thrown: `${unchecked}the page's validator threw: Error: Broken.`,
    getter: `${unchecked}the page's validator threw: Error: A getter's own.`,
    promise: expect.stringContaining(`${unchecked}the page's validator answered with a promise`),
    nothing: expect.stringContaining(`${unchecked}the page's validator answered undefined`),
    text: expect.stringContaining(`${unchecked}the page's validator answered yes`),
    half: expect.stringContaining(`${unchecked}the page's validator answered`),
    silent: expect.stringMatching(/^validation: The arguments don't match.*does not say why/s),
    made: "ran: 2",
  });
});

test("the last provider counts for the tools that are defined from then on, and each tool keeps its validator", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const provider = (errorMessage: string) => ({
      getValidator: () => () => ({ valid: false, errorMessage }),
    });
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const define = (name: string) =>
      registry.register({ name, description: "It.", schema: { required: ["a"] }, handler: () => 1 })
        .tool;
    const byModule = define("by_module");
    await agUi.init({ validator: provider("first") });
    const byFirst = define("by_first");
    await agUi.init();
    const stillByFirst = define("still_by_first");
    await agUi.init({ validator: provider("second") });
    const bySecond = define("by_second");
    await agUi.init({ validator: false });
    const byModuleAgain = define("by_module_again");
    const tools = [byModule, byFirst, stillByFirst, bySecond, byModuleAgain];
    return Promise.all(
      tools.map(async (tool) => {
        const outcome = await manager.execute(tool, "1", {});
        return outcome.success || outcome.error.validationErrors?.[0]?.message;
      }),
    );
  });
  expect(seen).toEqual([
    expect.stringContaining("missing"),
    "first",
    "first",
    "second",
    expect.stringContaining("missing"),
  ]);
});

test("a validator that is none is refused with a TypeError that says what is taken", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const messages = await page.evaluate(() =>
    Promise.all(
      [true, {}, null, () => ({ valid: true })].map((validator) =>
        agUi.init({ validator: validator as never }).then(String, String),
      ),
    ),
  );
  for (const message of messages) {
    expect(message).toMatch(
      /^TypeError: ag-ui-lit: init\({ validator }\) takes false, or an object/,
    );
  }
});

test("an approval's check is the only validation, and a reader's the only reading", async ({
  page,
  backend,
}) => {
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    let validations = 0;
    await agUi.init({
      validator: {
        getValidator: () => (input) => {
          validations += 1;
          return { valid: true, data: input };
        },
      },
    });
    const schema = { type: "object" };
    const given: unknown[] = [];
    const { tool } = new agUi.ToolRegistry().register({
      name: "it",
      description: "It.",
      schema,
      handler: (args) => void given.push(args),
    });
    const manager = new agUi.ToolExecutionManager();
    const reader = manager.readArguments(tool);
    for (const delta of ['{"a"', ": [1,", "2]}"]) reader.push(delta);
    const checked = await manager.check(tool, reader);
    const afterCheck = validations;
    await manager.execute(tool, "1", checked);
    const another = new agUi.ToolExecutionManager();
    await another.execute(tool, "1", checked);
    return { afterCheck, validations, given, args: checked.args, value: checked.value };
  });
  expect(seen).toEqual({
    afterCheck: 1,
    // The other manager has not checked them.
    validations: 2,
    given: [{ a: [1, 2] }, { a: [1, 2] }],
    args: { a: [1, 2] },
    value: { a: [1, 2] },
  });
});
