import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

test("document events register and unregister with every connected registry once", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const one = openAgent("/nowhere");
    const two = openAgent("/nowhere");
    const shared = openAgent("/nowhere");
    shared.registry = one.registry;
    const rejected = record(document, "ag-ui-tool-", ["rejected"]);
    const send = async (type: string, detail: unknown) => {
      document.dispatchEvent(new CustomEvent(type, { detail }));
      await turn();
    };
    const tool = { name: "one", description: "One.", schema: {}, handler: () => 1 };
    await send("ag-ui-tool-register", tool);
    const registered = [one.registry.names, two.registry.names];
    await send("ag-ui-tool-register", tool);
    const duplicates = rejected.length;
    await send("ag-ui-tool-register", { name: "bad name" });
    await send("ag-ui-tool-register", null);
    await send("ag-ui-tool-unregister", "one");
    const unregistered = [one.registry.names, two.registry.names];
    two.remove();
    await send("ag-ui-tool-register", tool);
    const afterRemoval = [one.registry.names, two.registry.names];
    return {
      registered,
      duplicates,
      unregistered,
      afterRemoval,
      rejected: rejected.map(({ detail }) => [detail.name, detail.error.name]),
    };
  });
  expect(seen.registered).toEqual([["one"], ["one"]]);
  expect(seen.duplicates).toBe(2);
  expect(seen.unregistered).toEqual([[], []]);
  expect(seen.afterRemoval).toEqual([["one"], []]);
  expect(seen.rejected).toEqual([
    ["one", "ToolDefinitionError"],
    ["one", "ToolDefinitionError"],
    ["bad name", "ToolDefinitionError"],
    ["bad name", "ToolDefinitionError"],
    [undefined, "ToolDefinitionError"],
    [undefined, "ToolDefinitionError"],
  ]);
});

test("a tool goes by its id for document events and for the element as well", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const agent = openAgent("/nowhere");
    const send = async (type: string, detail: unknown) => {
      document.dispatchEvent(new CustomEvent(type, { detail }));
      await turn();
      return agent.registry.names;
    };
    const rejected = record(document, "ag-ui-tool-", ["rejected"]);
    const tool = { name: "one", description: "One.", schema: {}, handler: () => 1 };
    const id = "server::one";
    const names = [
      await send("ag-ui-tool-register", { ...tool, id }),
      await send("ag-ui-tool-register", { ...tool, name: "two", id }),
      await send("ag-ui-tool-unregister", "server::two"),
      await send("ag-ui-tool-unregister", id),
      await send("define-tool", { ...tool, schema: undefined, parameters: z.object({}), id }),
      await send("ag-ui-tool-unregister", { id }),
      await send("ag-ui-tool-register", { ...tool, id }),
    ];
    const removed = [agent.unregisterTool(id), agent.unregisterTool(id)];
    const faults = rejected.map(({ detail }) => detail.error.issues);
    return { names, removed, faults };
  });
  expect(seen.names).toEqual([["one"], ["one"], ["one"], [], ["one"], [], ["one"]]);
  expect(seen.removed).toEqual([true, false]);
  expect(seen.faults).toEqual([[{ path: ["id"], message: 'is the id of the tool "one"' }]]);
});

test("the older define-tool event is understood, and replaces", async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    const agent = openAgent("/nowhere");
    for (const description of ["First.", "Second."]) {
      const parameters = z.object({ greeting: z.string() });
      const detail = { name: "say_hello", description, parameters, handler: () => "hi" };
      document.dispatchEvent(new CustomEvent("define-tool", { detail }));
    }
    await turn();
    return agent.registry.toAgUiTools();
  });
  expect(seen).toMatchObject([
    { name: "say_hello", description: "Second.", parameters: { required: ["greeting"] } },
  ]);
});
