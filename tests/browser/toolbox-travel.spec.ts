/** Flights and the calendar in Chromium: what another origin's server gets to see, and what a browser hides. */
import type { Page } from "@playwright/test";
import type { ToolExecutionResult } from "ag-ui-lit";
import { test as base, expect } from "../support/test.js";
import { Duffel } from "../support/travel/duffel.js";
import { calendarEvent, Google } from "../support/travel/google.js";

const test = base.extend<{ readonly google: Google; readonly duffel: Duffel }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  google: async ({}, use) => {
    const server = await new Google().start();
    await use(server);
    await server.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  duffel: async ({}, use) => {
    const server = await new Duffel().start();
    await use(server);
    await server.stop();
  },
});

/** Lists events as a page does, with the tokens that it has one after the other. */
const list = (page: Page, baseUrl: string, tokens: string[]): Promise<ToolExecutionResult> =>
  page.evaluate(
    async ({ baseUrl, tokens }) => {
      await load("toolbox");
      const token = ({ refresh }: { refresh: boolean }) => {
        if (refresh) tokens.shift();
        return tokens[0] as string;
      };
      const [definition] = toolbox.calendarTools({ baseUrl, token });
      if (!definition) throw new Error("There is no tool.");
      const { tool } = new agUi.ToolRegistry().register(definition);
      const manager = new agUi.ToolExecutionManager(undefined, {
        ...agUi.DEFAULT_RETRY_CONFIG,
        maxAttempts: 1,
      });
      const args = { timeMin: "2025-05-10T00:00:00Z", timeMax: "2025-05-17T00:00:00Z" };
      return manager.execute(tool, "c1", args);
    },
    { baseUrl, tokens },
  );

/** The browser notes refusals and failures in its console by itself. */
const takeNotes = (complaints: string[]) => complaints.splice(0);

const storing = test.extend({ usesStorage: true });

storing(
  "the calendar of another origin is read with a token that is refreshed, and nothing else of the page",
  async ({ harness, google, complaints }) => {
    google.events = [calendarEvent("a"), { id: "gone", status: "cancelled" }];
    await harness.context().addCookies([{ name: "login", value: "1", url: google.origin }]);
    const result = await list(harness, `${google.origin}/calendar/v3`, ["ya29.old", "ya29.first"]);
    if (!result.success) throw new Error(result.error.message);
    expect(JSON.parse(result.result).data.map(({ id }: { id: string }) => id)).toEqual(["a"]);
    expect(google.asked.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer ya29.old",
      "Bearer ya29.first",
    ]);
    expect(google.faults).toEqual([]);
    takeNotes(complaints);
  },
);

test("a redirect that the browser hides is not followed", async ({ harness, google, duffel }) => {
  google.next.push({ status: 302, headers: { location: `${duffel.origin}/steal` } });
  const result = await list(harness, `${google.origin}/calendar/v3`, ["ya29.first"]);
  expect(result).toMatchObject({
    success: false,
    error: { category: "permanent", code: "redirect_not_followed" },
  });
  expect(duffel.asked).toEqual([]);
});

test("a server that waits is told how long in a header that it exposes", async ({
  harness,
  google,
  complaints,
}) => {
  google.next.push({ status: 429, headers: { "retry-after": "7" }, body: {} });
  const result = await list(harness, `${google.origin}/calendar/v3`, ["ya29.first"]);
  expect(result).toMatchObject({
    success: false,
    error: { category: "transient", code: "http_429", retryAfter: 7_000 },
  });
  takeNotes(complaints);
});

test("a page's own server is asked by a path, and no other origin looks like one", async ({
  harness,
}) => {
  const refused = await harness.evaluate(async () => {
    await load("toolbox");
    const isRefused = (baseUrl: string) => {
      try {
        toolbox.flightTools({ baseUrl });
        return false;
      } catch {
        return true;
      }
    };
    return ["/duffel", "./duffel/", "//evil.example", "/\\evil.example", "duffel.com", "/?a"].map(
      isRefused,
    );
  });
  expect(refused).toEqual([false, false, true, true, true, true]);
});
