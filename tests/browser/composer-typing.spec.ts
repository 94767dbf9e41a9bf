/** The composer's keys: sending, lines, input methods, earlier messages, stopping. */
import { expect, test } from "../support/test.js";
import { openComposer, sentBy } from "./composers.js";

test.use({ sharesPage: true });

test("Enter sends what is written, and the text field is empty and focused", async ({
  harness,
}) => {
  const { field } = await openComposer(harness);
  await field.fill("  Hello  ");
  await field.press("Enter");
  expect(await sentBy(harness)).toEqual([{ content: "Hello", options: {} }]);
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
});

test("the send button sends, and the focus stays in the text field", async ({ harness }) => {
  const { field, send } = await openComposer(harness);
  await expect(send).toHaveAttribute("aria-disabled", "true");
  await field.fill("Hello");
  await expect(send).toHaveAttribute("aria-disabled", "false");
  await send.click();
  expect(await sentBy(harness)).toEqual([{ content: "Hello", options: {} }]);
  await expect(field).toBeFocused();
});

test("Shift and Enter starts a line; Enter with Control or Meta sends", async ({ harness }) => {
  const { field } = await openComposer(harness);
  await field.pressSequentially("One");
  await field.press("Shift+Enter");
  await field.pressSequentially("Two");
  await expect(field).toHaveValue("One\nTwo");
  await field.press("Control+Enter");
  expect(await sentBy(harness)).toEqual([{ content: "One\nTwo", options: {} }]);
});

test("Enter sends nothing of an empty text or of blanks, and a held key sends once", async ({
  harness,
}) => {
  const { field, notice } = await openComposer(harness);
  await field.press("Enter");
  await expect(notice).toHaveText("Write a message first.");
  await field.fill(" \n ");
  await expect(notice).toHaveText("");
  await field.press("Enter");
  await field.fill("Held");
  await harness.keyboard.down("Enter");
  await harness.evaluate(() => playedAgent.end());
  await field.fill("Held on");
  await harness.keyboard.down("Enter");
  await harness.keyboard.up("Enter");
  expect(await sentBy(harness)).toEqual([{ content: "Held", options: {} }]);
});

test("an input method's Enter belongs to the input method", async ({ harness }) => {
  const { field } = await openComposer(harness);
  await field.focus();
  const session = await harness.context().newCDPSession(harness);
  await session.send("Input.imeSetComposition", {
    text: "にほん",
    selectionStart: 3,
    selectionEnd: 3,
  });
  await session.send("Input.dispatchKeyEvent", {
    type: "rawKeyDown",
    key: "Enter",
    code: "Enter",
    windowsVirtualKeyCode: 229,
  });
  await session.send("Input.insertText", { text: "日本" });
  expect(await sentBy(harness)).toEqual([]);
  await expect(field).toHaveValue("日本");
  await field.press("Enter");
  expect(await sentBy(harness)).toEqual([{ content: "日本", options: {} }]);
  await session.detach();
});

test("in Safari's order, where the composition ends before its Enter, nothing is sent", async ({
  harness,
}) => {
  const { field } = await openComposer(harness);
  await field.fill("日本");
  await field.evaluate((field) => {
    const enter = (keyCode: number) =>
      new KeyboardEvent("keydown", { key: "Enter", keyCode, cancelable: true });
    field.dispatchEvent(new CompositionEvent("compositionstart"));
    field.dispatchEvent(new CompositionEvent("compositionend", { data: "日本" }));
    // As Safari words it, and as a browser would that forgot to.
    field.dispatchEvent(enter(229));
    field.dispatchEvent(enter(13));
  });
  expect(await sentBy(harness)).toEqual([]);
  await harness.evaluate(() => turn());
  await field.press("Enter");
  expect(await sentBy(harness)).toHaveLength(1);
});

test("arrows and Escape of an input method do nothing", async ({ harness }) => {
  const { field } = await openComposer(harness);
  await harness.evaluate(() => {
    playedAgent.messages = [{ id: "1", role: "user", content: "Before" }];
    playedAgent.isRunning = true;
  });
  await field.evaluate((field) => {
    field.dispatchEvent(new CompositionEvent("compositionstart"));
    for (const key of ["ArrowUp", "Escape"]) {
      field.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true }));
    }
  });
  await expect(field).toHaveValue("");
  expect(await harness.evaluate(() => playedAgent.aborts)).toBe(0);
});

test("the arrows go through earlier messages and back to the draft, keeping changes", async ({
  harness,
}) => {
  const { field } = await openComposer(harness);
  await harness.evaluate(() => {
    const user = (content: string, id = content) => ({ id, role: "user" as const, content });
    playedAgent.messages = [
      user("First"),
      { id: "a", role: "assistant", content: "An answer" },
      user("Second"),
      user("Second", "again"),
      {
        id: "p",
        role: "user",
        content: [
          { type: "text", text: "With a picture" },
          { type: "image", source: { type: "url", value: "https://example.com/a.png" } },
        ],
      },
    ];
  });
  await field.fill("Draft");
  await field.press("ArrowUp");
  await expect(field, "the caret is not at the start").toHaveValue("Draft");
  await field.press("Home");
  await field.press("ArrowUp");
  await expect(field).toHaveValue("With a picture");
  await field.press("ArrowUp");
  await expect(field).toHaveValue("Second");
  await field.press("!");
  await field.press("Home");
  await field.press("ArrowUp");
  await expect(field).toHaveValue("First");
  await field.press("ArrowUp");
  await expect(field, "there is no earlier one").toHaveValue("First");
  await field.press("ArrowDown");
  await expect(field).toHaveValue("Second!");
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  await expect(field).toHaveValue("Draft");
  await field.press("ArrowDown");
  await expect(field).toHaveValue("Draft");
});

test("arrows within a text of several lines move the caret", async ({ harness }) => {
  const { field } = await openComposer(harness);
  await harness.evaluate(() => {
    playedAgent.messages = [{ id: "1", role: "user", content: "Before" }];
  });
  await field.fill("One\nTwo");
  await field.press("ArrowUp");
  await field.pressSequentially("!");
  await expect(field).toHaveValue("One!\nTwo");
});

test("while the agent runs there is a stop button, and Enter explains instead of sending", async ({
  harness,
}) => {
  const { field, send, stop, notice } = await openComposer(harness);
  await field.fill("First");
  await field.press("Enter");
  await expect(stop).toBeVisible();
  await expect(send).toHaveCount(0);
  await field.fill("Second");
  await field.press("Enter");
  await expect(notice).toContainText("still answering");
  expect(await sentBy(harness)).toHaveLength(1);
  await expect(field).toHaveValue("Second");
  await stop.click();
  expect(await harness.evaluate(() => playedAgent.aborts)).toBe(1);
  await expect(stop).toHaveCount(0);
  await expect(notice).toHaveText("");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Second");
});

test("Escape stops the agent, and is left to the page when nothing runs", async ({ harness }) => {
  const { host, field } = await openComposer(harness);
  await harness.evaluate(() => {
    Object.assign(globalThis, { taken: [] });
    composerBox.addEventListener("keydown", ({ key, defaultPrevented }) => {
      if (key === "Escape") Reflect.get(globalThis, "taken").push(defaultPrevented);
    });
  });
  await expect(host).toBeVisible();
  await field.press("Escape");
  await field.fill("Go");
  await field.press("Enter");
  await field.press("Escape");
  expect(await harness.evaluate(() => playedAgent.aborts)).toBe(1);
  expect(await harness.evaluate(() => Reflect.get(globalThis, "taken"))).toEqual([false, true]);
});

test("the second click of a double click on send does not stop", async ({ harness }) => {
  const { field, send, stop } = await openComposer(harness);
  await field.fill("Go");
  await send.dblclick();
  await expect(stop).toBeVisible();
  expect(await harness.evaluate(() => playedAgent.aborts)).toBe(0);
});

test("with interrupt a message is sent while the agent runs, and both buttons are there", async ({
  harness,
}) => {
  const { field, send, stop } = await openComposer(harness, { interrupt: "" });
  await field.fill("First");
  await field.press("Enter");
  await expect(stop).toBeVisible();
  await expect(send).toBeVisible();
  await field.fill("Second");
  await field.press("Enter");
  expect(await sentBy(harness)).toEqual([
    { content: "First", options: {} },
    { content: "Second", options: { interrupt: true } },
  ]);
});

test("with interrupt a message takes the place of an answer that the agent waits for", async ({
  harness,
}) => {
  const { field } = await openComposer(harness, { interrupt: "" });
  await harness.evaluate(() => {
    playedAgent.pendingInterrupts = [{ id: "i", reason: "input_required" }];
    playedAgent.emit("interrupt");
  });
  await field.fill("Never mind");
  await field.press("Enter");
  expect(await sentBy(harness)).toEqual([{ content: "Never mind", options: { interrupt: true } }]);
});

test("while the agent waits for an answer nothing is sent, and the text stays", async ({
  harness,
}) => {
  const { field, notice } = await openComposer(harness);
  await harness.evaluate(() => {
    playedAgent.pendingInterrupts = [{ id: "i", reason: "input_required" }];
    playedAgent.emit("interrupt");
  });
  await field.fill("Hello");
  await field.press("Enter");
  await expect(notice).toContainText("waits for your answer");
  await expect(field).toHaveValue("Hello");
  expect(await sentBy(harness)).toEqual([]);
});

test("a page can keep a message, and send it in its own way", async ({ harness }) => {
  const { field } = await openComposer(harness);
  await harness.evaluate(() => {
    composerBox.addEventListener("ag-ui-composer-send", (event) => {
      Object.assign(globalThis, { asked: event.detail.content });
      event.preventDefault();
    });
  });
  await field.fill("Mine");
  await field.press("Enter");
  expect(await harness.evaluate(() => Reflect.get(globalThis, "asked"))).toBe("Mine");
  await expect(field).toHaveValue("Mine");
  expect(await sentBy(harness)).toEqual([]);
  await harness.evaluate(() => composerBox.clear());
  await expect(field).toHaveValue("");
});

test("a message that did not reach the thread is back, with the reason", async ({ harness }) => {
  const { field, errors } = await openComposer(harness);
  await harness.evaluate(() => {
    playedAgent.sendMessage = () => Promise.reject(new TypeError("That can't be sent."));
  });
  await field.fill("Precious");
  await field.press("Enter");
  await expect(errors).toHaveText("The message was not sent: That can't be sent.");
  await expect(field).toHaveValue("Precious");

  await harness.evaluate(() => {
    playedAgent.sendMessage = async () => ({ outcome: "aborted" });
  });
  await field.press("Enter");
  await expect(field).toHaveValue("Precious");
  await expect(errors).toHaveText("");
});

test("a failure of the backend after the message was heard puts nothing back", async ({
  harness,
}) => {
  const { field, errors } = await openComposer(harness);
  await field.fill("Heard");
  await field.press("Enter");
  await harness.evaluate(() => playedAgent.end({ outcome: "failed" }));
  await expect(field).toHaveValue("");
  await expect(errors).toHaveText("");
});

test("a text that is too long is said to be, and is not sent or cut", async ({ harness }) => {
  const { host, field, send } = await openComposer(harness);
  await harness.evaluate(() => {
    composerBox.limits = { maxTextLength: 5 };
  });
  await field.fill("123456");
  await expect(host.locator("[part=limit]")).toHaveText(
    "The message has 6 characters; at most 5 can be sent.",
  );
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.press("Enter");
  await expect(send).toHaveAttribute("aria-disabled", "true");
  expect(await sentBy(harness)).toEqual([]);
  await field.press("Backspace");
  await expect(host.locator("[part=limit]")).toHaveCount(0);
  await field.press("Enter");
  expect(await sentBy(harness)).toEqual([{ content: "12345", options: {} }]);
});

test("a limit that makes no sense is refused by name", async ({ harness }) => {
  await openComposer(harness);
  const faults = await harness.evaluate(() =>
    [{ maxFiles: -1 }, { maxFile: 1 }].map((limits) => {
      try {
        composerBox.limits = limits;
        return undefined;
      } catch (error) {
        return String(error);
      }
    }),
  );
  expect(faults).toEqual([
    expect.stringContaining("limits.maxFiles"),
    expect.stringContaining('Did you mean "maxFiles"'),
  ]);
});

test("the text field grows with its text, up to a limit", async ({ harness }) => {
  const { field } = await openComposer(harness);
  const height = async () => (await field.boundingBox())?.height ?? 0;
  const one = await height();
  await field.fill("1\n2\n3");
  const three = await height();
  expect(three).toBeGreaterThan(one + 20);
  await field.fill("line\n".repeat(500));
  expect(await height()).toBeLessThan(300);
  await field.fill("");
  expect(await height()).toBe(one);
});

test("it grows in a browser without field-sizing as well", async ({ harness }) => {
  await harness.evaluate(() => {
    const { supports } = CSS;
    CSS.supports = ((...given: [string]) =>
      given[0] !== "field-sizing" && supports.apply(CSS, given)) as typeof supports;
    Object.assign(globalThis, { giveBack: () => Object.assign(CSS, { supports }) });
  });
  const { field } = await openComposer(harness);
  await field.evaluate((field) => field.style.setProperty("field-sizing", "fixed"));
  const height = async () => (await field.boundingBox())?.height ?? 0;
  const one = await height();
  await field.fill("1\n2\n3");
  expect(await height()).toBeGreaterThan(one + 20);
  await harness.evaluate(() => Reflect.get(globalThis, "giveBack")());
});

test("an agent that comes, or is defined, later gets what was written before", async ({
  harness,
}) => {
  const { field, notice } = await openComposer(harness);
  await harness.evaluate(async () => {
    composerBox.agent = undefined;
    await composerBox.updateComplete;
  });
  await field.fill("Early");
  await field.press("Enter");
  await expect(notice).toHaveText("The agent is not available.");
  await harness.evaluate(() => {
    composerBox.agent = playedAgent;
  });
  await expect(field).toHaveValue("Early");
  await field.press("Enter");
  expect(await sentBy(harness)).toEqual([{ content: "Early", options: {} }]);
});

test("events of another agent inside this one are not its own", async ({ harness }) => {
  const { stop } = await openComposer(harness);
  await harness.evaluate(async () => {
    const outer = Object.assign(document.createElement("div"), {
      threadId: "outer",
      messages: [],
      isRunning: false,
      sendMessage: async () => ({ outcome: "finished" as const }),
      abort: () => {},
    });
    const inner = outer.appendChild(document.createElement("div"));
    document.body.append(outer);
    composerBox.agent = outer;
    await composerBox.updateComplete;
    const detail = { name: "suggestions", value: ["From inside"] };
    inner.dispatchEvent(new CustomEvent("ag-ui-custom", { detail, bubbles: true }));
    await composerBox.updateComplete;
  });
  await expect(stop).toHaveCount(0);
  expect(await harness.locator("[part=suggestion]").count()).toBe(0);
});

test("with an <ag-ui-agent> the whole way works", async ({ harness, backend }) => {
  const { run, text } = await import("../support/backend.js");
  const agent = backend.script(run(...text("m", "Hello yourself.")));
  const { field, stop } = await openComposer(harness);
  await harness.evaluate((url) => {
    composerBox.agent = openAgent(url);
  }, agent.url);
  await field.fill("Hello");
  await field.press("Enter");
  await expect.poll(() => agent.requests.at(-1)?.messages.at(-1)?.content).toBe("Hello");
  await expect(stop).toHaveCount(0);
  await field.press("ArrowUp");
  await expect(field).toHaveValue("Hello");
});
