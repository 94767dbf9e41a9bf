/** `indexedDbStore()` in Chromium: what outlives a page, what tabs share, and databases that get in the way. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";

test.use({ usesStorage: true });

interface Begun {
  readonly store: ReturnType<typeof toolLog.indexedDbStore>;
  readonly search: (n: number) => Promise<string>;
  runs: number;
}

/** A page with a tool whose results are stored. */
async function begin(page: Page, cache: { ttl?: number; maxEntries?: number } = {}): Promise<void> {
  await page.evaluate(async (cache) => {
    await load("toolLog");
    const store = toolLog.indexedDbStore({ name: "flights" });
    const begun = { store, runs: 0 };
    const manager = new agUi.ToolExecutionManager();
    const { tool } = new agUi.ToolRegistry().register({
      id: "flights-mcp::search-flights",
      name: "search_flights",
      description: "Searches.",
      schema: z.object({ n: z.number() }),
      metadata: {
        idempotent: true,
        cache: { ttl: 60_000, maxEntries: 10, ...cache, store, key: ({ n }) => `flights:${n}` },
      },
      handler: ({ n }) => {
        begun.runs += 1;
        return { n, at: new Date(0), run: crypto.randomUUID() };
      },
    });
    const search = async (n: number): Promise<string> => {
      const outcome = await manager.execute(tool, "1", { n });
      return outcome.success ? outcome.result : outcome.error.message;
    };
    Object.assign(globalThis, { begun: Object.assign(begun, { search }) });
  }, cache);
}

const search = (page: Page, n: number) =>
  page.evaluate((n) => (globalThis as unknown as { begun: Begun }).begun.search(n), n);

const runs = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { begun: Begun }).begun.runs);

const clear = (page: Page, tool?: string) =>
  page.evaluate(
    (tool) => (globalThis as unknown as { begun: Begun }).begun.store.clear(tool),
    tool,
  );

/** Another page of the same origin. */
async function another(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.evaluate(() => globalThis.agUi.init());
  return other;
}

test("a result outlives the page, and a tab sees what another has stored", async ({ harness }) => {
  await begin(harness);
  const first = await search(harness, 1);
  expect(await search(harness, 1)).toBe(first);
  await using tab = await another(harness);
  await begin(tab);
  expect(await search(tab, 1)).toBe(first);
  expect(await runs(tab)).toBe(0);
  const second = await search(tab, 2);
  expect(await search(harness, 2)).toBe(second);
  expect(await runs(harness)).toBe(1);
  await harness.reload();
  await harness.evaluate(() => globalThis.agUi.init());
  await begin(harness);
  expect(await search(harness, 1)).toBe(first);
  expect(await runs(harness)).toBe(0);
});

test("what one tab clears is gone for the other, by the tool's name, its id, and altogether", async ({
  harness,
}) => {
  await using tab = await another(harness);
  await begin(harness);
  await begin(tab);
  for (const word of ["search_flights", "flights-mcp::search-flights", undefined]) {
    const before = await search(harness, 1);
    expect(await search(tab, 1)).toBe(before);
    await clear(tab, "another_tool");
    expect(await search(harness, 1)).toBe(before);
    await clear(tab, word);
    expect(await search(harness, 1)).not.toBe(before);
  }
});

test("a call that was under way when another tab cleared leaves nothing behind", async ({
  harness,
}) => {
  await using tab = await another(harness);
  await begin(harness);
  await begin(tab);
  await harness.evaluate(async () => {
    const { store } = (globalThis as unknown as { begun: Begun }).begun;
    const manager = new agUi.ToolExecutionManager();
    let finish: (value: string) => void = () => {};
    const { tool } = new agUi.ToolRegistry().register({
      name: "search_flights",
      description: "Searches.",
      schema: z.object({ n: z.number() }),
      metadata: {
        idempotent: true,
        cache: { ttl: 60_000, maxEntries: 10, store, key: ({ n }) => `flights:${n}` },
      },
      handler: () =>
        new Promise<string>((resolve) => {
          finish = resolve;
        }),
    });
    const isRunning = eventOf(manager, "tool-execution-executing");
    const call = manager.execute(tool, "1", { n: 7 });
    await isRunning;
    Object.assign(globalThis, {
      end: async () => {
        finish("stale");
        await call;
      },
    });
  });
  await clear(tab, "search_flights");
  await harness.evaluate(() => (globalThis as unknown as { end(): Promise<void> }).end());
  expect(await search(tab, 7)).not.toContain("stale");
});

test("so many results of a tool are kept: the oldest go first", async ({ harness }) => {
  await begin(harness, { maxEntries: 2 });
  const kept = [];
  for (const n of [1, 2, 3]) kept.push(await search(harness, n));
  expect(await search(harness, 3)).toBe(kept[2]);
  expect(await search(harness, 2)).toBe(kept[1]);
  expect(await search(harness, 1)).not.toBe(kept[0]);
});

test("a database that is closed, deleted, of a later version or somebody else's is a miss, and the tool works on", async ({
  harness,
}) => {
  await begin(harness);
  const first = await search(harness, 1);
  await using tab = await another(harness);
  // Another tab brings a later version: this one lets go of the database.
  await tab.evaluate(async () => {
    const opening = indexedDB.open("flights", 2);
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = () => reject(opening.error);
    });
    opening.result.close();
  });
  const second = await search(harness, 1);
  expect(second).not.toBe(first);
  expect(await runs(harness)).toBe(2);
  // Deleted, it is made anew.
  await tab.evaluate(async () => {
    const deleting = indexedDB.deleteDatabase("flights");
    await new Promise((resolve, reject) => {
      deleting.onsuccess = resolve;
      deleting.onerror = () => reject(deleting.error);
    });
  });
  const third = await search(harness, 1);
  expect(await search(harness, 1)).toBe(third);
  // Somebody else's, without our stores.
  await tab.evaluate(async () => {
    const deleting = indexedDB.deleteDatabase("flights");
    await new Promise((resolve) => {
      deleting.onsuccess = resolve;
    });
    const opening = indexedDB.open("flights", 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore("other");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    opening.result.close();
  });
  expect(await search(harness, 1)).toContain('"n":1');
  expect(await search(harness, 1)).toContain('"n":1');
  expect(await runs(harness)).toBe(5);
});

test("where IndexedDB is missing, or has no room, every call runs its tool", async ({
  harness,
}) => {
  await begin(harness);
  await harness.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("No room.", "QuotaExceededError");
    };
  });
  await search(harness, 1);
  await search(harness, 1);
  expect(await runs(harness)).toBe(2);
  await harness.evaluate(() => {
    Object.defineProperty(globalThis, "indexedDB", { value: undefined });
  });
  await begin(harness);
  await search(harness, 1);
  await search(harness, 1);
  expect(await runs(harness)).toBe(2);
});

test("a value that somebody put among the results is a miss, whatever it is", async ({
  harness,
}) => {
  await begin(harness);
  const first = await search(harness, 1);
  await harness.evaluate(async () => {
    const opening = indexedDB.open("flights");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const change = opening.result.transaction("results", "readwrite");
    const cursor = change.objectStore("results").openCursor();
    cursor.onsuccess = () => cursor.result?.update({ result: { version: 1, text: "evil" } });
    await new Promise((resolve) => {
      change.oncomplete = resolve;
    });
    opening.result.close();
  });
  const second = await search(harness, 1);
  expect(second).not.toBe(first);
  expect(second).not.toContain("evil");
});
