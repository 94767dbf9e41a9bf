/** The composer's drafts and suggestions: kept for each thread, stored where the page wants it. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";
import { attachFiles, openComposer, sentBy } from "./composers.js";

test.use({ sharesPage: true });

const goTo = (page: Page, threadId: string) =>
  page.evaluate((threadId) => playedAgent.goTo(threadId), threadId);

const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem("ag-ui-lit.drafts"));

test("each thread has its draft, with its files", async ({ harness }) => {
  const { field, files } = await openComposer(harness, { accept: "*/*" });
  await field.fill("In one");
  await attachFiles(harness, { name: "one.txt", type: "text/plain", content: "1" });
  await expect(files).toHaveCount(1);
  await goTo(harness, "two");
  await expect(field).toHaveValue("");
  await expect(files).toHaveCount(0);
  await field.fill("In two");
  await goTo(harness, "one");
  await expect(field).toHaveValue("In one");
  await expect(files).toHaveCount(1);
  await goTo(harness, "two");
  await expect(field).toHaveValue("In two");
});

test("threads of two agents with one id have drafts of their own", async ({ harness }) => {
  const { field } = await openComposer(harness);
  await field.fill("For the first");
  await harness.evaluate(() => {
    const Agent = playedAgent.constructor as new () => typeof playedAgent;
    composerBox.agent = new Agent();
  });
  await expect(field).toHaveValue("");
  await harness.evaluate(() => {
    composerBox.agent = playedAgent;
  });
  await expect(field).toHaveValue("For the first");
});

test("nothing is stored unless the page sets keep-drafts", async ({ harness }) => {
  const { field } = await openComposer(harness);
  await field.fill("Private");
  await harness.evaluate(() => {
    dispatchEvent(new Event("pagehide"));
    composerBox.remove();
  });
  expect(await stored(harness)).toBeNull();
});

test.describe("with keep-drafts", () => {
  test.use({ usesStorage: true, sharesPage: false });

  test("a draft survives a reload, and is gone once it is sent", async ({ harness }) => {
    const { field } = await openComposer(harness, { "keep-drafts": "" });
    await field.fill("Unfinished");
    await goTo(harness, "two");
    await field.fill("Also");
    await harness.reload();
    const again = await openComposer(harness, { "keep-drafts": "" });
    await expect(again.field).toHaveValue("Unfinished");
    await again.field.press("Enter");
    await harness.evaluate(() => {
      playedAgent.end();
      dispatchEvent(new Event("pagehide"));
    });
    expect(JSON.parse((await stored(harness)) ?? "")).toEqual([["two", "Also"]]);
  });

  test("a thread's id is no key, and drafts are few and bounded", async ({ harness }) => {
    const { field } = await openComposer(harness, { "keep-drafts": "" });
    for (const id of ["__proto__", "length", "x".repeat(5_000)]) {
      await goTo(harness, id);
      await field.fill(`In ${id.slice(0, 9)}`);
    }
    await goTo(harness, "too long");
    await field.fill("y".repeat(100_001));
    for (let n = 0; n < 25; n += 1) {
      await goTo(harness, `thread ${n}`);
      await field.fill(`Draft ${n}`);
    }
    await harness.evaluate(() => composerBox.remove());
    expect(await harness.evaluate(() => Object.keys(sessionStorage))).toEqual(["ag-ui-lit.drafts"]);
    const entries = JSON.parse((await stored(harness)) ?? "");
    expect(entries).toHaveLength(20);
    expect(entries.at(-1)).toEqual(["thread 24", "Draft 24"]);
  });

  test("what somebody else has stored there, and storage that fails, are no fault", async ({
    harness,
  }) => {
    const strange = ["{", "null", '{"one":"x"}', '[["one",1],["one"],1,null,["one","Mine",3]]'];
    for (const value of strange) {
      await harness.evaluate((value) => sessionStorage.setItem("ag-ui-lit.drafts", value), value);
      const { field } = await openComposer(harness, { "keep-drafts": "" });
      await expect(field).toHaveValue("");
      await harness.evaluate(() => composerBox.remove());
    }
    await harness.evaluate(() => {
      Object.defineProperty(globalThis, "sessionStorage", {
        configurable: true,
        get: () => {
          throw new DOMException("No storage here.", "SecurityError");
        },
      });
    });
    const { field } = await openComposer(harness, { "keep-drafts": "" });
    await field.fill("Kept in memory");
    await goTo(harness, "two");
    await goTo(harness, "one");
    await expect(field).toHaveValue("Kept in memory");
  });
});

test("setDraft() replaces the text, and clear() empties everything", async ({ harness }) => {
  const { field, files } = await openComposer(harness, { accept: "*/*" });
  await attachFiles(harness, { name: "one.txt", type: "text/plain", content: "1" });
  await harness.evaluate(() => composerBox.setDraft("From the page"));
  await expect(field).toHaveValue("From the page");
  await expect(files).toHaveCount(1);
  await harness.evaluate(() => composerBox.focus());
  await field.pressSequentially("!");
  await expect(field).toHaveValue("From the page!");
  await harness.evaluate(() => composerBox.clear());
  await expect(field).toHaveValue("");
  await expect(files).toHaveCount(0);
});

test("a suggestion fills the text field and is not sent; a written text is never lost", async ({
  harness,
}) => {
  const { host, field } = await openComposer(harness);
  await harness.evaluate(() => {
    composerBox.suggestions = ["Tell a joke", { label: "Weather", prompt: "What's the weather?" }];
  });
  const list = host.getByRole("list", { name: "Suggestions" });
  await expect(list.getByRole("button")).toHaveText(["Tell a joke", "Weather"]);
  await list.getByRole("button", { name: "Weather" }).focus();
  await harness.keyboard.press("Enter");
  await expect(field).toHaveValue("What's the weather?");
  await expect(field).toBeFocused();
  await list.getByRole("button", { name: "joke" }).click();
  await expect(field, "one suggestion replaces another").toHaveValue("Tell a joke");
  await field.pressSequentially(" about tea");
  await list.getByRole("button", { name: "Weather" }).click();
  await expect(field).toHaveValue("Tell a joke about tea\nWhat's the weather?");
  expect(await sentBy(harness)).toEqual([]);
});

test("the backend's suggestions take the place of the page's, until the next message", async ({
  harness,
}) => {
  const { host, field } = await openComposer(harness);
  const buttons = host.locator("[part=suggestion]");
  await harness.evaluate(() => {
    composerBox.suggestions = ["From the page"];
    playedAgent.emit("run-started");
    playedAgent.emit("custom", {
      name: "suggestions",
      value: ["More", { label: "Less", prompt: "Say less." }, { title: "T", message: "M" }],
    });
    playedAgent.emit("run-started");
  });
  await expect(buttons).toHaveText(["More", "Less", "T"]);
  await goTo(harness, "two");
  await expect(buttons).toHaveText(["From the page"]);
  await goTo(harness, "one");
  await expect(buttons).toHaveText(["More", "Less", "T"]);
  await harness.evaluate(() => {
    playedAgent.emit("run-finalized");
    playedAgent.emit("run-started");
  });
  await expect(buttons).toHaveText(["From the page"]);
  await expect(field).toHaveValue("");
});

test("a backend's suggestions are bounded, and hide nothing", async ({ harness }) => {
  const { host, field } = await openComposer(harness);
  const buttons = host.locator("[part=suggestion]");
  await harness.evaluate(() => {
    const throwing = Object.defineProperty({}, "label", {
      get: () => {
        throw new Error("No.");
      },
    });
    const value = [
      throwing,
      null,
      7,
      "",
      "\u202e \u200b",
      { label: "x".repeat(1e6), prompt: "Fine" },
      "Pay\u{E0020}\u{E0069}\u202e now",
      "<img src=x onerror=alert(1)>",
      ...Array.from({ length: 10_000 }, (_, n) => `Number ${n}`),
    ];
    playedAgent.emit("custom", { name: "suggestions", value });
    for (const value of [1, "x", null, {}, { suggestions: {} }]) {
      playedAgent.emit("custom", { name: "other", value });
    }
    playedAgent.emit("custom", null);
  });
  await expect(buttons).toHaveCount(7);
  expect((await buttons.first().textContent())?.trim()).toHaveLength(200);
  await expect(buttons.nth(2)).toHaveText("<img src=x onerror=alert(1)>");
  await buttons.nth(1).click();
  await expect(field).toHaveValue("Pay now");
});

test("a page's own suggestions have a slot", async ({ harness }) => {
  const { host } = await openComposer(harness);
  await harness.evaluate(() => {
    const own = document.createElement("button");
    own.slot = "suggestions";
    own.textContent = "Mine";
    composerBox.append(own);
  });
  await expect(host.getByRole("button", { name: "Mine" })).toBeVisible();
});
