/** axe finds nothing in a chat, however it is looked at; and its layout holds. */
import type { Page } from "@playwright/test";
import { run, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { LiveReply, openChat } from "./chats.js";
import { axeFindings } from "./demo-page-checks.js";

const thread = [
  { id: "1", role: "user", content: "Which one is cheaper? מה זול יותר?" },
  { id: "2", role: "reasoning", content: "I compare." },
  { id: "3", role: "assistant", content: "The **first** one.\n\nIt costs 5." },
  {
    id: "4",
    role: "user",
    content: [{ type: "document", source: { type: "data", value: "AA", mimeType: "a/b" } }],
  },
  { id: "5", role: "assistant", content: "Thank you." },
];

const looks = [
  { name: "light", width: 1440, height: 900 },
  { name: "dark", width: 1440, height: 900, scheme: "dark" },
  { name: "dark on a phone", width: 390, height: 844, scheme: "dark" },
  { name: "right to left", width: 390, height: 844, dir: "rtl" },
  { name: "400 %", width: 320, height: 256 },
  { name: "forced colours", width: 768, height: 900, forced: true },
] as const;

for (const { name, width, height, ...look } of looks) {
  test(`${name}: empty, done, running, failed, editing, asking`, async ({
    harness,
    backend,
    complaints,
  }) => {
    const live = new LiveReply();
    await harness.setViewportSize({ width, height });
    const colorScheme = "scheme" in look ? look.scheme : "light";
    const forcedColors = "forced" in look ? "active" : "none";
    await harness.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" });
    await openChat(harness, { url: backend.script(live.reply).url, attributes: { feedback: "" } });
    await harness.evaluate(
      ([scheme, dir]) => {
        document.documentElement.style.colorScheme = scheme;
        document.documentElement.dir = dir;
      },
      [colorScheme, "dir" in look ? look.dir : "ltr"] as const,
    );
    await check(harness, "empty");
    await harness.evaluate(async (messages) => {
      agent.messages = messages as never;
      await rendered();
    }, thread);
    await check(harness, "done");
    await harness.evaluate(() => void agent.sendMessage("And the other?"));
    await live.send({ type: "STEP_STARTED", stepName: "compare" });
    await live.text("6", "It costs", true);
    await expect(harness.getByRole("article").last()).toContainText("It costs");
    await check(harness, "running");
    await live.fail("Out of quota.");
    await expect(harness.getByRole("button", { name: "Try again" })).toBeVisible();
    await harness.getByText("Details of the error").click();
    await check(harness, "failed");
    const row = harness.getByRole("article", { name: "You" }).first();
    await row.focus();
    await row.getByRole("button", { name: "Edit" }).click();
    await check(harness, "editing");
    const asking = backend.script(run(...toolCall("c1", "pay", '{"amount":5}', "m")));
    await harness.evaluate(async (url) => {
      agent.url = url;
      await agent.registerTool({
        name: "pay",
        description: "Pays a bill.",
        schema: { type: "object", title: "Pay a bill", properties: { amount: { type: "number" } } },
        handler: () => "Paid.",
        metadata: { approval: "always" },
      });
      void agent.sendMessage("Pay 5");
      await eventOf(agent, "ag-ui-approval-request");
      await rendered();
    }, asking.url);
    await check(harness, "an approval is open");
    await harness.evaluate(() => agent.abort());
    complaints.splice(0);
  });
}

async function check(page: Page, state: string): Promise<void> {
  // Regions and headings of the page are not the chat's.
  const findings = await axeFindings(page);
  expect(
    findings.filter((one) => !/^(page-has-heading-one|region)/.test(one)),
    state,
  ).toEqual([]);
  const wide = await page.evaluate(() => {
    const all = [...(view.shadowRoot?.querySelectorAll<HTMLElement>("*") ?? [])];
    const isHidden = (each: HTMLElement) => each.closest(".visually-hidden, svg") !== null;
    return all
      .filter((each) => !isHidden(each) && each.getBoundingClientRect().right > innerWidth + 1)
      .map(({ className }) => className);
  });
  expect(wide, `${state}: wider than the window`).toEqual([]);
}
