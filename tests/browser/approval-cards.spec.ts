/** `<ag-ui-approval-card>`: what a person sees before they decide, which presses count, and what stays shown. */
import type { Locator, Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { stopTime } from "../support/clock.js";
import { expect, test } from "../support/test.js";
import { openCards, ranWith } from "./approval-cards.js";
import { axeFindings } from "./demo-page-checks.js";

const calls = (...args: string[]) =>
  run(...args.flatMap((text, index) => toolCall(`c${index + 1}`, "pay", text, "m1")));
const done = run(...text("m2", "Done."));

const card = (page: Page, index = 0): Locator => page.locator("ag-ui-approval-card").nth(index);
const allow = (page: Page, index = 0) => card(page, index).getByRole("button", { name: /^Allow/ });
const decline = (page: Page, index = 0) =>
  card(page, index).getByRole("button", { name: "Decline" });
const armed = (button: Locator) => expect(button).toHaveAttribute("aria-disabled", "false");

test("a card asks with the tool's title, shows every argument, and the approved call runs", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5, "to": "Ada\\u202e"}'), done);
  await openCards(harness, agent.url);
  await expect(card(harness).getByRole("group", { name: "Payment?" })).toBeVisible();
  await expect(card(harness).getByText("amount", { exact: true })).toBeVisible();
  await expect(card(harness).getByText("U+202E")).toBeVisible();
  await expect(card(harness).getByRole("alert")).toHaveText(
    "The agent waits for your decision: Payment?",
  );
  await armed(allow(harness));
  await allow(harness).click();
  expect(await ranWith(harness)).toEqual([{ amount: 5, to: "Ada\u202e" }]);
  await expect(card(harness).getByRole("status")).toHaveText("Allowed");
  await expect(allow(harness)).toHaveCount(0);
});

test("a declined call does not run, with the reason that was given", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  await openCards(harness, agent.url);
  await card(harness).getByText("Give a reason").click();
  await card(harness).getByRole("textbox").fill("Too dear.");
  await armed(decline(harness));
  await decline(harness).click();
  expect(await ranWith(harness)).toEqual([]);
  await expect(card(harness).getByRole("status")).toHaveText("Declined");
  expect(JSON.stringify(agent.requests[1]?.messages)).toContain("Their reason: Too dear.");
});

test("no press counts that comes early, from a script, twice, or was begun before", async ({
  harness,
  page,
  backend,
}) => {
  await stopTime(page);
  const agent = backend.script(calls('{"amount": 5}'), done);
  await openCards(harness, agent.url);
  const answers = () => harness.evaluate(() => cardAgent.pendingApprovals.length);
  // In steps that are far below the pause: the card stands there before it counts presses.
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(card(harness).getByText("Pays an amount.")).toBeVisible({ timeout: 1 });
    await expect(allow(harness)).toBeVisible({ timeout: 1 });
  }).toPass({ intervals: [0] });
  await allow(harness).click({ force: true });
  await decline(harness).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.down(" ");
  await expect(allow(harness)).toHaveAttribute("aria-disabled", "true");
  // The intersection is observed with the next frames, on the page's clock.
  await expect(async () => {
    await page.clock.runFor(700);
    await expect(allow(harness)).toHaveAttribute("aria-disabled", "false", { timeout: 100 });
  }).toPass();
  await page.keyboard.up(" ");
  await allow(harness).evaluate((button: HTMLElement) => button.click());
  expect(await answers()).toBe(1);
  await allow(harness).dispatchEvent("click", { detail: 1 });
  expect(await answers()).toBe(1);
  await page.clock.runFor(50);
  await page.clock.resume();
  await allow(harness).click();
  expect(await ranWith(harness)).toEqual([{ amount: 5 }]);
});

test("a card out of view arms only once it has been scrolled into it", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  await openCards(harness, agent.url, {}, 5_000);
  await expect(allow(harness)).toHaveAttribute("aria-disabled", "true");
  await harness.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  await expect(allow(harness)).toHaveAttribute("aria-disabled", "true");
  await allow(harness).scrollIntoViewIfNeeded();
  await armed(allow(harness));
});

test("by keyboard: the safe answer comes first, Escape and Enter elsewhere do nothing", async ({
  harness,
  page,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  await openCards(harness, agent.url, { annotations: { destructiveHint: true } });
  await expect(card(harness).getByText("May be impossible to undo")).toBeVisible();
  await armed(allow(harness));
  await card(harness).evaluate((element: HTMLElement) => element.focus());
  await expect(decline(harness)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(card(harness).getByRole("button", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(allow(harness)).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await ranWith(harness)).toEqual([{ amount: 5 }]);
  await expect(card(harness).getByRole("status")).toBeFocused();
});

test("several cards at once each answer their own call", async ({ harness, backend }) => {
  const agent = backend.script(calls('{"amount": 1}', '{"amount": 2}', '{"amount": 3}'), done);
  await openCards(harness, agent.url);
  await expect(harness.locator("ag-ui-approval-card")).toHaveCount(3);
  const press = async (button: Locator) => {
    await button.scrollIntoViewIfNeeded();
    await armed(button);
    await button.click();
  };
  await press(allow(harness, 1));
  await press(decline(harness, 0));
  await press(allow(harness, 2));
  expect(await ranWith(harness)).toEqual([{ amount: 2 }, { amount: 3 }]);
  const states = ["Declined", "Allowed", "Allowed"];
  for (const [index, state] of states.entries()) {
    await expect(card(harness, index).getByRole("status")).toHaveText(state);
  }
});

test("a request that is withdrawn says so, and a removed card leaves nothing behind", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 1}', '{"amount": 2}'), done);
  await openCards(harness, agent.url);
  await expect(harness.locator("ag-ui-approval-card")).toHaveCount(2);
  await card(harness, 1).evaluate((element) => element.remove());
  await harness.evaluate(() => cardAgent.abort());
  await expect(card(harness).getByRole("status")).toHaveText("Withdrawn");
  expect(await ranWith(harness)).toEqual([]);
});

test("a card that comes too late, or is moved, knows what became of its request", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 1}'), done);
  await openCards(harness, agent.url);
  await armed(allow(harness));
  await card(harness).evaluate((element) => document.body.prepend(element));
  await armed(allow(harness));
  await harness.evaluate(async () => {
    const [request] = cardAgent.pendingApprovals;
    const old = document.querySelector("ag-ui-approval-card");
    old?.remove();
    await cardAgent.respondToApproval("c1", { decision: "decline" });
    const late = document.createElement("ag-ui-approval-card");
    document.body.append(Object.assign(late, { agent: cardAgent, request }));
  });
  await expect(card(harness).getByRole("status")).toHaveText("Withdrawn");
});

test("in a chat, the chat says that a question has come, not the card", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 1}'), done);
  await openCards(harness, agent.url);
  await armed(allow(harness));
  await harness.evaluate(() => {
    const [request] = cardAgent.pendingApprovals;
    const shadow = document.createElement("ag-ui-chat").attachShadow({ mode: "open" });
    document.body.append(shadow.host);
    const inner = document.createElement("ag-ui-approval-card");
    shadow.append(Object.assign(inner, { agent: cardAgent, request }));
  });
  await armed(allow(harness, 1));
  await expect(card(harness, 1).getByRole("alert")).toHaveText("");
  await expect(card(harness, 0).getByRole("alert")).not.toHaveText("");
});

test("edited arguments that are refused are named at their fields, and accepted ones run", async ({
  harness,
  page,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5, "to": "Ada"}'), done);
  await openCards(harness, agent.url);
  await card(harness).getByRole("button", { name: "Edit" }).click();
  const amount = card(harness).getByRole("textbox", { name: "Amount" });
  await expect(amount).toHaveValue("5");
  await amount.fill("500");
  await page.keyboard.press("Enter");
  await armed(allow(harness));
  await allow(harness).click();
  await expect(card(harness).getByText("Enter 100 or less.", { exact: true })).toBeVisible();
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(card(harness).getByRole("group", { name: "Please correct 1 field" })).toBeFocused();
  await amount.fill("50");
  await expect(amount).not.toHaveAttribute("aria-invalid");
  await allow(harness).click();
  expect(await ranWith(harness)).toEqual([{ amount: 50, to: "Ada" }]);
});

test("what only the tool's own validator refuses is shown at the fields as well", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  await openCards(harness, agent.url);
  await harness.evaluate(() => {
    const answer = cardAgent.respondToApproval.bind(cardAgent);
    cardAgent.respondToApproval = async (id, response) => {
      const args = response.decision === "approve" ? response.args : undefined;
      if (args?.amount === 7) {
        const issue = { path: ["amount"], message: "is unlucky", code: "custom" };
        const error = { message: "refused", retryable: false, category: "validation" } as const;
        throw new agUi.InvalidAnswerError({ ...error, validationErrors: [issue] });
      }
      return answer(id, response);
    };
  });
  await card(harness).getByRole("button", { name: "Edit" }).click();
  const amount = card(harness).getByRole("textbox", { name: "Amount" });
  await amount.fill("7");
  await armed(allow(harness));
  await allow(harness).click();
  await expect(card(harness).getByText("Is unlucky", { exact: true })).toBeVisible();
  await amount.fill("8");
  await allow(harness).click();
  expect(await ranWith(harness)).toEqual([{ amount: 8 }]);
});

test("a field's error that appears as a button is pressed does not move the button away", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  await openCards(harness, agent.url);
  await card(harness).getByRole("button", { name: "Edit" }).click();
  await card(harness).getByRole("textbox", { name: "Amount" }).fill("x");
  await armed(decline(harness));
  await decline(harness).click();
  expect(await ranWith(harness)).toEqual([]);
  await expect(card(harness).getByRole("status")).toHaveText("Declined");
});

const diff = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\u200b\n three\n";

test("a change is shown line by line, with words for what is added and removed", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  await openCards(harness, agent.url, { preview: { kind: "diff", path: "x.txt", diff } });
  const change = card(harness).getByRole("group", { name: "Change of x.txt" });
  await expect(change).toContainText("Removed: two");
  await expect(change).toContainText("Added: TWOU+200B");
  await expect(card(harness).getByText("1 line added, 1 line removed")).toBeVisible();
  await card(harness).getByRole("button", { name: "Side by side" }).click();
  await expect(change.getByRole("columnheader", { name: "Before" })).toBeVisible();
  await expect(change.getByRole("row")).toHaveCount(4);
});

test("nothing is allowed before the preview is there, and it has to be seen as well", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(calls('{"amount": 5}'), done);
  await openCards(harness, agent.url, { preview: "late" });
  await expect(card(harness).getByText("Working out what it would change…")).toBeVisible();
  await armed(decline(harness));
  await expect(allow(harness)).toHaveAttribute("aria-disabled", "true");
  const isArmed = await harness.evaluate(async () => {
    (globalThis as unknown as { givePreview(preview: object): void }).givePreview({
      kind: "text",
      text: "Pays 5.",
    });
    const card = document.querySelector("ag-ui-approval-card");
    const shown = () => card?.shadowRoot?.querySelector(".summary")?.textContent?.trim();
    await until("the preview is shown", () => shown() === "Pays 5.");
    return card?.shadowRoot?.querySelector(".primary")?.ariaDisabled;
  });
  expect(isArmed).toBe("true");
  await armed(allow(harness));
});

test("whatever a model writes, nothing is left out or out of sight", async ({
  harness,
  backend,
}) => {
  const members = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`key${at}`, at]));
  const args = {
    amount: 1,
    long: `${"x".repeat(5_000)}END`,
    html: "<img src=x onerror=alert(1)>",
    members,
  };
  const agent = backend.script(calls(JSON.stringify(args)), done);
  const secret = { type: "string", sensitive: true };
  await openCards(harness, agent.url, {
    schema: { type: "object", properties: { html: secret, long: { type: "string" } } },
  });
  const list = card(harness).getByRole("group", { name: "4 arguments" });
  await expect(list).toContainText("END");
  await expect(list.getByText("5,003 characters: show at full height")).toBeVisible();
  await list.getByText("40 more").click();
  await expect(list.getByText("key59")).toBeVisible();
  await expect(list.getByText("<img")).not.toBeVisible();
  await list.getByText("Hidden because it is sensitive. Show").click();
  await expect(list.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  expect(await harness.evaluate(() => document.querySelectorAll("img").length)).toBe(0);
});

test("a prepared call shows both arguments, and can't be edited", async ({ harness, backend }) => {
  const [start, ...rest] = toolCall("c1", "pay", '{"amount": 1}', "m1");
  const preflight = { arguments: { amount: 99 } };
  const metadata = { "ag-ui-lit": { preflight } };
  const agent = backend.script(run({ ...start, metadata } as never, ...rest), done);
  await openCards(harness, agent.url, { execution: "preflight" });
  const prepared = card(harness).getByRole("group", { name: "Prepared by the server" });
  const asked = card(harness).getByRole("group", { name: "The agent asked for" });
  await expect(prepared).toContainText("amount1");
  await expect(asked).toContainText("amount99");
  await expect(card(harness).getByRole("button", { name: "Edit" })).toHaveCount(0);
  await armed(allow(harness));
  await allow(harness).click();
  expect(await ranWith(harness)).toEqual([{ amount: 1 }]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing, open, in its form and decided: ${colorScheme}`, async ({
    harness,
    page,
    backend,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const agent = backend.script(calls('{"amount": 5, "to": "Ada"}', '{"amount": 6}'), done);
    const annotations = { destructiveHint: true };
    const preview = { kind: "diff", path: "x.txt", diff };
    await harness.addStyleTag({ content: ":root { color-scheme: light dark; }" });
    await openCards(harness, agent.url, { annotations, preview });
    const check = async (state: string) => {
      const findings = await axeFindings(page);
      const ofPage = /^(landmark-one-main|page-has-heading-one|region)/;
      expect(
        findings.filter((finding) => !ofPage.test(finding)),
        state,
      ).toEqual([]);
    };
    await armed(allow(harness));
    await check("open");
    await card(harness).getByRole("button", { name: "Side by side" }).click();
    await check("side by side");
    await card(harness, 1).getByRole("button", { name: "Edit" }).click();
    const amount = card(harness, 1).getByRole("textbox", { name: "Amount" });
    await amount.fill("x");
    await amount.blur();
    await check("editing");
    await armed(decline(harness));
    await decline(harness).click();
    await check("decided");
    await page.emulateMedia({ forcedColors: "active" });
    await check("forced colours");
    await page.emulateMedia({ forcedColors: null });
  });
}

for (const dir of ["ltr", "rtl"] as const) {
  test(`at 400 %, ${dir}, nothing leaves the page, every button can be reached, and axe finds nothing`, async ({
    harness,
    page,
    backend,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await harness.evaluate((dir) => {
      document.documentElement.dir = dir;
      document.body.style.margin = "8px";
    }, dir);
    const args = { amount: 5, to: "Ada".repeat(200), deep: { a: { b: { c: ["x".repeat(90)] } } } };
    const agent = backend.script(calls(JSON.stringify(args)), done);
    const preview = { kind: "diff", path: `${"folder/".repeat(20)}x.txt`, diff };
    await openCards(harness, agent.url, { preview });
    const check = async (state: string) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, state).toBeLessThanOrEqual(0);
      const findings = await axeFindings(page, [
        "color-contrast",
        "target-size",
        "scrollable-region-focusable",
      ]);
      expect(findings, state).toEqual([]);
    };
    await allow(harness).scrollIntoViewIfNeeded();
    await card(harness).evaluate((element: HTMLElement) => element.scrollIntoView());
    await allow(harness).scrollIntoViewIfNeeded();
    await armed(allow(harness));
    await check("open");
    await card(harness).getByRole("button", { name: "Edit" }).click();
    await check("editing");
  });
}
