/** `<ag-ui-interrupt-card>`: a form for what each interrupt asks for, and one answer for all. */
import { EventType } from "@ag-ui/core";
import type { Locator, Page } from "@playwright/test";
import { type Reply, run, text } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { openCards } from "./approval-cards.js";
import { axeFindings } from "./demo-page-checks.js";

const interrupt = (...interrupts: object[]): Reply =>
  run({
    type: EventType.RUN_FINISHED,
    threadId: "t1",
    runId: "r1",
    outcome: { type: "interrupt", interrupts },
  } as never);
const done = run(...text("m2", "Done."));
const plain = { id: "i1", reason: "confirmation", message: "Delete /x?" };

const card = (page: Page): Locator => page.locator("ag-ui-interrupt-card");
const button = (page: Page, name: string | RegExp) => card(page).getByRole("button", { name });
const armed = (button: Locator) => expect(button).toHaveAttribute("aria-disabled", "false");
const sent = (page: Page) => expect(card(page).getByText("Your answer was sent.")).toBeVisible();

async function press(page: Page, name: string | RegExp, index = 0): Promise<void> {
  const found = button(page, name).nth(index);
  await found.scrollIntoViewIfNeeded();
  await armed(found);
  await found.click();
}

test("one interrupt is confirmed, or cancelled", async ({ harness, backend }) => {
  for (const [name, status] of [
    ["Confirm", "resolved"],
    ["Cancel", "cancelled"],
  ] as const) {
    await harness.evaluate(() => document.body.replaceChildren());
    const agent = backend.script(interrupt(plain), done);
    await openCards(harness, agent.url);
    await expect(card(harness).getByText("Delete /x?", { exact: true })).toBeVisible();
    await expect(card(harness).getByText("confirmation")).toBeVisible();
    await press(harness, name);
    await sent(harness);
    expect(agent.requests[1]?.resume).toEqual([{ interruptId: "i1", status }]);
  }
});

const trip = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 2 },
    nights: { type: "integer", minimum: 1 },
    room: { enum: ["single", "double"] },
  },
  required: ["city", "nights"],
};

test("a form by the interrupt's schema: what is wrong is named, what is right is sent", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(interrupt({ ...plain, responseSchema: trip }), done);
  await openCards(harness, agent.url);
  await card(harness).getByRole("textbox", { name: "City" }).fill("R");
  await press(harness, "Confirm");
  await expect(card(harness).getByRole("group", { name: "Please correct 2 fields" })).toBeFocused();
  await expect(
    card(harness).getByText("Enter at least 2 characters.", { exact: true }),
  ).toBeVisible();
  await expect(card(harness).getByText("Please fill this in.", { exact: true })).toBeVisible();
  await card(harness)
    .getByRole("button", { name: /^Nights/ })
    .click();
  const nights = card(harness).getByRole("textbox", { name: "Nights" });
  await expect(nights).toBeFocused();
  await nights.fill("3");
  await card(harness).getByRole("textbox", { name: "City" }).fill("Rome");
  await card(harness).getByRole("radio", { name: "double" }).check();
  await press(harness, "Confirm");
  await sent(harness);
  expect(agent.requests[1]?.resume).toEqual([
    { interruptId: "i1", status: "resolved", payload: { city: "Rome", nights: 3, room: "double" } },
  ]);
});

const approval = {
  type: "object",
  properties: { approved: { type: "boolean" }, reason: { type: "string" } },
  required: ["approved"],
};

test("an approval of the backend is a yes or a no of the buttons, with the rest of its form", async ({
  harness,
  backend,
}) => {
  for (const [name, approved] of [
    ["Allow", true],
    ["Decline", false],
  ] as const) {
    await harness.evaluate(() => document.body.replaceChildren());
    const agent = backend.script(interrupt({ ...plain, responseSchema: approval }), done);
    await openCards(harness, agent.url);
    await expect(card(harness).getByRole("checkbox")).toHaveCount(0);
    await card(harness).getByRole("textbox", { name: "Reason" }).fill("Because.");
    await press(harness, name);
    await sent(harness);
    expect(agent.requests[1]?.resume).toEqual([
      { interruptId: "i1", status: "resolved", payload: { reason: "Because.", approved } },
    ]);
  }
});

test("of several interrupts nothing is sent before each has an answer, which can be changed until then", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    interrupt(
      plain,
      { ...plain, message: "Delete /y?" },
      { ...plain, id: "i2", responseSchema: trip },
    ),
    done,
  );
  await openCards(harness, agent.url);
  await expect(card(harness).getByText("0 of 3 answered")).toBeVisible();
  await press(harness, "Confirm");
  await expect(card(harness).getByText("Confirmed")).toBeVisible();
  await button(harness, "Change the answer").click();
  await expect(card(harness).getByText("0 of 3 answered")).toBeVisible();
  await press(harness, "Cancel");
  await press(harness, "Confirm");
  await expect(card(harness).getByText("2 of 3 answered")).toBeVisible();
  expect(agent.requests).toHaveLength(1);
  await card(harness).getByRole("textbox", { name: "City" }).fill("Rome");
  await card(harness).getByRole("textbox", { name: "Nights" }).fill("1");
  await press(harness, "Confirm");
  await sent(harness);
  expect(agent.requests[1]?.resume).toMatchObject([
    { interruptId: "i1", status: "cancelled" },
    { interruptId: "i1", status: "resolved" },
    { interruptId: "i2", status: "resolved", payload: { city: "Rome", nights: 1 } },
  ]);
});

test("an interrupt counts down, and once it has expired it can only be cancelled", async ({
  harness,
  backend,
}) => {
  const expiresAt = await harness.evaluate(() => new Date(Date.now() + 4_000).toISOString());
  const agent = backend.script(interrupt({ ...plain, expiresAt }), done);
  await openCards(harness, agent.url);
  await expect(card(harness).getByRole("timer")).toHaveText(/^Expires in 0:0\d$/);
  await expect(card(harness).getByRole("timer")).toHaveText("Expired: it can only be cancelled.");
  await expect(button(harness, "Confirm")).toHaveCount(0);
  await press(harness, "Cancel");
  await sent(harness);
  expect(agent.requests[1]?.resume).toEqual([{ interruptId: "i1", status: "cancelled" }]);
});

test("a refused answer opens the questions again, as they were filled in", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(interrupt({ ...plain, responseSchema: trip }), done);
  await openCards(harness, agent.url);
  await harness.evaluate(() => {
    const resume = cardAgent.resume.bind(cardAgent);
    let count = 0;
    cardAgent.resume = (answers) => {
      count += 1;
      return count === 1 ? Promise.reject(new Error("Not now.")) : resume(answers);
    };
  });
  const city = card(harness).getByRole("textbox", { name: "City" });
  await city.fill("Rome");
  await card(harness).getByRole("textbox", { name: "Nights" }).fill("1");
  await press(harness, "Confirm");
  await expect(card(harness).getByText("Not now.")).toBeVisible();
  await expect(city).toHaveValue("Rome");
  await press(harness, "Confirm");
  await sent(harness);
});

test("what was filled in stays when a page sets the same interrupts again", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(interrupt({ ...plain, responseSchema: trip }), done);
  await openCards(harness, agent.url);
  const city = card(harness).getByRole("textbox", { name: "City" });
  await city.fill("Rome");
  const setAgain = () =>
    harness.evaluate(async () => {
      const found = document.querySelector("ag-ui-interrupt-card");
      if (found) found.interrupts = [...cardAgent.pendingInterrupts];
      await found?.updateComplete;
    });
  await setAgain();
  await expect(city).toHaveValue("Rome");
  await card(harness).getByRole("textbox", { name: "Nights" }).fill("1");
  await press(harness, "Confirm");
  await sent(harness);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing: ${colorScheme}`, async ({ harness, page, backend }) => {
    await page.emulateMedia({ colorScheme });
    await harness.addStyleTag({ content: ":root { color-scheme: light dark; }" });
    const agent = backend.script(
      interrupt({ ...plain, responseSchema: trip }, { ...plain, id: "i2" }),
    );
    await openCards(harness, agent.url);
    await press(harness, "Confirm");
    await expect(card(harness).getByText(/^Please correct/)).toBeVisible();
    await press(harness, "Confirm", 1);
    const ofPage = /^(landmark-one-main|page-has-heading-one|region)/;
    expect((await axeFindings(page)).filter((finding) => !ofPage.test(finding))).toEqual([]);
  });
}
