/** The demo's page as a person uses it: the chat in it, its cards and its questions. */
import type { Locator, Page } from "@playwright/test";
import type { AgUiAgent } from "ag-ui-lit/element";
import { expect } from "./demo-server.js";

export const SCENES = ["tools", "workspace", "travel", "orders", "survive", "build"] as const;
export type Scene = (typeof SCENES)[number];

/** Opens a scene, and waits until its tools are there. */
export async function openScene(page: Page, demo: string, scene: Scene): Promise<void> {
  await page.goto(`${demo}#${scene}`);
  await expect(page.getByTestId(`scene-${scene}`)).toHaveAttribute("aria-current", "page");
  await expect(page.getByTestId("tool-count")).not.toHaveText("0");
}

/** The text field of the chat. */
export const field = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Message", exact: true });

export const sendButton = (page: Page): Locator =>
  page.getByRole("button", { name: "Send", exact: true });

/** What the person and the agent have written. */
export const ofUser = (page: Page): Locator => page.getByRole("article", { name: "You" });
export const ofAgent = (page: Page): Locator => page.getByRole("article", { name: "Agent" });

/** The cards of calls: the demo's own views, or the package's card. */
export const cards = (page: Page, tool: string): Locator =>
  page.locator("ag-ui-tool-card").filter({ has: page.getByText(tool, { exact: true }) });

/** Writes a message with the keyboard, and sends it. */
export async function ask(page: Page, prompt: string): Promise<void> {
  await field(page).fill(prompt);
  await page.keyboard.press("Enter");
  await expect(ofUser(page).last()).toContainText(prompt.slice(0, 40));
}

/** Waits until the agent has answered: its last message. */
export async function answered(page: Page): Promise<Locator> {
  await expect(sendButton(page)).toBeVisible();
  return ofAgent(page).last();
}

/** Asks, and waits for the answer. */
export async function answerTo(page: Page, prompt: string): Promise<Locator> {
  await ask(page, prompt);
  return answered(page);
}

/** The questions of calls that wait for the person, oldest first. */
export const questions = (page: Page): Locator => page.locator("ag-ui-approval-card");

/** Answers a question as a person does: reads it, goes to its buttons, and presses one when it counts. */
export async function decide(
  page: Page,
  button: "Allow" | "Decline",
  question = questions(page).first(),
): Promise<void> {
  await expect.poll(() => pending(page)).not.toEqual([]);
  const before = await pending(page);
  await question.locator("[part~=question]").scrollIntoViewIfNeeded();
  await expect(question.locator("[part~=question]")).toBeInViewport();
  const pressed = question.getByRole("button", { name: button, exact: true });
  await pressed.scrollIntoViewIfNeeded();
  await expect(pressed).toHaveAttribute("aria-disabled", "false");
  await pressed.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => pending(page)).not.toEqual(before);
}

/** The ids of the requests that wait for the person. */
export const pending = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const agent = document.querySelector("#agent") as AgUiAgent;
    return agent.pendingApprovals.map(({ approvalId }) => approvalId);
  });
