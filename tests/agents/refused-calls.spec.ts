import { expect, type Page, test } from "./test.js";

const schemas = {
  "a zod schema": (page: Page) =>
    page.evaluate(() =>
      agUi.registerTool({
        name: "say_hello",
        description: "Greets somebody.",
        schema: z.object({ greeting: z.string().min(5, "must be a real greeting") }),
        handler: (args) => void handled.push(args),
      }),
    ),
  "a plain JSON Schema": (page: Page) =>
    page.evaluate(() =>
      agUi.registerTool({
        name: "say_hello",
        description: "Greets somebody.",
        schema: {
          type: "object",
          properties: { greeting: { type: "string", minLength: 5 } },
          required: ["greeting"],
        },
        handler: (args) => void handled.push(args),
      }),
    ),
};

for (const [kind, register] of Object.entries(schemas)) {
  test(`arguments that break ${kind} never reach the handler, and the agent reads why`, async ({
    harness,
    chat,
  }) => {
    await register(harness);

    const sent = await chat.send('call say_hello {"greeting":"Hi"}');

    expect(sent).toEqual({ outcome: "finished" });
    expect(await harness.evaluate(() => handled)).toEqual([]);
    const [failed] = await chat.events("ag-ui-tool-call-error");
    expect(failed?.detail.error?.category).toBe("validation");
    const why = failed?.detail.error?.message as string;
    expect(why).toContain("greeting");
    expect(why).toMatch(kind.includes("zod") ? /must be a real greeting/ : /5/);
    const answer = (await chat.messages()).find(({ role }) => role === "tool");
    expect(answer).toMatchObject({ toolCallId: "call_0_say_hello", content: why, error: why });
    expect(await chat.lastReply()).toContain(JSON.stringify(why).slice(1, -1));

    expect(await chat.send('call say_hello {"greeting":"Good day"}')).toEqual({
      outcome: "finished",
    });
    expect(await harness.evaluate(() => handled)).toEqual([{ greeting: "Good day" }]);
  });
}

// pydantic-ai knows which tools it was offered, and refuses any other itself, within the run.
test("a call to a tool that was never offered is answered by the server, and not run in the page", async ({
  harness,
  chat,
}) => {
  const sent = await chat.send('call nobody_has_this {"a":1}');

  expect(sent).toEqual({ outcome: "finished" });
  expect(await chat.runs()).toHaveLength(1);
  expect(await chat.lastReply()).toContain("Unknown tool name: 'nobody_has_this'");
  expect(await chat.events("ag-ui-tool-call-error", "ag-ui-tool-status-changed")).toEqual([]);
  const answers = (await chat.messages()).filter(({ role }) => role === "tool");
  expect(answers.map(({ toolCallId }) => toolCallId)).toEqual(["call_0_nobody_has_this"]);
  expect(await harness.evaluate(() => handled)).toEqual([]);
});

test("a call to a tool that went away during the run is answered with an error that names the others", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(async () => {
    for (const name of ["leaving", "staying"]) {
      await agUi.registerTool({
        name,
        description: "A tool.",
        schema: {},
        handler: (_, { toolName }) => void handled.push(toolName),
      });
    }
    const agent = document.querySelector("ag-ui-agent");
    agent?.addEventListener("ag-ui-tool-call-start", () => agent.unregisterTool("leaving"));
  });

  const sent = await chat.send('call leaving {"a":1}');

  expect(sent).toEqual({ outcome: "finished" });
  expect(await harness.evaluate(() => handled)).toEqual([]);
  const [failed] = await chat.events("ag-ui-tool-call-error");
  expect(failed?.detail).toMatchObject({
    toolCallId: "call_0_leaving",
    error: { code: "unknown_tool", message: expect.stringMatching(/"leaving".*staying/) },
  });
  const runs = await chat.runs();
  expect(runs.map(({ body }) => body.tools.map(({ name }) => name))).toEqual([
    ["leaving", "staying"],
    ["staying"],
  ]);
  expect(runs[1]?.shown.at(-1)).toEqual({
    id: "call_0_leaving",
    result: expect.stringMatching(/There is no tool named .*leaving/),
  });
});

test("the agent reads the message of what a handler throws, whatever it throws", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(async () => {
    const throwing = (name: string, thrown: unknown) =>
      agUi.registerTool({
        name,
        description: "Throws.",
        schema: {},
        handler: () => {
          throw thrown;
        },
      });
    await throwing("an_error", new Error("The printer is on fire."));
    await throwing("a_string", "out of paper");
    await agUi.registerTool({
      name: "later",
      description: "Rejects.",
      schema: {},
      handler: () => Promise.reject(new TypeError("Not a printer.")),
    });
  });

  const sent = await chat.send("call an_error {} && call a_string {} && call later {}");

  expect(sent).toEqual({ outcome: "finished" });
  const failed = await chat.events("ag-ui-tool-call-error");
  expect(failed.map(({ detail }) => detail.error?.message).sort()).toEqual([
    "Not a printer.",
    "The printer is on fire.",
    "out of paper",
  ]);
  const runs = await chat.runs();
  expect(runs).toHaveLength(2);
  expect(runs[1]?.body.messages.flatMap(({ error }) => error ?? [])).toEqual([
    "The printer is on fire.",
    "out of paper",
    "Not a printer.",
  ]);
  expect(await chat.lastReply()).toMatch(
    /an_error -> .*The printer is on fire\..*a_string -> .*out of paper.*later -> .*Not a printer\./,
  );
});

// pydantic-ai answers the call itself, then gives up: its error is for the page, not for the model.
test("arguments the server cannot read end the run with its error, and the next message works", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(() =>
    agUi.registerTool({
      name: "say_hello",
      description: "Greets somebody.",
      schema: {},
      handler: (args) => {
        handled.push(args);
        return "greeted";
      },
    }),
  );

  const sent = await chat.send('call say_hello {"greeting":');

  expect(sent).toMatchObject({ outcome: "failed", error: { code: "backend" } });
  const failures = await chat.events("ag-ui-run-failed");
  expect(failures).toHaveLength(1);
  expect(failures[0]?.detail).toMatchObject({ threadId: chat.threadId, error: sent.error ?? {} });
  expect(sent.error?.message).toContain("say_hello");
  expect(await harness.evaluate(() => handled)).toEqual([]);
  expect(await chat.runs()).toHaveLength(1);

  expect(await chat.send('call say_hello {"greeting":"Hi"}')).toEqual({ outcome: "finished" });
  expect(await chat.lastReply()).toBe("[say_hello -> greeted] done.");
  expect(await harness.evaluate(() => handled)).toEqual([{ greeting: "Hi" }]);
});
