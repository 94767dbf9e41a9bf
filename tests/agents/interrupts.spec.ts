import type { Chat } from "./chat.js";
import { expect, test } from "./test.js";

const interruptId = "int-call_0_delete_file";
const approval = { [interruptId]: { status: "resolved", payload: { approved: true } } } as const;

async function interrupted(chat: Chat): Promise<void> {
  expect(await chat.send('call delete_file {"path":"/x"}')).toEqual({ outcome: "interrupted" });
}

test("a run that needs approval is interrupted, and says what it waits for", async ({ chat }) => {
  await interrupted(chat);

  const [event, ...more] = await chat.events("ag-ui-interrupt");
  expect(more).toEqual([]);
  expect(event?.detail.interrupts).toMatchObject([
    { id: interruptId, toolCallId: "call_0_delete_file" },
  ]);
  // The call is the server's: it waits, and is neither run nor answered here.
  expect((await chat.messages()).map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(await chat.events("ag-ui-tool-call-error", "ag-ui-run-failed")).toEqual([]);
  expect(await chat.runs()).toHaveLength(1);
});

test("resume() approves, and the agent goes on", async ({ chat }) => {
  await interrupted(chat);

  expect(await chat.resume(approval)).toEqual({ outcome: "finished" });

  expect(await chat.lastReply()).toBe("[delete_file -> deleted /x] done.");
  const runs = await chat.runs();
  expect(runs.map(({ body }) => body.resume)).toEqual([
    undefined,
    [{ interruptId, ...approval[interruptId] }],
  ]);
  expect(await chat.send("thanks")).toEqual({ outcome: "finished" });
});

test("resume() with a cancelled answer lets the agent go on without", async ({ chat }) => {
  await interrupted(chat);

  expect(await chat.resume({ [interruptId]: { status: "cancelled" } })).toEqual({
    outcome: "finished",
  });

  expect(await chat.lastReply()).not.toContain("deleted /x");
  expect((await chat.runs())[1]?.body.resume).toEqual([{ interruptId, status: "cancelled" }]);
});

for (const [what, answers, named] of [
  ["no answer", {}, interruptId],
  [
    "an answer to an interrupt that is not open",
    { ...approval, other: { status: "cancelled" } },
    "other",
  ],
] as const) {
  test(`resume() with ${what} rejects, and sends nothing`, async ({ chat }) => {
    await interrupted(chat);

    await expect(chat.resume(answers)).rejects.toThrow(named);

    expect(await chat.resume(approval)).toEqual({ outcome: "finished" });
    expect(await chat.runs()).toHaveLength(2);
  });
}

test("a message sent while an interrupt is open fails, names resume(), and sends nothing", async ({
  chat,
}) => {
  await interrupted(chat);
  const before = await chat.messages();

  const sent = await chat.send("never mind");

  expect(sent).toMatchObject({
    outcome: "failed",
    error: { message: expect.stringContaining("resume()") },
  });
  expect(await chat.events("ag-ui-run-failed")).toHaveLength(1);
  expect(await chat.messages()).toEqual(before);
  expect(await chat.resume(approval)).toEqual({ outcome: "finished" });
  expect(await chat.runs()).toHaveLength(2);
});

test("a frontend call beside the one that waits is run once, and the agent goes on with both results", async ({
  harness,
  chat,
}) => {
  await harness.evaluate(() =>
    agUi.registerTool({
      name: "look_up",
      description: "Looks something up in the page.",
      schema: {},
      handler: (args) => {
        handled.push(args);
        return "looked up";
      },
    }),
  );
  const sent = await chat.send('call look_up {"n":1} && call delete_file {"path":"/x"}');
  expect(sent).toEqual({ outcome: "interrupted" });

  const waiting = "int-call_1_delete_file";
  const resumed = await chat.resume({ [waiting]: approval[interruptId] });

  expect(resumed).toEqual({ outcome: "finished" });
  expect(await harness.evaluate(() => handled)).toEqual([{ n: 1 }]);
  expect(await chat.lastReply()).toBe("[look_up -> looked up] [delete_file -> deleted /x] done.");
  expect(await chat.runs()).toHaveLength(2);
});

test("resume() with nothing open rejects, and sends nothing", async ({ chat }) => {
  await expect(chat.resume(approval)).rejects.toThrow(/no interrupt/i);

  await chat.send("hello");
  expect(await chat.runs()).toHaveLength(1);
});

test("an interrupting message declines what waits, and is heard in the same request", async ({
  chat,
}) => {
  await interrupted(chat);

  const sent = await chat.send("leave it, and say hello", { interrupt: true });

  expect(sent).toEqual({ outcome: "finished" });
  const runs = await chat.runs();
  expect(runs).toHaveLength(2);
  expect(runs[1]?.body.resume).toEqual([{ interruptId, status: "cancelled" }]);
  expect(await chat.lastReply()).toMatch(/^echo: leave it, and say hello/);
  expect(runs[1]?.shown).toEqual([
    { "user-prompt": 'call delete_file {"path":"/x"}' },
    { call: "delete_file", id: "call_0_delete_file", args: expect.anything() },
    { result: expect.stringMatching(/cancel/i), id: "call_0_delete_file" },
    { "user-prompt": "leave it, and say hello" },
  ]);
  expect(await chat.send("thanks")).toEqual({ outcome: "finished" });
});
