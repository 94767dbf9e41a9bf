/** What throws in code of the page that the package calls is reported as a browser reports it, and changes nothing else. */
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

test("a listener that throws or re-enters changes no execution", async ({
  harness,
  complaints,
}) => {
  const seen = await harness.evaluate(async () => {
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const inner: Promise<unknown>[] = [];
    const { tool } = registry.register({
      name: "it",
      description: "It.",
      schema: {},
      handler: () => {
        registry.unregister("it");
        registry.register({ name: "it", description: "New.", schema: {}, handler: () => "new" });
        return "old";
      },
    });
    let depth = 0;
    for (const type of ["started", "validating", "executing", "succeeded"] as const) {
      manager.addEventListener(`tool-execution-${type}`, () => {
        if (depth < 3) {
          depth += 1;
          inner.push(manager.execute(tool, "inner", {}));
        }
        throw new Error(`from ${type}`);
      });
    }
    const result = await manager.execute(tool, "outer", {});
    return { result, inner: await Promise.all(inner), now: registry.get("it")?.description };
  });
  expect(seen.result).toMatchObject({ success: true, result: "old" });
  expect(seen.inner).toHaveLength(3);
  for (const result of seen.inner) expect(result).toMatchObject({ success: true });
  expect(seen.now).toBe("New.");
  expect(complaints.splice(0).every((text) => text.includes("from "))).toBe(true);
});

test("a watcher that throws is reported as an event's listener is, and stops nobody", async ({
  harness,
  complaints,
}) => {
  const seen = await harness.evaluate(() => {
    const reader = new agUi.ArgumentsReader();
    const told: unknown[] = [];
    reader.push('{"a": "x');
    reader.on(["a"], () => {
      throw new Error("of the page");
    });
    reader.on(["a"], ({ value }) => told.push(value));
    reader.push('y"}');
    return [told, reader.end(), reader.value];
  });
  expect(seen).toEqual([["x", "xy"], true, { a: "xy" }]);
  expect(complaints.splice(0)).toEqual(Array(2).fill("uncaught: of the page"));
});
