/** `<ag-ui-threads>`: threads as a list to open, rename, search, delete, export and import. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/test.js";
import { openThreads } from "./thread-views.js";

test.use({ sharesPage: true });

const row = (page: Page, title: string | RegExp): Locator =>
  page.getByRole("listitem").filter({ hasText: title });
const open = (page: Page, title: string): Locator => row(page, title).getByRole("button").first();
const titles = (page: Page) =>
  page.evaluate(() =>
    [...(threadsView.shadowRoot?.querySelectorAll(".title") ?? [])].map(
      ({ textContent }) => textContent,
    ),
  );
const asked = (page: Page) => page.evaluate(() => globalThis.asked);

test("shows title, time, unread messages and what runs, the newest first, and marks the current one", async ({
  harness,
}) => {
  await openThreads(
    harness,
    [
      { id: "a", title: "Tea", isRunning: true },
      { id: "b", text: "Book a flight\nto Rome", answer: "Done.", age: 2 * 3_600_000 },
      { id: "c", text: " ", age: 26 * 3_600_000 },
    ],
    { current: "c" },
  );
  expect(await titles(harness)).toEqual(["Tea", "Book a flight to Rome", "Untitled conversation"]);
  await expect(open(harness, "Tea")).toHaveAccessibleName(/Tea.*Running.*now/);
  await expect(open(harness, "Book")).toHaveAccessibleName(
    /Book a flight to Rome.*1 unread.*2 hours ago/,
  );
  await expect(open(harness, "Untitled")).toHaveAccessibleName(/yesterday/);
  await expect(open(harness, "Untitled")).toHaveAttribute("aria-current", "true");
  await expect(open(harness, "Tea")).not.toHaveAttribute("aria-current");
  const list = harness.getByRole("list", { name: "Conversations" });
  await expect(list).toHaveAccessibleDescription(/F2 renames, Delete deletes/);
  await harness.evaluate(() => heldThreads.abort());
});

test("opens a thread by the keeper, and notes that it was read; a cancelled event leaves that to the page", async ({
  harness,
}) => {
  await openThreads(harness, [
    { id: "a", title: "Tea", answer: "Yes." },
    { id: "b", title: "Milk" },
  ]);
  await open(harness, "Tea").click();
  await expect(row(harness, "Tea").locator(".unread")).toHaveCount(0);
  expect(await asked(harness)).toEqual(["open a"]);
  const details = await harness.evaluate(async () => {
    const heard: unknown[] = [];
    document.addEventListener(
      "ag-ui-thread-open",
      (event) => {
        heard.push(event.detail);
        event.preventDefault();
      },
      { once: true },
    );
    threadsView.shadowRoot?.querySelectorAll<HTMLElement>(".open")[1]?.click();
    return heard;
  });
  expect(details).toEqual([{ threadId: "b", messageId: undefined }]);
  expect(await asked(harness)).toEqual(["open a"]);
});

test("the messages of the current thread are seen as they come", async ({ harness }) => {
  const given = [
    { id: "a", title: "Tea", answer: "Yes." },
    { id: "b", title: "Milk", answer: "No." },
  ];
  await openThreads(harness, given, { current: "a" });
  await expect(row(harness, "Tea").locator(".unread")).toHaveCount(0);
  await expect(row(harness, "Milk").locator(".unread")).toHaveCount(1);
  await harness.evaluate(async () => {
    const thread = await threadStore.load("a");
    const more = { id: "3", role: "assistant", content: "More." } as const;
    if (thread) await threadStore.save({ ...thread, messages: [...thread.messages, more] });
    await until("it is seen", async () =>
      (await threadStore.list()).every(({ id, unread }) => id !== "a" || unread === 0),
    );
    threadsView.current = "b";
  });
  await expect(row(harness, "Milk").locator(".unread")).toHaveCount(0);
});

test("begins a thread by the keeper", async ({ harness }) => {
  await openThreads(harness, []);
  await expect(harness.getByText("No conversations yet.")).toBeVisible();
  await harness.getByRole("button", { name: "New conversation" }).click();
  expect(await asked(harness)).toEqual(["create"]);
});

test("is live: a change in the store is shown, and the keyboard stays on the thread that it was on", async ({
  harness,
}) => {
  await openThreads(harness, [
    { id: "a", title: "Tea" },
    { id: "b", title: "Milk" },
  ]);
  await open(harness, "Milk").focus();
  await harness.evaluate(async () => {
    const thread = await threadStore.load("b");
    if (thread) await threadStore.save({ ...thread, title: "Milk", updatedAt: Date.now() });
  });
  await expect.poll(() => titles(harness)).toEqual(["Milk", "Tea"]);
  await expect(open(harness, "Milk")).toBeFocused();
});

test("one row is a stop of Tab; arrow keys, Home and End lead to the others, Enter opens", async ({
  harness,
}) => {
  const all = Array.from({ length: 5 }, (_, at) => ({ id: `t${at}`, title: `Thread ${at}` }));
  await openThreads(harness, all, { current: "t2" });
  await harness.getByRole("searchbox").focus();
  await harness.keyboard.press("Tab");
  await expect(open(harness, "Thread 2")).toBeFocused();
  for (const [key, at] of [
    ...[
      ["ArrowDown", 3],
      ["ArrowUp", 2],
      ["ArrowUp", 1],
      ["Home", 0],
      ["ArrowUp", 0],
    ],
    ...[
      ["End", 4],
      ["ArrowDown", 4],
    ],
  ] as const) {
    await harness.keyboard.press(key as string);
    await expect(open(harness, `Thread ${at}`)).toBeFocused();
  }
  await harness.keyboard.press("Tab");
  await expect(
    row(harness, "Thread 4").getByRole("button", { name: "Rename “Thread 4”" }),
  ).toBeFocused();
  await harness.keyboard.press("Shift+Tab");
  await harness.keyboard.press("Enter");
  expect(await asked(harness)).toEqual(["open t4"]);
  await harness.getByRole("searchbox").focus();
  await harness.keyboard.press("ArrowDown");
  await expect(open(harness, "Thread 0")).toBeFocused();
});

test("renames in place: Enter and leaving the field keep the title, Escape does not", async ({
  harness,
}) => {
  await openThreads(harness, [
    { id: "a", title: "Tea" },
    { id: "b", title: "Milk" },
  ]);
  await open(harness, "Tea").focus();
  await harness.keyboard.press("F2");
  const field = harness.getByRole("textbox", { name: "Title" });
  await expect(field).toBeFocused();
  await harness.keyboard.type("Green tea");
  await harness.keyboard.press("Enter");
  await expect(open(harness, "Green tea")).toBeFocused();
  await expect(
    harness.getByRole("status").filter({ hasText: "Renamed to “Green tea”." }),
  ).toHaveCount(1);

  await harness.keyboard.press("F2");
  await field.fill("Nothing");
  await harness.keyboard.press("Escape");
  await expect(open(harness, "Green tea")).toBeFocused();

  await row(harness, "Milk").hover();
  await harness.getByRole("button", { name: "Rename “Milk”" }).click();
  await field.fill("Oat milk");
  await harness.getByRole("searchbox").click();
  await expect.poll(() => titles(harness)).toEqual(["Green tea", "Oat milk"]);
  await expect(harness.getByRole("searchbox")).toBeFocused();
  const stored = await harness.evaluate(async () => (await threadStore.load("b"))?.title);
  expect(stored).toBe("Oat milk");
});

test("a title that is being written stays when its row moves", async ({ harness }) => {
  await openThreads(harness, [
    { id: "a", title: "Tea" },
    { id: "b", title: "Milk" },
  ]);
  await open(harness, "Milk").focus();
  await harness.keyboard.press("F2");
  await harness.keyboard.type("Oat");
  await harness.evaluate(async () => {
    const thread = await threadStore.load("b");
    if (thread) await threadStore.save({ ...thread, updatedAt: Date.now() });
    const rows = () => [...(threadsView.shadowRoot?.querySelectorAll<HTMLElement>(".row") ?? [])];
    await until("the row has moved", () => rows()[0]?.dataset.thread === "b");
  });
  await harness.keyboard.type(" milk");
  await harness.keyboard.press("Enter");
  await expect.poll(() => titles(harness)).toEqual(["Oat milk", "Tea"]);
});

test("asks before it deletes for good; the safe answer has the focus, and Escape keeps the thread", async ({
  harness,
}) => {
  await openThreads(harness, [
    { id: "a", title: "Tea" },
    { id: "b", title: "Milk" },
  ]);
  await open(harness, "Tea").focus();
  await harness.keyboard.press("Delete");
  const question = harness.getByRole("group", { name: "Delete “Tea” for good?" });
  await expect(question.getByRole("button", { name: "Keep" })).toBeFocused();
  await harness.keyboard.press("Escape");
  await expect(open(harness, "Tea")).toBeFocused();
  await harness.keyboard.press("Delete");
  const confirm = question.getByRole("button", { name: "Delete" });
  await expect(confirm).toHaveAttribute("aria-disabled", "false");
  await confirm.click();
  await expect(row(harness, "Tea")).toHaveCount(0);
  await expect(open(harness, "Milk")).toBeFocused();
  await expect(harness.getByRole("status").filter({ hasText: "“Tea” was deleted." })).toHaveCount(
    1,
  );
  expect(await harness.evaluate(() => threadStore.load("a"))).toBeUndefined();
});

test("the last thread deleted, the keyboard goes to the search field", async ({ harness }) => {
  await openThreads(harness, [{ id: "a", title: "Tea" }], { current: "a" });
  await open(harness, "Tea").focus();
  await harness.keyboard.press("Delete");
  const confirm = harness.getByRole("group").getByRole("button", { name: "Delete" });
  await expect(confirm).toHaveAttribute("aria-disabled", "false");
  await confirm.click();
  await expect(harness.getByText("No conversations yet.")).toBeVisible();
  await expect(harness.getByRole("searchbox")).toBeFocused();
  // The current thread is left before, or the agent would save it again.
  expect(await asked(harness)).toEqual(["create"]);
});

test("a thread that runs is not deleted, and the person is told why", async ({ harness }) => {
  await openThreads(harness, [{ id: "a", title: "Tea", isRunning: true }]);
  const removed = async () => {
    await open(harness, "Tea").focus();
    await harness.keyboard.press("Delete");
    const confirm = harness.getByRole("group").getByRole("button", { name: "Delete" });
    await expect(confirm).toHaveAttribute("aria-disabled", "false");
    await confirm.click();
  };
  await removed();
  await expect(harness.getByRole("alert")).toContainText("“Tea” is running. Stop it first");
  await harness.getByRole("button", { name: "Dismiss" }).click();
  await expect(harness.getByRole("alert")).toBeEmpty();
  await harness.evaluate(() => {
    threadsView.stop = (id) => id === "a";
  });
  await removed();
  await expect(harness.getByText("No conversations yet.")).toBeVisible();
  await harness.evaluate(() => heldThreads.abort());
});

test("searches titles and messages, shows the place, and Escape ends the search", async ({
  harness,
}) => {
  await openThreads(harness, [
    { id: "a", title: "Groceries", text: "Hello", answer: "There is Jasmine TÉA in the shop." },
    { id: "b", title: "Tea for two" },
    { id: "c", title: "Flights" },
  ]);
  const field = harness.getByRole("searchbox", { name: "Search conversations" });
  await field.fill("tea");
  await expect(
    harness.getByRole("status").filter({ hasText: "2 conversations found" }),
  ).toBeVisible();
  expect(await titles(harness)).toEqual(["Tea for two", "Groceries"]);
  await expect(row(harness, "Groceries").locator("mark")).toHaveText("TÉA");
  const opened = harness.evaluate(
    () =>
      new Promise((resolve) => {
        const heard = ({ detail }: GlobalEventHandlersEventMap["ag-ui-thread-open"]) =>
          resolve(detail);
        threadsView.addEventListener("ag-ui-thread-open", heard, { once: true });
      }),
  );
  await open(harness, "Groceries").click();
  expect(await opened).toEqual({ threadId: "a", messageId: "2" });
  await field.fill("nothing like it");
  await expect(harness.getByText("Nothing was found.")).toBeVisible();
  await field.press("Escape");
  await expect(field).toHaveValue("");
  await expect.poll(() => titles(harness)).toEqual(["Groceries", "Tea for two", "Flights"]);
});

test("exports all threads as a file, and imports it in another list", async ({ harness }) => {
  await openThreads(harness, [
    { id: "a", title: "Tea" },
    { id: "b", title: "Milk" },
  ]);
  const summary = harness.locator("summary");
  await expect(summary).toHaveAccessibleName("Export and import");
  await summary.click();
  const downloading = harness.waitForEvent("download");
  await harness.getByRole("button", { name: "Export all" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^conversations-\d{4}-\d\d-\d\d\.json$/);
  const file = await readFile(await download.path());
  expect(JSON.parse(file.toString()).threads).toHaveLength(2);
  await expect(
    harness.getByRole("status").filter({ hasText: "2 conversations exported." }),
  ).toBeVisible();

  const imported = harness.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener("ag-ui-threads-imported", ({ detail }) => resolve(detail), {
          once: true,
        });
      }),
  );
  await summary.click();
  const choosing = harness.waitForEvent("filechooser");
  await harness.getByRole("button", { name: "Import a file" }).click();
  const parsed = JSON.parse(file.toString());
  parsed.threads.push({ id: "broken" });
  const buffer = Buffer.from(JSON.stringify(parsed));
  await (await choosing).setFiles({ name: "threads.json", mimeType: "application/json", buffer });
  await expect(harness.getByRole("alert")).toContainText("2 conversations imported. 1 refused.");
  expect(await imported).toMatchObject({
    imported: [{ hasNewId: true }, { hasNewId: true }],
    refused: [{ index: 2, code: "malformed" }],
  });
  await expect(harness.getByRole("listitem")).toHaveCount(4);
});

test("a file that is none is refused in words of the table, and the menu closes by Escape", async ({
  harness,
}) => {
  await openThreads(harness, [{ id: "a", title: "Tee" }]);
  await harness.evaluate(() => {
    threadsView.strings = threads.german;
  });
  const summary = harness.locator("summary");
  await expect(summary).toHaveAccessibleName("Exportieren und importieren");
  await summary.click();
  await harness.keyboard.press("Tab");
  await expect(harness.getByRole("button", { name: "Alle exportieren" })).toBeFocused();
  await harness.keyboard.press("Escape");
  await expect(summary).toBeFocused();
  await expect(harness.getByRole("button", { name: "Alle exportieren" })).toBeHidden();
  const choosing = harness.waitForEvent("filechooser");
  await summary.click();
  await harness.getByRole("button", { name: "Datei importieren" }).click();
  const buffer = Buffer.from("<html>");
  await (await choosing).setFiles({ name: "x.json", mimeType: "application/json", buffer });
  await expect(harness.getByRole("alert")).toContainText("kein Export von Gesprächen");
});

test("titles and excerpts are text: nothing hidden in them, and no markup", async ({ harness }) => {
  await openThreads(harness, [
    {
      id: "a",
      title: "pay \u202e5\u0000 <b>tea</b>",
      text: "x",
      answer: "<img src=x> \u202e needle",
    },
  ]);
  expect(await titles(harness)).toEqual(["pay ⟨U+202E⟩5⟨U+0000⟩ <b>tea</b>"]);
  await harness.getByRole("searchbox").fill("needle");
  await expect(row(harness, "needle").locator(".excerpt")).toHaveText(
    "<img src=x> ⟨U+202E⟩ needle",
  );
});

test("a store that fails is reported, and read again on request", async ({ harness }) => {
  await openThreads(harness, [{ id: "a", title: "Tea" }]);
  await harness.evaluate(async () => {
    const { list } = threadStore;
    threadStore.list = () => Promise.reject(new Error("gone"));
    Object.assign(globalThis, { putBack: () => Object.assign(threadStore, { list }) });
    await threadStore.update("a", { title: "Milk" });
  });
  await expect(harness.getByRole("alert")).toContainText("The conversations can’t be read.");
  expect(await titles(harness)).toEqual(["Tea"]);
  await harness.evaluate(() => (globalThis as unknown as { putBack(): void }).putBack());
  await harness.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => titles(harness)).toEqual(["Milk"]);
  await expect(harness.getByRole("alert")).toBeEmpty();
});

test("a failure to open is shown, and reported to the page", async ({ harness, complaints }) => {
  await openThreads(harness, [{ id: "a", title: "Tea" }]);
  await harness.evaluate(() => {
    threadKeeper.open = () => Promise.reject(new Error("Another tab has it."));
  });
  await open(harness, "Tea").click();
  await expect(harness.getByRole("alert")).toContainText("“Tea” could not be opened.");
  await expect.poll(() => complaints.splice(0).join()).toContain("Another tab has it.");
});

test("takes a ThreadList, which the page opens threads for and closes itself", async ({
  harness,
}) => {
  await openThreads(harness, [{ id: "a", title: "Tea" }]);
  const result = await harness.evaluate(async () => {
    const list = new threads.ThreadList(threadStore);
    threadsView.threads = list;
    await threadsView.updateComplete;
    const heard: string[] = [];
    threadsView.addEventListener("ag-ui-thread-open", ({ detail }) => heard.push(detail.threadId), {
      once: true,
    });
    await list.ready;
    await until("the thread is shown", () => threadsView.shadowRoot?.querySelector(".open"));
    threadsView.shadowRoot?.querySelector<HTMLElement>(".open")?.click();
    threadsView.remove();
    await threadStore.update("a", { title: "Milk" });
    await until("the list goes on", () => list.threads[0]?.title === "Milk");
    list.close();
    return heard;
  });
  expect([result, await asked(harness)]).toEqual([["a"], []]);
});

test("the agent sees nothing of it, and a script's click deletes nothing", async ({ harness }) => {
  await openThreads(harness, [{ id: "a", title: "Tea" }]);
  await expect(harness.locator("ag-ui-threads")).toHaveAttribute("data-ag-ui-ignore");
  await open(harness, "Tea").focus();
  await harness.keyboard.press("Delete");
  const confirm = harness.getByRole("group").getByRole("button", { name: "Delete" });
  await expect(confirm).toHaveAttribute("aria-disabled", "false");
  await confirm.evaluate((button: HTMLElement) => button.click());
  await harness.evaluate(() => turn());
  expect(await harness.evaluate(async () => (await threadStore.load("a"))?.title)).toBe("Tea");
});

test("2,000 threads are all there, in turns, and the end is reached by a key", async ({
  harness,
}) => {
  await openThreads(harness, []);
  await harness.evaluate(async () => {
    await putThreads(
      Array.from({ length: 2_000 }, (_, at) => ({ id: `t${at}`, title: `Thread ${at}` })),
    );
    await until("some are there", () => threadsView.shadowRoot?.querySelector(".row"));
    // The first rows are there long before the last ones.
    await until(
      "all are there",
      () => threadsView.shadowRoot?.querySelectorAll(".row").length === 2_000,
    );
  });
  // A search that ends begins anew with the first rows.
  await harness.getByRole("searchbox").fill("thread 1999");
  await expect(harness.getByText("1 conversation found")).toBeVisible();
  await harness.getByRole("searchbox").press("Escape");
  const counts = await harness.evaluate(async () => {
    const rows = () => threadsView.shadowRoot?.querySelectorAll(".row").length ?? 0;
    await until("the first are there", () => rows() > 1);
    const first = rows();
    await until("all are there again", () => rows() === 2_000);
    return first;
  });
  expect(counts).toBeLessThan(1_000);
  await open(harness, "Thread 0").first().focus();
  await harness.keyboard.press("End");
  const title = await harness.evaluate(
    () => threadsView.shadowRoot?.activeElement?.querySelector(".title")?.textContent,
  );
  expect(title).toBe("Thread 1999");
});
