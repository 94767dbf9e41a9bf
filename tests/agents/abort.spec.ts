import { expect, test } from "./test.js";

test("abort() in a slow handler aborts its signal, answers the call as cancelled, and starts no further run", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(() =>
    agUi.registerTool({
      name: "slow",
      description: "Never ends by itself.",
      schema: {},
      handler: (_, { signal }) => {
        handled.push("began");
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            handled.push("aborted");
            reject(signal.reason);
          });
        });
      },
    }),
  );
  await chat.begin("call slow {}");
  await harness.waitForFunction(() => handled.includes("began"));

  await chat.abort();

  expect(await chat.ended()).toEqual({ outcome: "aborted" });
  expect(await harness.evaluate(() => handled)).toEqual(["began", "aborted"]);
  const [, , answer, ...more] = await chat.messages();
  expect(more).toEqual([]);
  expect(answer).toMatchObject({
    role: "tool",
    toolCallId: "call_0_slow",
    content: expect.stringMatching(/cancel/i),
    error: expect.stringMatching(/cancel/i),
  });
  const states = await chat.events("ag-ui-tool-status-changed");
  expect(states.at(-1)?.detail.status).toBe("cancelled");
  expect(await chat.events("ag-ui-run-failed")).toEqual([]);
  expect(await chat.events("ag-ui-run-finalized")).toHaveLength(1);

  // A run started after the abort would have come before this one.
  expect(await chat.send("and now?")).toEqual({ outcome: "finished" });
  const runs = await chat.runs();
  expect(runs).toHaveLength(2);
  expect(runs[1]?.shown).toEqual([
    { "user-prompt": "call slow {}" },
    { call: "slow", id: "call_0_slow", args: "{}" },
    { result: expect.stringMatching(/cancel/i), id: "call_0_slow" },
    { "user-prompt": "and now?" },
  ]);
  expect(await chat.lastReply()).toMatch(/^echo: and now\?/);
});

test("abort() answers at once, also when the handler ignores its signal, and drops its late result", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(async () => {
    const finished = new Promise((resolve) => {
      globalThis.addEventListener("finish", resolve, { once: true });
    });
    await agUi.registerTool({
      name: "deaf",
      description: "Does not listen.",
      schema: {},
      handler: async () => {
        handled.push("began");
        await finished;
        handled.push("ended");
        return "too late";
      },
    });
    await agUi.registerTool({
      name: "quick",
      description: "Is done already.",
      schema: {},
      handler: () => "quick result",
    });
  });
  await chat.begin("call quick {} && call deaf {}");
  await harness.waitForFunction(() => handled.includes("began"));
  await chat.abort();

  expect(await chat.ended()).toEqual({ outcome: "aborted" });
  const answers = (await chat.messages()).filter(({ role }) => role === "tool");
  expect(answers.map(({ content }) => content)).toEqual([
    "quick result",
    expect.stringMatching(/cancel/i),
  ]);

  await harness.evaluate(() => globalThis.dispatchEvent(new Event("finish")));
  await harness.waitForFunction(() => handled.includes("ended"));
  expect((await chat.messages()).filter(({ role }) => role === "tool")).toEqual(answers);
  expect(await chat.runs()).toHaveLength(1);
});
