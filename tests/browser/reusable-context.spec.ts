/** A worker's context between two tests: what is undone, what is reported, and when there is a new one. */
import type { Browser, Page } from "@playwright/test";
import type { Backend } from "../support/backend.js";
import { ReusableContext } from "../support/reusable-context.js";
import { expect, test } from "../support/test.js";

/** A context whose page shows the harness. */
async function openHarness(browser: Browser, backend: Backend) {
  const reusable = await ReusableContext.open(browser);
  const [page] = reusable.context.pages() as [Page];
  await page.goto(backend.origin);
  return { reusable, page, [Symbol.asyncDispose]: () => reusable.close() };
}

/** The facts in which a used page could differ from a new one. */
const stateOf = (page: Page) =>
  page.evaluate(async () => ({
    globals: Object.keys(globalThis).filter((key) => key.startsWith("left")),
    nodes: document.querySelectorAll("[data-left]").length,
    name: window.name,
    history: history.length,
    stored: [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length],
    cookies: document.cookie,
    size: [innerWidth, innerHeight],
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    isStill: matchMedia("(prefers-reduced-motion: reduce)").matches,
  }));

test("after a reset, a page is as a new one", async ({ browser, backend }) => {
  await using used = await openHarness(browser, backend);
  const { reusable, page } = used;
  const fresh = await stateOf(page);
  const heard: string[] = [];
  page.on("console", (message) => heard.push(message.text()));
  reusable.context.on("request", (request) => heard.push(request.url()));
  await page.route("**/left", (route) => route.fulfill({ body: "left" }));
  await reusable.context.route("**/also-left", (route) => route.fulfill({ body: "left" }));
  await page.setViewportSize({ width: 300, height: 400 });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.evaluate(async () => {
    Object.assign(globalThis, { left: 1 });
    window.name = "left";
    document.body.dataset.left = "left";
    await cookieStore.set("left", "1");
    history.pushState(null, "", "/left-behind");
    localStorage.setItem("left", "1");
    sessionStorage.setItem("left", "1");
    const opening = indexedDB.open("left");
    await new Promise((opened) => opening.addEventListener("success", opened));
  });

  await reusable.reset();
  heard.length = 0;
  await page.goto(backend.origin);
  await page.evaluate(() => console.log("not heard"));

  expect(reusable.isReusable).toBe(true);
  expect(await stateOf(page)).toEqual(fresh);
  const statuses = await page.evaluate(() =>
    Promise.all(["/left", "/also-left"].map(async (path) => (await fetch(path)).status)),
  );
  expect(statuses).toEqual([404, 404]);
  expect(heard).toEqual([]);
});

test("a reset reports pages left open and every kind of storage", async ({ browser, backend }) => {
  await using used = await openHarness(browser, backend);
  const { reusable, page } = used;
  const other = await reusable.context.newPage();
  await other.goto(`${backend.origin}/index.html`);
  await page.evaluate(async () => {
    await cookieStore.set("a", "1");
    localStorage.setItem("b", "1");
    sessionStorage.setItem("c", "1");
    const opening = indexedDB.open("d");
    await new Promise((opened) => opening.addEventListener("success", opened));
    await caches.open("e");
    await (await navigator.storage.getDirectory()).getDirectoryHandle("f", { create: true });
    // Changes of the page's globals do not hide anything.
    Object.defineProperty(globalThis, "localStorage", { value: {} });
  });
  expect(await reusable.reset()).toEqual({
    pages: [`${backend.origin}/index.html`],
    stored: ["cookie a", "localStorage b", "sessionStorage c", "IndexedDB d", "cache e", "file f"],
  });
  expect(reusable.context.pages()).toEqual([page]);
  await page.goto(backend.origin);
  expect(await reusable.reset()).toEqual({ pages: [], stored: [] });
});

const irreversible: [string, (page: Page) => Promise<unknown>][] = [
  ["a clock", (page) => page.clock.install()],
  ["an init script", (page) => page.addInitScript(() => {})],
  ["a function of the test's", (page) => page.exposeFunction("left", () => {})],
  ["an offline context", (page) => page.context().setOffline(true)],
  ["a session with the browser", (page) => page.context().newCDPSession(page)],
  ["a closed page", (page) => page.close()],
];

for (const [what, leave] of irreversible) {
  test(`${what} can't be undone: there is a new context`, async ({ browser, backend }) => {
    await using used = await openHarness(browser, backend);
    await leave(used.page);
    expect(await used.reusable.reset()).toEqual({ pages: [], stored: [] });
    expect(used.reusable.isReusable).toBe(false);
    expect(browser.contexts()).not.toContain(used.reusable.context);
  });
}

test.describe("a test that does not say so", () => {
  test.fail("may not leave anything in the storage", async ({ harness }) => {
    await harness.evaluate(() => localStorage.setItem("left", "1"));
  });

  test.fail("may not leave a page open", async ({ harness, context }) => {
    const other = await context.newPage();
    await other.goto(harness.url());
  });
});
