/** The to-do list in Chromium: what outlives the page, and who overwrites whom. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";

test.use({ usesStorage: true });

type Storage = "indexeddb" | "opfs";

/** An agent in a page, with its tools; it stays as long as the page. */
async function begin(page: Page, storage: Storage): Promise<void> {
  await page.evaluate(async (storage) => {
    await load("toolbox");
    const store = new toolbox.TodoStore({ storage });
    const registry = new agUi.ToolRegistry();
    for (const tool of toolbox.todoTools({ store })) registry.register(tool);
    const changes: number[] = [];
    store.subscribe(async () => changes.push((await store.items()).length));
    Object.assign(globalThis, {
      registry,
      store,
      changes,
      manager: new agUi.ToolExecutionManager(),
    });
  }, storage);
}

interface Begun {
  readonly registry: InstanceType<typeof agUi.ToolRegistry>;
  readonly manager: InstanceType<typeof agUi.ToolExecutionManager>;
  readonly store: InstanceType<typeof toolbox.TodoStore>;
  readonly changes: number[];
}

const call = (page: Page, name: string, args: Record<string, unknown>): Promise<string> =>
  page.evaluate(
    async ({ name, args }) => {
      const { registry, manager } = globalThis as unknown as Begun;
      const tool = registry.get(name);
      if (!tool) throw new Error(`${name} is not registered.`);
      const result = await manager.execute(tool, crypto.randomUUID(), args);
      return result.success ? result.result : `${result.error.code}: ${result.error.message}`;
    },
    { name, args },
  );

const write = (page: Page, ...ids: string[]) =>
  call(page, "todo_write", {
    todos: ids.map((id) => ({ id, content: `Do ${id}`, status: "pending" })),
  });

for (const storage of ["indexeddb", "opfs"] as const) {
  test(`${storage}: a list survives a reload, and the page hears of changes`, async ({
    harness,
  }) => {
    await begin(harness, storage);
    expect(await call(harness, "todo_read", {})).toBe("The list is empty.");
    expect(await write(harness, "a", "b")).toContain("[ ] b: Do b");
    await expect
      .poll(() => harness.evaluate(() => (globalThis as unknown as Begun).changes))
      .toEqual([2]);
    await harness.reload();
    await harness.evaluate(() => agUi.init());
    await begin(harness, storage);
    expect(await call(harness, "todo_read", {})).toContain("[ ] a: Do a");
  });

  test(`${storage}: two tabs don't overwrite each other, and each hears of the other`, async ({
    harness,
    context,
    backend,
  }) => {
    await using other = await context.newPage();
    await other.goto(backend.origin);
    await other.evaluate(() => agUi.init());
    await Promise.all([begin(harness, storage), begin(other, storage)]);
    await Promise.all([call(harness, "todo_read", {}), call(other, "todo_read", {})]);
    expect(await write(harness, "mine")).toContain("stored");
    await expect
      .poll(() => other.evaluate(() => (globalThis as unknown as Begun).changes))
      .toEqual([1]);
    const refused = await write(other, "theirs");
    expect(refused).toContain("stale_list");
    expect(refused).toContain("Do mine");
    expect(await write(other, "mine", "theirs")).toContain("stored");
    // At the same time, one of them wins, and the other is told.
    await Promise.all([call(harness, "todo_read", {}), call(other, "todo_read", {})]);
    const both = await Promise.all([write(harness, "1"), write(other, "2")]);
    expect(both.filter((text) => text.includes("stored"))).toHaveLength(1);
    expect(both.filter((text) => text.startsWith("stale_list"))).toHaveLength(1);
  });
}

test("what can't be read is kept under another key, and the list begins anew", async ({
  harness,
}) => {
  await begin(harness, "indexeddb");
  await write(harness, "a");
  await harness.evaluate(async () => {
    const { store } = globalThis as unknown as Begun;
    const text = await store.load();
    await store.replace(text, '{"version":1,"items":"broken"}');
  });
  const words = await call(harness, "todo_read", {});
  expect(words).toContain("Nothing is lost");
  const key = /"(todo\.unreadable-[^"]+)"/.exec(words)?.[1] ?? "none";
  const kept = await harness.evaluate(async (key) => {
    const aside = new toolbox.TodoStore({ key });
    return aside.load();
  }, key);
  expect(kept).toBe('{"version":1,"items":"broken"}');
  expect(await write(harness, "b")).toContain("[ ] b: Do b");
});

test("no room left is said, and the list is as it was", async ({ harness, page, backend }) => {
  await begin(harness, "opfs");
  await write(harness, "a");
  const client = await page.context().newCDPSession(page);
  await client.send("Storage.overrideQuotaForOrigin", { origin: backend.origin, quotaSize: 1 });
  const refused = await write(harness, "a", "b");
  expect(refused).toContain("quota_exceeded");
  await client.send("Storage.overrideQuotaForOrigin", { origin: backend.origin });
  expect(await call(harness, "todo_read", {})).toContain("1 items");
});

test("a storage of the page's own, and options that are checked at once", async ({ harness }) => {
  const seen = await harness.evaluate(async () => {
    await load("toolbox");
    let kept: string | undefined;
    let tell = () => {};
    const storage = {
      get: () => kept,
      set: (text: string) => {
        kept = text;
      },
      subscribe(changed: () => void) {
        tell = changed;
        return () => {
          tell = () => {};
        };
      },
    };
    const store = new toolbox.TodoStore({ storage });
    let changes = 0;
    const end = store.subscribe(() => {
      changes += 1;
    });
    const registry = new agUi.ToolRegistry();
    for (const tool of toolbox.todoTools({ store, approval: "never" })) registry.register(tool);
    const tool = registry.get("todo_write");
    if (!tool) throw new Error("It is not registered.");
    const todos = [{ id: "1", content: "x", status: "pending" }];
    await new agUi.ToolExecutionManager().execute(tool, "c1", { todos });
    tell();
    end();
    tell();
    const wrong: unknown[] = [
      { storage: "cookies" },
      { storage: { get() {} } },
      { key: "" },
      { store: {} },
      { store, key: "x" },
      { stored: true },
      { approval: "maybe" },
    ];
    const messages = wrong.map((options) => {
      try {
        toolbox.todoTools(options as never);
        return "nothing";
      } catch (error) {
        return String(error);
      }
    });
    return {
      kept,
      changes,
      messages,
      approval: tool.metadata.approval,
      can: await toolbox.todoToolsAvailability({ store }),
    };
  });
  expect(JSON.parse(seen.kept ?? "")).toMatchObject({ version: 1, items: [{ id: "1" }] });
  expect(seen.changes).toBe(2);
  expect(seen.approval).toBe("never");
  expect(seen.can).toMatchObject({ todo_read: { available: true } });
  for (const message of seen.messages)
    expect(message).toMatch(/^TypeError: ag-ui-lit: todoTools\(/);
});
