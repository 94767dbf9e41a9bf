import { expect, test } from "../support/test.js";

test("an element that moves to another document hears that one, and no longer the first", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const register = async (target: Document, name: string) => {
      const detail = { name, description: "A tool.", schema: {}, handler: () => 1 };
      target.dispatchEvent(new CustomEvent("ag-ui-tool-register", { detail }));
      await turn();
    };
    const frame = document.createElement("iframe");
    document.body.append(frame);
    const inner = frame.contentDocument as Document;
    const moved = openAgent("/nowhere");
    inner.body.append(moved);
    await register(document, "outside");
    await register(inner, "inside");
    const names = [...moved.registry.names];
    moved.remove();
    await register(inner, "after_removal");
    const adopted = openAgent("/nowhere");
    inner.adoptNode(adopted);
    await register(document, "after_adoption");
    return [names, moved.registry.names, adopted.registry.names];
  });
  expect(seen).toEqual([["inside"], ["inside"], []]);
});

test("a define-tool whose definition can't be read is rejected, and nothing is thrown", async ({
  harness,
}) => {
  const seen = await harness.evaluate(async () => {
    const agent = openAgent("/nowhere");
    const rejected = record(document, "ag-ui-tool-", ["rejected"]);
    const detail = {
      name: "broken",
      get parameters(): unknown {
        throw new Error("not today");
      },
    };
    document.dispatchEvent(new CustomEvent("define-tool", { detail }));
    await turn();
    return {
      names: agent.registry.names,
      rejected: rejected.map(({ detail }) => [detail.name, detail.error.name]),
    };
  });
  expect(seen).toEqual({ names: [], rejected: [["broken", "ToolDefinitionError"]] });
});
