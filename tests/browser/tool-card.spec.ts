/** `<ag-ui-tool-card>` without a view: what a person sees of a call, and what is kept from them until they ask. */
import type { Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { test as timed } from "../support/clock.js";
import { expect, test } from "../support/test.js";
import { openCards } from "./cards.js";
import { axeFindings } from "./demo-page-checks.js";

/** Sends a message, and does not wait for its end. */
const send = (page: Page) => page.evaluate(() => void agent.sendMessage("Go"));

test("a call from its arguments to its result, by words and not by colours alone", async ({
  harness,
  backend,
}) => {
  const args = '{"city":"Rome","days":3}';
  const scripted = backend.script(
    run(...toolCall("c1", "get_weather", args, "m1")),
    run(...text("m2", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(async () => {
    await agent.registerTool({
      name: "get_weather",
      description: "The weather of a city.",
      schema: { type: "object", title: "Look at the weather" },
      handler: (_args, { reportProgress }) => {
        reportProgress({ progress: 1, total: 4, message: "Asking" });
        return new Promise((resolve) => {
          Object.assign(globalThis, { finish: () => resolve({ degrees: 21 }) });
        });
      },
    });
  });
  await send(harness);
  const card = harness.getByRole("group", { name: "Look at the weather" });
  await expect(card.locator("[part=card-status]")).toHaveText("Running");
  await expect(card.getByRole("progressbar", { name: "Progress" })).toHaveAttribute(
    "value",
    "0.25",
  );
  await expect(card.locator("[part=card-progress]")).toContainText("Asking");
  await expect(card.locator("[part=card-preview]")).toHaveText("city: Rome, days: 3");
  await harness.evaluate("finish()");
  await expect(card.locator("[part=card-status]")).toHaveText("Done");
  await expect(card.getByRole("progressbar")).toHaveCount(0);
  await card.getByText("Result").click();
  await expect(card.locator("dd")).toHaveText(["Rome", "3", "21"]);
});

test("a person cancels a call, and the focus stays in its card", async ({ harness, backend }) => {
  const scripted = backend.script(
    run(...toolCall("c1", "wait", "{}", "m1")),
    run(...text("m2", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(() =>
    agent.registerTool({
      name: "wait",
      description: "Waits.",
      schema: {},
      handler: () => new Promise(() => {}),
    }),
  );
  await send(harness);
  const card = harness.getByRole("group", { name: "wait" });
  await card.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(card.locator("[part=card-status]")).toHaveText("Cancelled");
  await expect(card).toBeFocused();
});

timed(
  "a failed attempt says when the next one is, and counts down",
  async ({ timeless, backend }) => {
    const scripted = backend.script(
      run(...toolCall("c1", "load", "{}", "m1")),
      run(...text("m2", "Done.")),
    );
    await openCards(timeless, scripted.url);
    await timeless.evaluate(() =>
      agent.registerTool({
        name: "load",
        description: "Loads.",
        schema: {},
        metadata: { retryConfig: { baseDelay: 20_000, maxDelay: 60_000, jitter: "none" } },
        handler: () => {
          throw new agUi.ToolFailure("503: busy", { category: "transient" });
        },
      }),
    );
    await send(timeless);
    const attempt = timeless.locator("[part=card-attempt]");
    // The answer of the backend comes in its own time; what it changes is drawn in the page's.
    await expect(async () => {
      await timeless.clock.runFor(10);
      await expect(attempt).toHaveText("Attempt 2 of 3 in 20 s", { timeout: 100 });
    }).toPass();
    await expect(timeless.locator("[part=card-error]")).toContainText("503: busy");
    await timeless.clock.runFor(5_000);
    await expect(attempt).toHaveText("Attempt 2 of 3 in 15 s");
    await timeless.evaluate(() => agent.abort());
    await timeless.clock.runFor(100);
  },
);

test('an attempt that is waited for begins when a person presses "Try now", also where it has to wait for a slot', async ({
  harness,
  backend,
}) => {
  const scripted = backend.script(
    run(...toolCall("c1", "load", "{}", "m1"), ...toolCall("c2", "hold", "{}", "m1")),
    run(...text("m2", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(async () => {
    agent.manager = new agUi.ToolExecutionManager({ maxConcurrency: 1 });
    let failures = 0;
    await agent.registerTool({
      name: "load",
      description: "Loads.",
      schema: {},
      metadata: { retryConfig: { maxAttempts: 4, baseDelay: 600_000, maxDelay: 600_000 } },
      handler: async () => {
        failures += 1;
        await turn();
        if (failures < 4) throw new agUi.ToolFailure("busy", { category: "transient" });
        return "loaded";
      },
    });
    await agent.registerTool({
      name: "hold",
      description: "Keeps the slot.",
      schema: {},
      handler: () => new Promise((resolve) => Object.assign(globalThis, { release: resolve })),
    });
    void agent.sendMessage("Go");
  });
  const card = harness.getByRole("group", { name: "load" });
  const status = card.locator("[part=card-status]");
  const attempt = card.locator("[part=card-attempt]");
  const tryNow = card.getByRole("button", { name: "Try now" });
  await expect(harness.getByRole("group", { name: "hold" })).toContainText("Running");
  await expect(attempt).toContainText("Attempt 2 of 4");
  await tryNow.focus();
  await harness.keyboard.press("Enter");
  await expect(tryNow).toHaveCount(0);
  await expect(attempt).toHaveText("Attempt 2 of 4");
  await expect(card).toBeFocused();
  await harness.evaluate(() => (globalThis as unknown as { release(): void }).release());
  await expect(attempt).toContainText("Attempt 3 of 4");
  // Whoever hears of it earlier than the card may begin it as well.
  await harness.evaluate(() => {
    agent.addEventListener(
      "ag-ui-tool-retrying",
      () => {
        const [load] = agent.manager.getExecutionsForToolCall("c1");
        agent.manager.retryNow(load?.id ?? "");
      },
      { capture: true, once: true },
    );
  });
  await tryNow.click();
  await expect(status).toHaveText("Done");
  await expect(card.getByRole("button", { name: "Try now" })).toHaveCount(0);
});

test("what is sensitive is shown only when a person asks for it, and not in texts that quote it", async ({
  harness,
  backend,
}) => {
  const args = JSON.stringify({ to: "Ada", code: "s3cret-code", card: { password: "hunter22" } });
  const scripted = backend.script(
    run(...toolCall("c1", "pay", args, "m1")),
    run(...text("m2", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(async () => {
    await agent.registerTool({
      name: "pay",
      description: "Pays.",
      schema: { type: "object", properties: { code: { type: "string", sensitive: true } } },
      handler: () => {
        throw new Error("The code s3cret-code is wrong.");
      },
    });
  });
  await send(harness);
  const card = harness.getByRole("group", { name: "pay" });
  await expect(card.locator("[part=card-status]")).toHaveText("Failed");
  await card.getByText("Arguments").click();
  const all = () =>
    harness.locator("ag-ui-tool-card").evaluate(({ shadowRoot }) => shadowRoot?.innerHTML);
  expect(await all()).not.toMatch(/s3cret|hunter22/);
  await harness.evaluate(() => {
    const [card] = document.querySelectorAll("ag-ui-tool-card");
    for (const button of card?.shadowRoot?.querySelectorAll("button") ?? []) button.click();
  });
  expect(await all(), "a script can't ask").not.toMatch(/s3cret|hunter22/);
  await card.getByRole("button", { name: "Show code" }).click();
  await expect(card.locator("dd").nth(1)).toContainText("s3cret-code");
  expect(await all()).not.toContain("hunter22");
  await card.getByRole("button", { name: "Hide code" }).click();
  expect(await all()).not.toMatch(/s3cret|hunter22/);
});

test("hidden characters are marked, HTML is text, and long values are folded", async ({
  harness,
  backend,
}) => {
  const args = JSON.stringify({ path: "rm \u202Etxt.exe", html: "<img src=x onerror=alert(1)>" });
  const scripted = backend.script(
    run(...toolCall("c1", "run", args, "m1")),
    run(...text("m2", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(() =>
    agent.registerTool({
      name: "run",
      description: "Runs.",
      schema: {},
      handler: () => "x".repeat(200_000),
    }),
  );
  await send(harness);
  const card = harness.getByRole("group", { name: "run" });
  await card.getByText("Arguments").click();
  await expect(card.locator("[part=card-mark]")).toHaveText("U+202E");
  await expect(card.locator("img")).toHaveCount(0);
  await expect(card.locator("dd").nth(1)).toHaveText("<img src=x onerror=alert(1)>");
  await card.getByText("Result").click();
  const value = card.locator("[data-fold=result] [part=card-value]");
  expect((await value.textContent())?.length).toBeLessThan(2_200);
  await card.getByRole("button", { name: "Show all 200,000 characters" }).click();
  await expect(value).toContainText("100,000 more characters are not shown");
  await card.getByRole("button", { name: "Show less" }).click();
  expect((await value.textContent())?.length).toBeLessThan(2_200);
});

test("while a call waits for approval, its card holds the approval's card", async ({
  harness,
  backend,
}) => {
  const scripted = backend.script(
    run(...toolCall("c1", "delete", '{"path":"/x"}', "m1")),
    run(...text("m2", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(() =>
    agent.registerTool({
      name: "delete",
      description: "Deletes.",
      schema: {},
      metadata: { approval: "always" },
      handler: () => "Deleted.",
    }),
  );
  await send(harness);
  const approval = harness.locator("ag-ui-tool-card ag-ui-approval-card");
  await expect(approval).toHaveCount(1);
  await expect(harness.locator("[part=card-status]")).toHaveText("Needs your approval");
  await approval.evaluate((element) => {
    const { request, agent } = element as unknown as {
      request: { approvalId: string };
      agent: typeof globalThis.agent;
    };
    return agent.respondToApproval(request.approvalId, { decision: "decline" });
  });
  await expect(approval).toHaveCount(0);
  await expect(harness.locator("[part=card-status]")).toHaveText("Declined");
});

test("the texts are those of the table that is given", async ({ harness, backend }) => {
  const scripted = backend.script(
    run(...toolCall("c1", "go", "{}", "m1")),
    run(...text("m2", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(async () => {
    await agent.registerTool({ name: "go", description: "Goes.", schema: {}, handler: () => 1 });
    await agent.sendMessage("Go");
    const [card] = document.querySelectorAll("ag-ui-tool-card");
    await load("words");
    if (card) card.strings = words.german;
  });
  await expect(harness.locator("[part=card-status]")).toHaveText("Fertig");
});

test("axe finds nothing in cards of every status, in light, dark and forced colours, open and folded", async ({
  harness,
  backend,
}) => {
  const scripted = backend.script(
    run(
      ...toolCall("c1", "fine", '{"city":"Rome","password":"hunter22"}', "m1"),
      ...toolCall("c2", "broken", '{"a":{"b":{"c":1,"d":[1,[2]]}}}', "m1"),
      ...toolCall("c3", "busy", "{}", "m1"),
      ...toolCall("c4", "slow", '{"x":1}', "m1"),
      ...toolCall("c5", "asks", "{}", "m1"),
    ),
    run(...text("m2", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(async () => {
    document.documentElement.style.colorScheme = "light dark";
    const heading = document.createElement("h1");
    document.querySelector("main")?.append(Object.assign(heading, { textContent: "Calls" }));
    const never = () => new Promise(() => {});
    const tool = (name: string, handler: () => unknown, metadata = {}) =>
      agent.registerTool({ name, description: "Works.", schema: {}, handler, metadata });
    await tool("fine", () => ({ degrees: 21, deep: { er: { x: 1 } } }));
    await tool("broken", () => {
      throw new Error("No.");
    });
    await tool(
      "busy",
      () => {
        throw new agUi.ToolFailure("busy", { category: "transient" });
      },
      { retryConfig: { baseDelay: 600_000, maxDelay: 600_000 } },
    );
    await tool("slow", never);
    await tool("asks", never, { approval: "always" });
  });
  await send(harness);
  const status = harness.locator("[part=card-status]");
  const all = ["Done", "Failed", "Will be tried again", "Running", "Needs your approval"];
  await expect(status).toHaveText(all);
  for (const isOpen of [false, true]) {
    if (isOpen) for (const summary of await harness.locator("summary").all()) await summary.click();
    for (const [colorScheme, forcedColors] of [
      ["light", "none"],
      ["dark", "none"],
      ["dark", "active"],
    ] as const) {
      await harness.emulateMedia({ colorScheme, forcedColors });
      expect(await axeFindings(harness), `${colorScheme} ${forcedColors} ${isOpen}`).toEqual([]);
    }
  }
  await harness.emulateMedia({ colorScheme: null, forcedColors: null });
  await harness.setViewportSize({ width: 320, height: 256 });
  const isWide = await harness.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide, "wider than a window at 400 %").toBe(false);
  await harness.evaluate(() => agent.abort());
});

test("a card is under a policy that allows neither inline styles nor evaluated text", async ({
  harness,
  backend,
}) => {
  await openCards(harness, backend.script(run(...text("m", "."))).url);
  const broken = await harness.evaluate(async () => {
    const broken: string[] = [];
    document.addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
      broken.push(violatedDirective),
    );
    const policy = document.createElement("meta");
    policy.httpEquiv = "Content-Security-Policy";
    policy.content = "style-src 'none'; require-trusted-types-for 'script'; trusted-types lit-html";
    document.head.append(policy);
    const message = { id: "a", role: "activity", activityType: "PLAN", content: { a: 1 } } as const;
    const card = Object.assign(document.createElement("ag-ui-activity-card"), { message });
    document.body.append(card);
    await card.updateComplete;
    await turn();
    return [...broken, card.shadowRoot?.textContent?.includes("PLAN")];
  });
  expect(broken).toEqual([true]);
});

test("calls with one id, in one message and in another, each have their own state", async ({
  harness,
  backend,
}) => {
  const scripted = backend.script(
    run(
      ...toolCall("call_0", "say", '{"word":"one"}'),
      ...toolCall("call_0", "say", '{"word":"two"}'),
    ),
    run(...toolCall("call_0", "say", '{"word":"three"}', "m2")),
    run(...text("m3", "Done.")),
  );
  await openCards(harness, scripted.url);
  await harness.evaluate(async () => {
    views.registerToolView<{ word: string }, string>(
      "say",
      ({ args, status, output }) => `${args.word} ${status} ${output}`,
    );
    await agent.registerTool<{ word: string }>({
      name: "say",
      description: "Says.",
      schema: {},
      metadata: { approval: ({ word }) => word === "two" },
      handler: ({ word }) => word.toUpperCase(),
    });
    document.addEventListener("ag-ui-approval-request", ({ detail }) => {
      void agent.respondToApproval(detail.approvalId, { decision: "decline" });
    });
    await agent.sendMessage("Go");
  });
  await expect(harness.locator("ag-ui-tool-card")).toHaveText([
    "one succeeded ONE",
    "two declined undefined",
    "three succeeded THREE",
  ]);
});

test("a restored thread shows its calls, and an open one as not answered", async ({
  harness,
  backend,
}) => {
  await openCards(harness, backend.script(run(...text("m9", "."))).url);
  await harness.evaluate(() => {
    const called = (id: string, name: string) => ({
      id,
      type: "function" as const,
      function: { name, arguments: '{"a":1}' },
    });
    agent.messages = [
      { id: "u", role: "user", content: "Hi" },
      { id: "m1", role: "assistant", toolCalls: [called("a", "done"), called("b", "never")] },
      { id: "t", role: "tool", toolCallId: "a", content: "Result" },
    ];
  });
  await expect(harness.locator("[part=card-status]")).toHaveText(["Done", "Not answered"]);
});
