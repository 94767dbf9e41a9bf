/** Tools whose result comes from a person: the handler draws something, and resolves when they have answered. */
import type { Page } from "@playwright/test";
import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";

const ask = run(...toolCall("c1", "ask_name", "{}", "m1"));
const done = run(...text("m2", "Done."));

/** Registers `ask_name`, which shows a form and waits for it; the form goes when the call does. */
async function offerForm(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(globalThis, {
      async openForm(url: string) {
        const element = openAgent(url);
        const shown = new Promise<void>((resolve) => {
          void element.registerTool({
            name: "ask_name",
            description: "Asks the user for their name.",
            schema: {},
            handler: (_args, { signal }) => {
              const form = document.createElement("form");
              form.innerHTML = '<label>Name <input name="name"></label><button>Send</button>';
              document.body.append(form);
              return new Promise((answer) => {
                form.addEventListener("submit", (event) => {
                  event.preventDefault();
                  answer(new FormData(form).get("name"));
                  form.remove();
                });
                signal.addEventListener("abort", () => form.remove());
                resolve();
              });
            },
          });
        });
        return { element, shown, events: record(element, "ag-ui-", eventTypes.agent) };
      },
    });
  });
}

declare global {
  function openForm(url: string): Promise<{
    element: import("ag-ui-lit/element").AgUiAgent;
    shown: Promise<void>;
    events: ReturnType<typeof record>;
  }>;
  var answered: Promise<unknown>;
}

test.beforeEach(({ harness }) => offerForm(harness));

test("a handler draws a form and resolves when the person has sent it, however late", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(ask, done);
  await harness.clock.install();
  await harness.evaluate(async (url) => {
    const { element, shown } = await openForm(url);
    globalThis.answered = element.sendMessage("Hello");
    await shown;
  }, agent.url);
  await harness.clock.fastForward("24:00:00");
  await harness.getByLabel("Name").fill("Ada");
  await harness.getByRole("button", { name: "Send" }).click();
  expect(await harness.evaluate(() => answered)).toEqual({ outcome: "finished" });
  await expect(harness.getByLabel("Name")).toHaveCount(0);
  expect(agent.requests[1]?.messages.at(-1)).toMatchObject({ toolCallId: "c1", content: "Ada" });
});

test("one that is aborted takes its form away, and is answered as cancelled", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(ask, done);
  const seen = await harness.evaluate(async (url) => {
    const { element, shown, events } = await openForm(url);
    const sending = element.sendMessage("Hello");
    await shown;
    element.abort();
    const result = await sending;
    const error = events.find(({ type }) => type === "tool-call-error")?.detail.error;
    return { result, category: error?.category, next: await element.sendMessage("Never mind.") };
  }, agent.url);
  expect(seen).toEqual({
    result: { outcome: "aborted" },
    category: "cancelled",
    next: { outcome: "finished" },
  });
  await expect(harness.getByLabel("Name")).toHaveCount(0);
  const answer = agent.requests[1]?.messages.find(({ role }) => role === "tool");
  expect(answer).toMatchObject({ toolCallId: "c1", error: expect.any(String) });
});

test("one of an abandoned thread takes its form away, and its thread hears no more of it", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(ask, done);
  const seen = await harness.evaluate(async (url) => {
    const { element, shown, events } = await openForm(url);
    const sending = element.sendMessage("Hello");
    await shown;
    element.threadId = "another";
    const result = await sending;
    const next = await element.sendMessage("Hello again");
    const isTold = events.some(({ type }) => /^tool-call-e/.test(type));
    return { result, next, isTold, roles: element.messages.map(({ role }) => role) };
  }, agent.url);
  expect(seen).toEqual({
    result: { outcome: "aborted" },
    next: { outcome: "finished" },
    isTold: false,
    roles: ["user", "assistant"],
  });
  await expect(harness.getByLabel("Name")).toHaveCount(0);
});

test("one of an element that is taken out of the page waits on, until it is aborted", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(ask, done);
  const seen = await harness.evaluate(async (url) => {
    const { element, shown } = await openForm(url);
    const sending = element.sendMessage("Hello");
    await shown;
    element.remove();
    await turn();
    const isRunning = element.isRunning;
    element.abort();
    return [isRunning, await sending];
  }, agent.url);
  expect(seen).toEqual([true, { outcome: "aborted" }]);
  await expect(harness.getByLabel("Name")).toHaveCount(0);
});
