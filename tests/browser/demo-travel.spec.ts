/** The demo's scene Travel: a model that only writes text, its tools, and their log. */
import type { Page } from "@playwright/test";
import { answered, answerTo, cards, ofAgent, openScene } from "./demo-page.js";
import { expect, test } from "./demo-server.js";

const TRIP = "Find a flight to São Paulo, and what is in my calendar that week";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await openScene(page, demo, "travel");
});

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
  const answer = await answerTo(page, TRIP);
  // Of the text nothing is lost, and no marker is left in it.
  const first = ofAgent(page).first();
  await expect(first).toContainText("from San Francisco to São Paulo ✈️ on Monday");
  await expect(first).toContainText("in < 24 hours if I can:");
  await expect(first).toContainText("And your week 🗓️:");
  await expect(first).not.toContainText("tool_call");
  await expect(page.getByRole("list", { name: "Flights" }).getByRole("listitem")).toHaveCount(4);
  await expect(page.getByRole("list", { name: "Events" })).toContainText("Workshop with Zoë");
  // A cancelled event is not shown.
  await expect(page.getByRole("list", { name: "Events" })).not.toContainText("Dinner");
  await expect(answer).toContainText("The cheapest flight to São Paulo/Guarulhos is ZZ 83");
  await expect(answer).toContainText("Mind the calendar: on that day is “Planning”");
  // It was asked twice, and the page's tools asked its server alone.
  expect(asked.filter((path) => path === "/text-model/v1/chat/completions")).toHaveLength(2);
  expect(asked).toContain("/stand-ins/duffel/air/offer_requests");
  expect(asked).toContain("/stand-ins/google-calendar/calendars/primary/events");
  expect(asked).not.toContain("/agent");
});

test("the act: one of two searches is stopped midway, the other goes on, and the model is told", async ({
  page,
}) => {
  // Held until it is stopped: nothing depends on how fast that is.
  await page.route("**/stand-ins/duffel/**", () => {});
  await page.getByTestId("act").click();
  await expect(page.getByRole("list", { name: "Events" })).toBeVisible();
  await cards(page, "search_flights").getByRole("button", { name: "Cancel" }).click();
  await expect(await answered(page)).toContainText(
    "You stopped search_flights, so I go on without it.",
  );
  await expect(cards(page, "search_flights")).toContainText("Cancelled");
  await page.unroute("**/stand-ins/duffel/**");
});

test("the log beside it has a line for each call's begin and end, under one correlation", async ({
  page,
}) => {
  await expect(page.getByTestId("log-empty")).toBeVisible();
  await answerTo(page, TRIP);
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
  await expect(await answerTo(page, "Is grace@example.com free that week?")).toContainText(
    "“Retrospective” (Friday, 13:00)",
  );
  await expect(page.getByTestId("log-redacted")).toHaveCount(2);
  await answerTo(page, 'call search_flights {"origin": "SFO", "api_key": "k-271828"}');
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
  await expect(await answerTo(page, "Fly from Lisbon to Reykjavík")).toContainText(
    "I found no flights.",
  );
  const answer = await answerTo(page, "Show me the calendar of board@example.com");
  await expect(answer).toContainText("list_events failed");
  await expect(answer).toContainText("403");
  const failure = page.locator('[data-event="tool_invocation_error"]');
  await expect(failure).toHaveCount(1);
  await expect(failure).toContainText("403");
  // Chromium says of each refusal that it is one.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("403")]);
});

test("a marker in a code block is text, and so is one that breaks", async ({ page }) => {
  await expect(await answerTo(page, "How do you call a tool?")).toContainText(
    '<tool_call name="search_flights"',
  );
  const broken = await answerTo(page, "Write a call that breaks");
  await expect(broken).toContainText("What follows it is not lost.");
  await expect(page.locator("ag-ui-tool-card")).toHaveCount(0);
  await expect(page.getByTestId("log-line")).toHaveCount(0);
  // The model is told of the broken one, and the conversation goes on.
  await expect(await answerTo(page, "Fly to Zürich")).toContainText(
    "The cheapest flight to Zürich",
  );
});

test("another scene has its own agent and tools, and calls there are not logged here", async ({
  page,
}) => {
  await expect(page.getByTestId("agent-info")).toHaveText("Text-only model");
  await page.getByTestId("scene-tools").click();
  await expect(page.getByTestId("tool-count")).toHaveText("7");
  await expect(page.getByTestId("tool-log")).toHaveCount(0);
  await expect(await answerTo(page, "Make the page teal")).toContainText("teal");
  await page.goBack();
  await expect(page.getByTestId("tool-count")).toHaveText("2");
  await expect(ofAgent(page)).toHaveCount(0);
  await expect(page.getByTestId("log-line")).toHaveCount(0);
  await expect(await answerTo(page, "Fly to Paris")).toContainText("The cheapest flight to Paris");
  await expect(page.getByTestId("log-line")).toHaveCount(2);
});

test("on a phone the log opens above the conversation", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByTestId("tool-log")).toBeHidden();
  await answerTo(page, TRIP);
  await page.getByTestId("panel-toggle").click();
  await expect(page.getByTestId("log-line").last()).toBeInViewport();
  await expect(ofAgent(page).last()).toBeInViewport();
  await page.getByTestId("panel-toggle").click();
  await expect(page.getByTestId("tool-log")).toBeHidden();
});
