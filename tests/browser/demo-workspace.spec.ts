/** The demo's scene Workspace: files, a to-do list and a form, by tools of the toolbox. */
import type { Page } from "@playwright/test";
import {
  answered,
  answerTo,
  ask,
  cards,
  decide,
  ofAgent,
  openScene,
  questions,
} from "./demo-page.js";
import { expect, test } from "./demo-server.js";

/** How many tools there are: two to search, four for files, two for the list, three for the form. */
const TOOLS = "11";
const MOVE = "Move the meetup from Thursday to Friday";

test.beforeEach(async ({ page, demo, complaints }) => {
  void complaints;
  await openScene(page, demo, "workspace");
  await expect(page.getByTestId("tool-count")).toHaveText(TOOLS);
  await expect(page.getByTestId("file-count")).toHaveText("6");
});

/** The bytes of a file of the workspace, as text. */
function stored(page: Page, path: string): Promise<string> {
  return page.evaluate(async (path) => {
    let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("workspace");
    const names = path.split("/");
    const name = names.pop() ?? "";
    for (const each of names) folder = await folder.getDirectoryHandle(each);
    return (await (await folder.getFileHandle(name)).getFile()).text();
  }, path);
}

/** The question about the change of a file. */
const changeOf = (page: Page, path: string) => questions(page).filter({ hasText: path });

test("the agent lists the files and reads one, without asking", async ({ page }) => {
  const answer = await answerTo(page, "What is in the workspace?");
  await expect(answer).toContainText("There are 6 files");
  await expect(answer).toContainText("notes/გეგმა.md");
  await expect(answer).toContainText("Everything for our meetup");
  await expect(cards(page, "glob_tool")).toHaveCount(1);
  await expect(cards(page, "file_read")).toHaveCount(1);
  await expect(questions(page)).toHaveCount(0);
});

test("the act: each change is shown line by line before it is made, and is made as it was shown", async ({
  page,
}) => {
  await page.getByTestId("act").click();
  const agenda = changeOf(page, "notes/agenda.md");
  // The first question is in view, and not the last one.
  await expect(agenda.getByText("Change a file?")).toBeInViewport();
  await expect(agenda.getByText("Thursday, 18:30, in the library.").first()).toBeInViewport();
  await expect(agenda.getByText("Friday, 18:30, in the library.").first()).toBeInViewport();
  await expect(page.getByTestId("to-dos").getByRole("listitem")).toHaveAttribute(
    "data-status",
    "in_progress",
  );
  await decide(page, "Allow", agenda);
  await decide(page, "Allow", changeOf(page, "notes/open-points.md"));
  await decide(page, "Allow", changeOf(page, "site/index.html"));
  await expect(await answered(page)).toContainText("say Friday now");
  expect(await stored(page, "notes/agenda.md")).toContain("\nFriday, 18:30, in the library");
  // The line ends are as they were.
  expect(await stored(page, "site/index.html")).toContain(
    "Join us on Friday at half past six, in the library.</p>\r\n",
  );
  await expect(page.getByTestId("difference")).toHaveText(["edited", "edited", "edited"]);
  await expect(page.getByTestId("to-do-progress")).toHaveText("1 of 1 done");
});

test("a file whose change is declined stays as it was", async ({ page }) => {
  const before = await stored(page, "notes/agenda.md");
  await ask(page, MOVE);
  await decide(page, "Decline", changeOf(page, "notes/agenda.md"));
  await decide(page, "Allow", changeOf(page, "notes/open-points.md"));
  await decide(page, "Decline", changeOf(page, "site/index.html"));
  const answer = await answered(page);
  await expect(answer).toContainText("notes/open-points.md says Friday now.");
  await expect(answer).toContainText("You said no to notes/agenda.md, so it is as it was.");
  expect(await stored(page, "notes/agenda.md")).toBe(before);
  await expect(page.getByTestId("difference")).toHaveText(["edited"]);
});

test("the to-do list comes from the files, and is still there after a reload", async ({ page }) => {
  await expect(page.getByTestId("no-to-dos")).toBeVisible();
  await expect(await answerTo(page, "Make a to-do list of what is open")).toContainText(
    "3 points are new on the list",
  );
  const items = page.getByTestId("to-dos").getByRole("listitem");
  await expect(items).toHaveText([
    "Borrow a projector by Thursday noon To do",
    "Order drinks for 40 To do",
    "Print the name tags To do",
  ]);
  await expect(page.getByTestId("to-do-progress")).toHaveText("0 of 3 done");
  await page.reload();
  await expect(items).toHaveCount(3);
  await expect(page.getByTestId("tool-count")).toHaveText(TOOLS);
  await expect(await answerTo(page, "What is left to do?")).toContainText("3 of 3");
});

test("another tab's changes of the list are seen", async ({ page, context, demo }) => {
  await using other = await context.newPage();
  await openScene(other, demo, "workspace");
  await expect(other.getByTestId("no-to-dos")).toBeVisible();
  await answerTo(page, "Make a to-do list of what is open");
  await expect(other.getByTestId("to-dos").getByRole("listitem")).toHaveCount(3);
});

test("the agent looks at the form, fills it in, and publishes it when it may", async ({ page }) => {
  await ask(page, "Fill in the announcement");
  await expect(questions(page)).toContainText("Click on this page?");
  await expect(questions(page)).toContainText('button "Publish"');
  await decide(page, "Allow");
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
  expect(seen).not.toMatch(/Write a message|New conversation|agenda/);
});

test("a form that is not to be published stays filled in", async ({ page }) => {
  await ask(page, "Fill in the announcement");
  await decide(page, "Decline");
  await expect(await answered(page)).toContainText("nothing is published");
  await expect(page.getByTestId("published")).toBeEmpty();
  await expect(page.getByLabel("Title")).toHaveValue("Wasm evening");
});

test("by keyboard alone: the act, a change, the files and the form", async ({ page }) => {
  const focused = () =>
    page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      const { dataset } = (active ?? document.body) as HTMLElement;
      return (
        dataset.testid ??
        dataset.path ??
        active?.getAttribute("name") ??
        active?.textContent?.trim()
      );
    });
  const tabTo = async (name: string) => {
    for (let times = 0; times < 60 && (await focused()) !== name; times += 1)
      await page.keyboard.press("Tab");
    expect(await focused()).toBe(name);
  };
  await tabTo("act");
  await page.keyboard.press("Enter");
  for (const [index, path] of [
    "notes/agenda.md",
    "notes/open-points.md",
    "site/index.html",
  ].entries()) {
    const allow = changeOf(page, path).getByRole("button", { name: "Allow", exact: true });
    await expect(allow).toBeVisible();
    if (index === 0) await page.locator("ag-ui-chat").getByRole("log").focus();
    await tabTo("Allow");
    await expect(allow).toHaveAttribute("aria-disabled", "false");
    await page.keyboard.press("Enter");
    await expect(changeOf(page, path)).toHaveCount(0);
  }
  await answered(page);
  await tabTo("notes/agenda.md");
  await page.keyboard.press("Enter");
  const content = page.getByLabel("Content of notes/agenda.md");
  await expect(content).toContainText("Friday, 18:30");
  await page.keyboard.press("Enter");
  await expect(content).toBeHidden();
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
  await page.locator('[data-path="notes/open-points.md"]').click();
  const content = page.getByLabel("Content of notes/open-points.md");
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
  await expect(page.getByText("The files are the samples again.")).toBeAttached();
});

test("each scene has its own tools, and begins a conversation of its own", async ({ page }) => {
  await answerTo(page, "What is in the workspace?");
  await page.getByTestId("scene-tools").click();
  await expect(page.getByTestId("tool-count")).toHaveText("7");
  await expect(ofAgent(page)).toHaveCount(0);
  await expect(page.getByTestId("file-count")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByTestId("tool-count")).toHaveText(TOOLS);
});

test("on a phone the form comes into view when it is used, above the question about it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByTestId("announcement")).toBeHidden();
  await ask(page, "Fill in the announcement");
  await expect(questions(page).getByText("Click on this page?")).toBeInViewport();
  await expect(page.getByTestId("announcement")).toBeVisible();
  await decide(page, "Allow");
  await expect(page.getByTestId("published")).toBeInViewport();
  await answered(page);
  await page.getByTestId("panel-toggle").click();
  await expect(page.getByTestId("announcement")).toBeHidden();
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
    await ask(page, "Fill in the announcement");
    await decide(page, "Allow");
    await expect(page.getByTestId("published")).toContainText("Published");
  });
});
