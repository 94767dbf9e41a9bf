import type { AgentRun } from "./agent-server.js";
import { expect, test } from "./test.js";

test("a call runs the page's handler once, with its arguments, and the agent quotes the result", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(() =>
    agUi.registerTool({
      name: "say_hello",
      description: "Greets somebody.",
      schema: z.object({ greeting: z.string() }),
      handler: (args) => {
        handled.push(args);
        return `greeted: ${args.greeting}`;
      },
    }),
  );

  const sent = await chat.send('call say_hello {"greeting":"Hi"}');

  expect(sent).toEqual({ outcome: "finished" });
  expect(await harness.evaluate(() => handled)).toEqual([{ greeting: "Hi" }]);
  expect(await chat.lastReply()).toBe("[say_hello -> greeted: Hi] done.");
  const runs = await chat.runs();
  expect(runs).toHaveLength(2);
  expect(runs[0]?.body.tools.map(({ name }) => name)).toEqual(["say_hello"]);
  expect(runs[1]?.shown).toEqual([
    { "user-prompt": 'call say_hello {"greeting":"Hi"}' },
    { call: "say_hello", id: "call_0_say_hello", args: '{"greeting":"Hi"}' },
    { result: "greeted: Hi", id: "call_0_say_hello" },
  ]);
  const [started, ended] = await chat.events("ag-ui-tool-call-start", "ag-ui-tool-call-end");
  expect(started?.detail).toEqual({ toolCallId: "call_0_say_hello", toolCallName: "say_hello" });
  expect(ended?.detail).toMatchObject({ toolCallId: "call_0_say_hello", result: "greeted: Hi" });
});

test("several calls run together and are answered in call order, in one follow-up run", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(async () => {
    // Only once b is over, as everybody can see, may a go on.
    const bIsOver = new Promise<void>((resolve) => {
      const agent = document.querySelector("ag-ui-agent");
      agent?.addEventListener("ag-ui-tool-call-end", ({ detail }) => {
        if (detail.toolCallName === "b") resolve();
      });
    });
    await agUi.registerTool({
      name: "a",
      description: "Waits for b.",
      schema: {},
      handler: async () => {
        await bIsOver;
        handled.push("a");
        return "from a";
      },
    });
    await agUi.registerTool({
      name: "b",
      description: "Is quick.",
      schema: {},
      handler: () => {
        handled.push("b");
        return "from b";
      },
    });
  });

  const sent = await chat.send('call a {"n":1} && call b {"n":2}');

  expect(sent).toEqual({ outcome: "finished" });
  expect(await harness.evaluate(() => handled)).toEqual(["b", "a"]);
  expect(await chat.lastReply()).toBe("[a -> from a] [b -> from b] done.");
  const runs = await chat.runs();
  expect(runs).toHaveLength(2);
  expect(rolesAndCalls(runs[1])).toEqual(["user", "assistant", "call_0_a", "call_1_b"]);
});

test("a later turn runs the same call again, though the backend uses its id again", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(() =>
    agUi.registerTool({
      name: "count",
      description: "Counts.",
      schema: {},
      handler: () => handled.push("again"),
    }),
  );

  await chat.send("call count {}");
  await chat.send("call count {}");

  expect(await chat.lastReply()).toBe("[count -> 2] done.");
  const runs = await chat.runs();
  expect(rolesAndCalls(runs.at(-1))).toEqual([
    ...["user", "assistant", "call_0_count", "assistant"],
    ...["user", "assistant", "call_0_count"],
  ]);
});

test("of a frontend and a server call in one message, only the frontend one runs in the page", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(async () => {
    for (const name of ["shown", "server_sum"]) {
      await agUi.registerTool({
        name,
        description: "Runs in the page.",
        schema: {},
        handler: (args, { toolName }) => {
          handled.push([toolName, args]);
          return "in the page";
        },
      });
    }
  });

  const sent = await chat.send('call shown {"x":1} && call server_add {"a":2,"b":3}');

  expect(sent).toEqual({ outcome: "finished" });
  expect(await harness.evaluate(() => handled)).toEqual([["shown", { x: 1 }]]);
  const started = await chat.events("ag-ui-tool-call-start");
  expect(started.map(({ detail }) => detail.toolCallName)).toEqual(["shown", "server_add"]);
  const runs = await chat.runs();
  expect(runs).toHaveLength(2);
  expect(runs[1]?.shown.filter(({ result }) => result)).toEqual([
    { result: "in the page", id: "call_0_shown" },
    { result: "5", id: "call_1_server_add" },
  ]);
});

test("what a handler returns is what the agent reads: nothing as null, an object as JSON", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(async () => {
    const returning = (name: string, value: unknown) =>
      agUi.registerTool({ name, description: "Returns.", schema: {}, handler: async () => value });
    await returning("nothing", undefined);
    await returning("object", { city: "Berlin", degrees: [1, 2.5], "": null });
    await returning("text", 'as "it" is\n');
  });

  const sent = await chat.send("call nothing {} && call object {} && call text {}");

  expect(sent).toEqual({ outcome: "finished" });
  const answers = (await chat.messages()).filter(({ role }) => role === "tool");
  expect(answers.map(({ content }) => content)).toEqual([
    "null",
    '{"city":"Berlin","degrees":[1,2.5],"":null}',
    'as "it" is\n',
  ]);
  expect(answers.filter((answer) => "error" in answer)).toEqual([]);
  expect(await chat.lastReply()).toBe(
    '[nothing -> null] [object -> {"city":"Berlin","degrees":[1,2.5],"":null}] [text -> as "it" is\n] done.',
  );
});

/** A request's messages, each by its role, answers by the call they answer. */
function rolesAndCalls(run: AgentRun | undefined): (string | undefined)[] | undefined {
  return run?.body.messages.map(({ role, toolCallId }) => toolCallId ?? role);
}
