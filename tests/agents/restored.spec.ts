import type { RunMessage } from "./agent-server.js";
import { expect, test } from "./test.js";

const call = (id: string, args: object) => ({
  id,
  type: "function",
  function: { name: "look_up", arguments: JSON.stringify(args) },
});

/** A thread whose page was closed while one of its two calls ran. */
const restored = [
  { id: "u1", role: "user", content: "Look both up." },
  { id: "a1", role: "assistant", toolCalls: [call("c1", { n: 1 }), call("c2", { n: 2 })] },
  { id: "t1", role: "tool", toolCallId: "c1", content: "looked up 1" },
] as unknown as RunMessage[];

test.beforeEach(({ harness }) =>
  harness.evaluate(() =>
    agUi.registerTool({
      name: "look_up",
      description: "Looks something up in the page.",
      schema: { type: "object", properties: { n: { type: "number" } } },
      handler: ({ n }) => {
        handled.push(n);
        return `looked up ${n}`;
      },
    }),
  ),
);

for (const [policy, ran, answer] of [
  ["answer", [], /not known whether the tool ran/],
  ["run", [2], /^looked up 2$/],
  ["offer", [], /not known whether the tool ran/],
] as const) {
  test(`open-calls=${policy}: the agent accepts a restored thread with an open call, and goes on`, async ({
    harness,
    chat,
  }) => {
    await chat.restore(restored, policy);

    expect(await chat.send("And now?")).toEqual({ outcome: "finished" });

    expect(await harness.evaluate(() => handled)).toEqual(ran);
    const [run, ...more] = await chat.runs();
    expect(more).toEqual([]);
    expect(run?.shown.slice(3)).toEqual([
      { result: "looked up 1", id: "c1" },
      { result: expect.stringMatching(answer), id: "c2" },
      { "user-prompt": "And now?" },
    ]);
    expect(await chat.lastReply()).toMatch(/^echo: And now\?/);
  });
}

test("settleOpenCalls() runs a call of a restored thread, and the agent goes on from there", async ({
  harness,
  chat,
}) => {
  await chat.restore(restored, "offer");

  expect(await chat.settleOpenCalls({ c2: { decision: "run" } })).toEqual({ outcome: "finished" });

  expect(await harness.evaluate(() => handled)).toEqual([2]);
  expect(await chat.lastReply()).toBe("[look_up -> looked up 1] [look_up -> looked up 2] done.");
});
