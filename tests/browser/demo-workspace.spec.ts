import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./demo-server.js";

/** Where the scene's tools are: two to search, four for files, two for the list, three for the form. */
const TOOLS = "11";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await page.goto(`${demo}#workspace`);
  await expect(page.getByTestId("tool-count")).toHaveText(TOOLS);
  await expect(page.getByTestId("file-count")).toHaveText("6");
});

/** Asks the agent with the keyboard. */
async function ask(page: Page, prompt: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message to the agent" }).fill(prompt);
  await page.keyboard.press("Enter");
}

/** Waits until the agent has answered. */
async function answered(page: Page): Promise<Locator> {
  await expect(page.getByTestId("send")).toBeVisible();
  return page.getByTestId("message-agent").last();
}

/** Answers the request that is shown, once it counts, and waits for the next or for none. */
async function decide(page: Page, decision: "approve" | "decline"): Promise<void> {
  const button = page.getByTestId(`approval-${decision}`);
  // Once what it would change is known, too: when that appears, neither answer counts for a moment.
  await expect(page.getByTestId("approval-approve")).toHaveAttribute("aria-disabled", "false");
  const id = await shownRequest(page);
  await button.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => shownRequest(page)).not.toBe(id);
}

function shownRequest(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const agent = document.querySelector("#agent") as HTMLElementTagNameMap["ag-ui-agent"];
    return agent.pendingApprovals[0]?.approvalId;
  });
}

/** What a file of the workspace holds, byte for byte. */
function stored(page: Page, path: string): Promise<string> {
  return page.evaluate(async (path) => {
    let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("workspace");
    const names = path.split("/");
    const name = names.pop() ?? "";
    for (const each of names) folder = await folder.getDirectoryHandle(each);
    return (await (await folder.getFileHandle(name)).getFile()).text();
  }, path);
}

test("the agent lists the files and reads one, without asking", async ({ page }) => {
  await page.getByTestId("prompt-look").click();
  const answer = await answered(page);
  await expect(answer).toContainText("There are 6 files");
  await expect(answer).toContainText("notes/გეგმა.md");
  await expect(answer).toContainText("Everything for our meetup");
  const tools = page.getByTestId("execution-card");
  await expect(tools).toHaveCount(2);
  await expect(tools.first()).toHaveAttribute("data-tool", "file_read");
  await expect(page.getByTestId("approval-dialog")).toBeHidden();
});

test("each change is shown as a diff before it is made, and is made as it was shown", async ({
  page,
}) => {
  await page.getByTestId("prompt-replace").click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toHaveAccessibleName("Change a file?");
  await expect(page.getByTestId("approval-summary")).toHaveText(
    "It would change notes/agenda.md: 1 line added, 1 line removed.",
  );
  const diff = dialog.getByRole("group", { name: "The change, line by line" });
  // Signs for the eye, words for a screen reader: no colour is needed.
  await expect(diff.locator(".removed")).toHaveText(
    "3−Removed: Thursday, 18:30, in the library. 40 places.",
  );
  await expect(diff.locator(".added")).toHaveText(
    "3+Added: Friday, 18:30, in the library. 40 places.",
  );
  await expect(diff.locator(".same").first()).toContainText("# Wasm evening");
  await decide(page, "approve");
  await decide(page, "approve");
  await expect(page.getByTestId("approval-summary")).toHaveText(
    "It would change site/index.html: 2 lines added, 2 lines removed.",
  );
  await decide(page, "approve");
  const answer = await answered(page);
  await expect(answer).toContainText("say Friday now");
  expect(await stored(page, "notes/agenda.md")).toContain("\nFriday, 18:30, in the library");
  // The line ends are as they were.
  expect(await stored(page, "site/index.html")).toBe(
    [
      "<!doctype html>",
      "<title>Wasm evening</title>",
      "<h1>Wasm evening</h1>",
      "<p>Join us on Friday at half past six, in the library.</p>",
      "<p>Can't make it on Friday? Write to us.</p>",
      "",
    ].join("\r\n"),
  );
  await expect(page.getByTestId("difference")).toHaveText(["edited", "edited", "edited"]);
});

test("a file whose change is declined stays as it was", async ({ page }) => {
  const before = await stored(page, "notes/agenda.md");
  await page.getByTestId("prompt-replace").click();
  await expect(page.getByTestId("approval-diff")).toBeVisible();
  await decide(page, "decline");
  await decide(page, "approve");
  await decide(page, "decline");
  const answer = await answered(page);
  await expect(answer).toContainText("notes/open-points.md says Friday now.");
  await expect(answer).toContainText("You said no to notes/agenda.md, so it is as it was.");
  expect(await stored(page, "notes/agenda.md")).toBe(before);
  await expect(page.getByTestId("difference")).toHaveText(["edited"]);
});

test("the diff marks what can't be seen, and a new file is all added lines", async ({ page }) => {
  const content = "one\u202e\n\ttwo\n";
  await ask(page, `call file_write ${JSON.stringify({ path: "notes/new.txt", content })}`);
  const diff = page.getByTestId("approval-diff");
  await expect(diff.locator(".added")).toHaveCount(2);
  await expect(diff.locator(".removed")).toHaveCount(0);
  await expect(diff.locator(".mark")).toHaveText(["U+202E"]);
  await expect(page.getByText("The arguments, as the agent wrote them")).toBeVisible();
  await decide(page, "approve");
  await answered(page);
  await expect(page.getByTestId("difference")).toHaveText(["new"]);
  expect(await stored(page, "notes/new.txt")).toBe(content);
});

test("nothing is run before the change is shown", async ({ page }) => {
  await page.evaluate(() => {
    // A tool of the page's own, whose preview comes when the test says so.
    const agent = document.querySelector("#agent") as HTMLElementTagNameMap["ag-ui-agent"];
    agent.registry.register({
      name: "slow_preview",
      description: "Shows late what it would do.",
      schema: { type: "object" },
      metadata: {
        approval: "always",
        preview: () =>
          new Promise((resolve) => {
            Object.assign(window, {
              tell: () => resolve({ kind: "text", text: "It would ring the bell." }),
            });
          }),
      },
      handler: () => "rung",
    });
  });
  await ask(page, "call slow_preview {}");
  // It has no title for a person.
  await expect(page.getByRole("alertdialog")).toHaveAccessibleName(
    "May the agent run slow_preview?",
  );
  await expect(page.getByTestId("approval-approve")).toHaveText("Run slow_preview");
  await expect(page.getByTestId("approval-summary")).toContainText("Working out");
  await expect(page.getByTestId("approval-decline")).toHaveAttribute("aria-disabled", "false");
  await expect(page.getByTestId("approval-approve")).toHaveAttribute("aria-disabled", "true");
  await page.getByTestId("approval-approve").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("approval-dialog")).toBeVisible();
  await page.evaluate(() => (window as unknown as { tell(): void }).tell());
  await expect(page.getByTestId("approval-summary")).toHaveText("It would ring the bell.");
  await decide(page, "approve");
  await expect(await answered(page)).toContainText("rung");
});

test("the to-do list comes from the files, and is still there after a reload", async ({ page }) => {
  await expect(page.getByTestId("no-to-dos")).toBeVisible();
  await page.getByTestId("prompt-plan").click();
  await expect(await answered(page)).toContainText("3 points are new on the list");
  const items = page.getByTestId("to-dos").getByRole("listitem");
  await expect(items).toHaveText([
    "To do: Borrow a projector by Thursday noon",
    "To do: Order drinks for 40",
    "To do: Print the name tags",
  ]);
  await expect(page.getByTestId("to-do-progress")).toHaveText("0 of 3 done");
  await page.reload();
  await expect(items).toHaveCount(3);
  await expect(page.getByTestId("tool-count")).toHaveText(TOOLS);
  await page.getByTestId("prompt-left").click();
  await expect(await answered(page)).toContainText("3 of 3");
});

test("another tab's changes of the list are seen", async ({ page, context, demo }) => {
  await using other = await context.newPage();
  await other.goto(`${demo}#workspace`);
  await expect(other.getByTestId("no-to-dos")).toBeVisible();
  await page.getByTestId("prompt-plan").click();
  await answered(page);
  await expect(other.getByTestId("to-dos").getByRole("listitem")).toHaveCount(3);
});

test("what the agent does is on its list while it does it", async ({ page }) => {
  await page.getByTestId("prompt-replace").click();
  await expect(page.getByTestId("approval-diff")).toBeVisible();
  const item = page.getByTestId("to-dos").getByRole("listitem");
  await expect(item).toHaveAttribute("data-status", "in_progress");
  for (let times = 0; times < 3; times += 1) await decide(page, "approve");
  await answered(page);
  await expect(item).toHaveAttribute("data-status", "completed");
  await expect(page.getByTestId("to-do-progress")).toHaveText("1 of 1 done");
});

test("the agent looks at the form, fills it in, and publishes it when it may", async ({ page }) => {
  await page.getByTestId("prompt-form").click();
  const dialog = page.getByRole("alertdialog", { name: "Click on this page?" });
  await expect(dialog).toBeVisible();
  await expect(page.getByTestId("approval-summary")).toContainText('button "Publish"');
  await decide(page, "approve");
  await expect(page.getByTestId("published")).toHaveText(
    "Published: Wasm evening, on Thursday, 40 places.",
  );
  await expect(await answered(page)).toContainText("Published");
  // What the agent was shown of the page: the form, without the password, and nothing of itself.
  const seen = await page.evaluate(() => {
    const agent = document.querySelector("#agent") as HTMLElementTagNameMap["ag-ui-agent"];
    const called = agent.messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []) : [],
    );
    const id = called.find((call) => call.function.name === "get_page")?.id;
    const answer = agent.messages.find(
      (message) => message.role === "tool" && message.toolCallId === id,
    );
    return String(answer?.content);
  });
  expect(seen).toContain('textbox "Title"');
  expect(seen).not.toContain("2718");
  expect(seen).not.toMatch(/Message to the agent|New conversation|agenda/);
});

test("a form that is not to be published stays filled in", async ({ page }) => {
  await page.getByTestId("prompt-form").click();
  await expect(page.getByTestId("approval-dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(await answered(page)).toContainText("nothing is published");
  await expect(page.getByTestId("published")).toBeEmpty();
  await expect(page.getByLabel("Title")).toHaveValue("Wasm evening");
});

test("the whole scene by keyboard alone", async ({ page }) => {
  const focused = () =>
    page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      const { dataset } = (active ?? document.body) as HTMLElement;
      return dataset.testid ?? dataset.path ?? active?.getAttribute("name") ?? active?.localName;
    });
  const tabTo = async (name: string) => {
    for (let times = 0; times < 60 && (await focused()) !== name; times += 1)
      await page.keyboard.press("Tab");
    expect(await focused()).toBe(name);
  };
  await tabTo("prompt-replace");
  await page.keyboard.press("Enter");
  const diff = page.getByTestId("approval-diff");
  for (const file of ["notes/agenda.md", "notes/open-points.md", "site/index.html"]) {
    await expect(page.getByTestId("approval-summary")).toContainText(file);
    await expect(diff).toBeVisible();
    expect(await focused()).toBe("approval-decline");
    // The change can be reached, and scrolled; then the answer.
    await tabTo("approval-diff");
    await tabTo("approval-approve");
    await expect(page.getByTestId("approval-approve")).toHaveAttribute("aria-disabled", "false");
    await page.keyboard.press("Enter");
  }
  await answered(page);
  await tabTo("notes/agenda.md");
  await page.keyboard.press("Space");
  await expect(page.getByTestId("file-content")).toContainText("Friday, 18:30");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("file-content")).toBeHidden();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await tabTo("reset-files");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("difference")).toHaveCount(0);
  await expect(page.getByText("The files are the samples again.")).toBeAttached();
  await tabTo("title");
  await page.keyboard.type("By hand");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Sun");
  await page.keyboard.press("Tab");
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("published")).toHaveText(
    "Published: By hand, on Sunday, 12 places.",
  );
});

test("a file that is open follows its changes, and another tab's files are read on return", async ({
  page,
}) => {
  await page.getByRole("button", { name: /open-points/ }).click();
  const content = page.getByTestId("file-content");
  await expect(content).toContainText("by Thursday noon");
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("workspace");
    const notes = await folder.getDirectoryHandle("notes");
    const file = await notes.getFileHandle("open-points.md");
    const writable = await file.createWritable();
    await writable.write(new Uint8Array([0xff, 0xfe, 0x00]));
    await writable.close();
    dispatchEvent(new Event("focus"));
  });
  await expect(content).toContainText("not UTF-8 text");
});

test("a workspace that somebody emptied says so, and has the samples back", async ({ page }) => {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry("workspace", { recursive: true });
    await root.getDirectoryHandle("workspace", { create: true });
    dispatchEvent(new Event("focus"));
  });
  await expect(page.getByTestId("no-files")).toBeVisible();
  await page.getByTestId("reset-files").click();
  await expect(page.getByTestId("file-count")).toHaveText("6");
});

test("each scene has its own tools, and begins a conversation of its own", async ({ page }) => {
  await page.getByTestId("prompt-look").click();
  await answered(page);
  await page.getByRole("navigation", { name: "Scenes" }).getByText("Tools").click();
  await expect(page.getByTestId("tool-count")).toHaveText("7");
  await expect(page.getByTestId("message-agent")).toHaveCount(0);
  await expect(page.getByTestId("file-count")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByTestId("tool-count")).toHaveText(TOOLS);
  await expect(page.getByTestId("scene-workspace")).toHaveAttribute("aria-current", "page");
});

test("on a phone nothing is wider than it, and the form comes into view when it is used", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByTestId("announcement")).toBeHidden();
  await page.getByTestId("prompt-form").click();
  await decide(page, "approve");
  await expect(page.getByTestId("published")).toBeInViewport();
  await page.getByTestId("workspace-toggle").click();
  await expect(page.getByTestId("announcement")).toBeHidden();
  await expect(page.getByTestId("message-agent").last()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test.describe("without the origin private file system", () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      StorageManager.prototype.getDirectory = () =>
        Promise.reject(new DOMException("Storage is switched off.", "SecurityError"));
    });
    await page.reload();
  });

  test("the scene says which tools are not offered and why, and the others work", async ({
    page,
  }) => {
    const missing = page.getByTestId("missing-tools");
    for (const tool of ["file_read", "file_edit", "grep_tool", "glob_tool"])
      await expect(missing).toContainText(tool);
    await expect(page.getByTestId("tool-count")).toHaveText("5");
    await expect(page.getByTestId("files-problem")).toContainText("Storage is switched off.");
    await page.getByTestId("prompt-form").click();
    await decide(page, "approve");
    await expect(page.getByTestId("published")).toContainText("Published");
  });
});
