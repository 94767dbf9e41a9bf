import { expect, test } from "./test.js";

test("two elements hold two threads at once, and neither sees the other's calls", async ({
  harness,
  openChat,
}) => {
  const [one, other] = [await openChat(), await openChat()];
  await harness.evaluate(async () => {
    // Both handlers run before either returns: the threads really overlap.
    let arrive = (): void => {};
    const bothAreHere = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await agUi.registerTool({
      name: "meet",
      description: "Waits until both threads are here.",
      schema: z.object({ me: z.string() }),
      handler: async ({ me }) => {
        if (handled.push(me) === 2) arrive();
        await bothAreHere;
        return `met as ${me}`;
      },
    });
  });

  await one.begin('call meet {"me":"one"}');
  await other.begin('call meet {"me":"other"}');

  expect(await one.ended()).toEqual({ outcome: "finished" });
  expect(await other.ended()).toEqual({ outcome: "finished" });
  for (const [chat, name] of [
    [one, "one"],
    [other, "other"],
  ] as const) {
    expect(await chat.lastReply()).toBe(`[meet -> met as ${name}] done.`);
    const runs = await chat.runs();
    expect(runs).toHaveLength(2);
    expect(runs[1]?.body.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(await chat.events("ag-ui-tool-call-end")).toHaveLength(1);
  }
  expect(await harness.evaluate(() => [...handled].sort())).toEqual(["one", "other"]);
});
