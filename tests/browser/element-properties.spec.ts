import { run, text } from "../support/backend.js";
import { expect, test } from "../support/test.js";

test.use({ sharesPage: true });

const done = run(...text("m1", "Done."));

test("setting thread-id to what it is keeps the thread", async ({ harness, backend }) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    await element.sendMessage("Go");
    const { threadId } = element;
    element.threadId = threadId;
    return [element.threadId === threadId, element.messages.length];
  }, agent.url);
  expect(seen).toEqual([true, 2]);
});

test("a registry or manager of undefined or null means the default", async ({ harness }) => {
  const seen = await harness.evaluate(() => {
    const element = openAgent("/nowhere");
    const own = document.createElement("ag-ui-agent").manager;
    element.manager = own;
    const kept = element.manager === own;
    const fallen = [undefined, null].map((nothing) => {
      element.registry = nothing;
      element.manager = nothing;
      return (
        element.registry === agUi.globalToolRegistry &&
        element.manager instanceof agUi.ToolExecutionManager &&
        element.manager !== own
      );
    });
    return [kept, ...fallen];
  });
  expect(seen).toEqual([true, true, true]);
});

test("what is set before the element is defined is seen at once", async ({ harness, backend }) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(async (url) => {
    const inert = document.implementation.createHTMLDocument("");
    const element = inert.createElement("ag-ui-agent");
    const registry = new agUi.ToolRegistry();
    element.setAttribute("thread-id", "given");
    Object.assign(element, {
      url,
      maxRounds: 2,
      limits: { messages: 50 },
      headers: { "x-early": "1" },
      registry,
      messages: [{ id: "u0", role: "user", content: "Before" }],
    });
    document.adoptNode(element);
    customElements.upgrade(element);
    const early = [
      element.url === url,
      element.maxRounds,
      element.limits.messages,
      element.threadId,
      element.registry === registry,
    ];
    document.body.append(element);
    await element.sendMessage("Go");
    return { early, contents: element.messages.map((message) => message.content) };
  }, agent.url);
  expect(seen).toEqual({
    early: [true, 2, 50, "given", true],
    contents: ["Before", "Go", "Done."],
  });
  expect(agent.requests[0]?.headers["x-early"]).toBe("1");
  expect(agent.requests[0]?.threadId).toBe("given");
});

test("headers may be a Headers object, and those of the protocol are not the page's", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  await harness.evaluate(async (url) => {
    const element = openAgent(url);
    element.headers = new Headers({ "x-one": "1" });
    await element.sendMessage("One");
    element.headers = { "x-two": undefined, "Content-Type": "text/plain", "x-three": "3" };
    await element.sendMessage("Two");
  }, agent.url);
  expect(agent.requests.map(({ headers }) => [headers["x-one"], headers["x-three"]])).toEqual([
    ["1", undefined],
    [undefined, "3"],
  ]);
  for (const { headers } of agent.requests)
    expect(headers["content-type"]).toBe("application/json");
});

for (const [what, name, value] of [
  ["name", "bad name", "1"],
  ["value", "x-bad", "1\r\n2"],
  ["value", "x-bad", "ü€"],
] as const) {
  test(`a header with the ${what} ${JSON.stringify(what === "name" ? name : value)} is named in the failure, and nothing is sent`, async ({
    harness,
    backend,
  }) => {
    const agent = backend.script(done);
    const seen = await harness.evaluate(
      async ([url, bad, text]) => {
        const element = openAgent(url);
        element.headers = { [bad]: text };
        const first = await element.sendMessage("Go");
        element.headers = {};
        return [first.outcome, first.error?.message, (await element.sendMessage("Go")).outcome];
      },
      [agent.url, name, value] as const,
    );
    expect(seen).toEqual(["failed", expect.stringContaining(`"${name}"`), "finished"]);
    expect(agent.requests).toHaveLength(1);
  });
}

test("what is neither text nor parts is refused before it gets into the thread", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(done);
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const refused = await element.sendMessage(null as never).catch((error: Error) => error.name);
    return [refused, (await element.sendMessage("Go")).outcome];
  }, agent.url);
  expect(seen).toEqual(["TypeError", "finished"]);
});

test("a core that can't be loaded is told as that", async ({ page, backend, complaints }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto(backend.origin);
  const seen = await page.evaluate(async () => {
    const { error, outcome } = await openAgent("/agent").sendMessage("Go");
    return { outcome, code: error?.code, message: error?.message };
  });
  expect(seen).toMatchObject({ outcome: "failed", code: "network" });
  expect(seen.message).toContain("The tool core could not be loaded");
  complaints.splice(0);
});
