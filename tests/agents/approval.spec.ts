import { expect, test } from "./test.js";

const answers = {
  approve: { decision: "approve" },
  "approve with other arguments": { decision: "approve", args: { amount: 4 } },
  decline: { decision: "decline", reason: "Too dear." },
} as const;

const replies = {
  approve: "[pay -> paid 5] done.",
  "approve with other arguments":
    '[pay -> The user changed the arguments before the tool ran: {"amount":4}\npaid 4] done.',
  decline: "The user declined: the tool was not run. Their reason: Too dear.",
} as const;

for (const what of ["approve", "approve with other arguments", "decline"] as const) {
  test(`a person may ${what}, and the model reads what came of it`, async ({ harness, chat }) => {
    await harness.evaluate(async (answer) => {
      await agUi.registerTool({
        name: "pay",
        description: "Pays an amount.",
        schema: z.object({ amount: z.number() }),
        handler: (args) => {
          handled.push(args);
          return `paid ${args.amount}`;
        },
        metadata: { approval: "always" },
      });
      document.addEventListener("ag-ui-approval-request", ({ target, detail }) => {
        const agent = target as HTMLElementTagNameMap["ag-ui-agent"];
        void agent.respondToApproval(detail.toolCallId, answer);
      });
    }, answers[what]);

    const sent = await chat.send('call pay {"amount":5}');

    expect(sent).toEqual({ outcome: "finished" });
    expect(await chat.lastReply()).toContain(replies[what]);
    expect(await harness.evaluate(() => handled.length)).toBe(what === "decline" ? 0 : 1);
    expect(await chat.runs()).toHaveLength(2);
  });
}
