import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./demo-server.js";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await page.goto(`${demo}#travel`);
  await expect(page.getByTestId("tool-count")).toHaveText("2");
});

/** Asks the agent with the keyboard, and waits until it has answered. */
async function ask(page: Page, prompt: string): Promise<Locator> {
  await page.getByRole("textbox", { name: "Message to the agent" }).fill(prompt);
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("message-user").last()).toContainText(prompt.slice(0, 40));
  return answered(page);
}

/** Waits until the agent has answered. */
async function answered(page: Page): Promise<Locator> {
  await expect(page.getByTestId("send")).toBeVisible();
  return page.getByTestId("message-agent").last();
}

/** The lines that the log shows, as they were written. */
async function records(page: Page): Promise<Record<string, unknown>[]> {
  const lines = await page.getByTestId("log-json").allTextContents();
  return lines.map((line) => JSON.parse(line));
}

test("a model that only writes text searches flights and a calendar in one answer", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByTestId("prompt-trip").click();
  const answer = await answered(page);
  // Of the text nothing is lost, and no marker is left in it.
  const first = page.getByTestId("message-agent").first();
  await expect(first).toContainText("from San Francisco to São Paulo ✈️ on Monday");
  await expect(first).toContainText("in < 24 hours if I can:");
  await expect(first).toContainText("And your week 🗓️:");
  await expect(first).not.toContainText("tool_call");
  await expect(first.getByTestId("tool-line")).toHaveCount(2);
  await expect(first.getByRole("list", { name: "Flights" }).getByRole("listitem")).toHaveCount(4);
  await expect(first.getByRole("list", { name: "Events" })).toContainText("Workshop with Zoë");
  // A cancelled event is none.
  await expect(first.getByRole("list", { name: "Events" })).not.toContainText("Dinner");
  await expect(answer).toContainText("The cheapest flight to São Paulo/Guarulhos is ZZ 83");
  await expect(answer).toContainText("Mind the calendar: on that day is “Planning”");
  // It was asked twice, and the page's tools asked its server alone.
  expect(asked.filter((path) => path === "/text-model/v1/chat/completions")).toHaveLength(2);
  expect(asked).toContain("/stand-ins/duffel/air/offer_requests");
  expect(asked).toContain("/stand-ins/google-calendar/calendars/primary/events");
  expect(asked).not.toContain("/agent");
});

test("the log beside it has a line for each call's begin and end, under one correlation", async ({
  page,
}) => {
  await expect(page.getByTestId("log-empty")).toBeVisible();
  await page.getByTestId("prompt-trip").click();
  await answered(page);
  const log = page.getByRole("log", { name: "Tool log" });
  await expect(log.getByTestId("log-line")).toHaveCount(4);
  const written = await records(page);
  expect(new Set(written.map(({ correlationId }) => correlationId)).size).toBe(1);
  expect(written.slice(0, 2).map(({ event, tool }) => [event, tool])).toEqual([
    ["tool_invocation_started", "flights-mcp::search-flights"],
    ["tool_invocation_started", "google-calendar-mcp::list-events"],
  ]);
  for (const { event, latency, resultSize } of written.slice(2)) {
    expect(event).toBe("tool_invocation_success");
    expect(latency).toEqual(expect.any(Number));
    expect(resultSize).toEqual(expect.any(Number));
  }
  expect(written[0]?.args).toMatchObject({ origin: "SFO", destination: "GRU" });
  // The JSON opens, and closes, by keyboard.
  const json = log.getByTestId("log-json").first();
  await expect(json).toBeHidden();
  await log.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await expect(json).toBeVisible();
  await page.keyboard.press("Space");
  await expect(json).toBeHidden();
  await page.getByTestId("clear-log").click();
  await expect(page.getByTestId("log-empty")).toBeVisible();
});

test("what is secret in arguments is not in the log", async ({ page }) => {
  await page.getByTestId("prompt-colleague").click();
  await expect(await answered(page)).toContainText("“Retrospective” (Friday, 13:00)");
  await expect(page.getByTestId("log-redacted")).toHaveCount(2);
  await ask(page, 'call search_flights {"origin": "SFO", "api_key": "k-271828"}');
  await expect(page.getByTestId("log-line")).toHaveCount(4);
  const written = await records(page);
  expect(written[0]?.args).toMatchObject({ calendarId: "[redacted]" });
  expect(written[3]).toMatchObject({
    event: "tool_invocation_error",
    args: { api_key: "[redacted]" },
  });
  expect(JSON.stringify(written)).not.toMatch(/grace@|271828/);
});

test("a tool that finds nothing and one that is refused are told and logged", async ({
  page,
  complaints,
}) => {
  await page.getByTestId("prompt-nothing").click();
  await expect(await answered(page)).toContainText("I found no flights.");
  const answer = await ask(page, "Show me the calendar of board@example.com");
  await expect(answer).toContainText("list_events failed");
  await expect(answer).toContainText("403");
  const failure = page.locator('[data-event="tool_invocation_error"]');
  await expect(failure).toHaveCount(1);
  await expect(failure).toContainText("403");
  // Chromium says of each refusal that it is one.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("403")]);
});

test("a marker in a code block is text, and so is one that breaks", async ({ page }) => {
  await page.getByTestId("prompt-shown").click();
  await expect(await answered(page)).toContainText('<tool_call name="search_flights"');
  const broken = await ask(page, "Write a call that breaks");
  await expect(broken).toContainText(
    'args={"origin": ,}></tool_call> What follows it is not lost.',
  );
  await expect(page.getByTestId("tool-line")).toHaveCount(0);
  await expect(page.getByTestId("log-line")).toHaveCount(0);
  // The model is told of the broken one, and the conversation goes on.
  await expect(await ask(page, "Fly to Zürich")).toContainText("The cheapest flight to Zürich");
});

test("another scene has its own agent and tools, and calls there are not logged here", async ({
  page,
}) => {
  await expect(page.getByTestId("agent-info")).toHaveText("Text-only model");
  await page.getByTestId("scene-tools").click();
  await expect(page.getByTestId("tool-count")).toHaveText("7");
  await expect(page.getByTestId("tool-log")).toHaveCount(0);
  await page.getByTestId("prompt-theme").click();
  await expect(await answered(page)).toContainText("teal");
  await page.goBack();
  await expect(page.getByTestId("tool-count")).toHaveText("2");
  await expect(page.getByTestId("message-agent")).toHaveCount(0);
  await expect(page.getByTestId("log-line")).toHaveCount(0);
  await expect(await ask(page, "Fly to Paris")).toContainText("The cheapest flight to Paris");
  await expect(page.getByTestId("log-line")).toHaveCount(2);
});

test("stopped in the middle of an answer, and in a new conversation, it can be asked again", async ({
  page,
}) => {
  // Held until the answer was stopped: nothing depends on how fast that is.
  await page.route("**/stand-ins/duffel/**", () => {});
  await page.getByTestId("prompt-trip").click();
  await expect(page.getByTestId("log-line")).not.toHaveCount(0);
  await page.getByTestId("stop").click();
  await expect(page.getByTestId("run-stopped")).toBeVisible();
  await expect(page.locator('[data-event="tool_invocation_error"]').first()).toBeVisible();
  await page.unroute("**/stand-ins/duffel/**");
  await page.getByTestId("new-conversation").click();
  await expect(await ask(page, "Fly to Paris")).toContainText("The cheapest flight to Paris");
});

test("on a phone the log covers the conversation when it is asked for, and nothing is wider", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByTestId("tool-log")).toBeHidden();
  await page.getByTestId("prompt-trip").click();
  await answered(page);
  await page.getByTestId("travel-toggle").click();
  await expect(page.getByTestId("log-line").last()).toBeInViewport();
  await page.getByTestId("log-line").last().locator("summary").click();
  await expect(page.getByTestId("log-json").last()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("tool-log")).toBeHidden();
});
