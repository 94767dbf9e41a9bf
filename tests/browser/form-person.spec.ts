import { expect, test } from "./forms.js";

test.use({ sharesPage: true });

/** A form that a person is to submit. */
const waiting = (controls = '<input name="city">', attributes = "") =>
  `<form toolname="it" tooldescription="It." ${attributes}>${controls}<button>Send</button><button type="reset">Cancel</button></form>`;

test("without toolautosubmit the call waits for the person, with the focus on the button", async ({
  formPage,
}) => {
  const page = await formPage(waiting());
  await page.evaluate(() => {
    const events = ["ag-ui-form-filled", "ag-ui-form-released"] as const;
    const seen: unknown[] = [];
    for (const type of events) {
      document.addEventListener(type, ({ detail, target }) => {
        seen.push([type, detail, target === form()]);
      });
    }
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      event.respondWith?.(`Booked ${new FormData(form()).get("city")}, ${event.agentInvoked}.`);
    });
    Object.assign(globalThis, { seen, outcome: undefined });
    call("it", { city: "Rome" }).then((outcome) => Object.assign(globalThis, { outcome }));
  });

  await expect(page.getByRole("button", { name: "Send" })).toBeFocused();
  await expect(page.locator("form[data-tool-active]")).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveText(/filled in for you/);
  const box = await page.getByRole("alert").boundingBox();
  expect(box?.width).toBeLessThanOrEqual(1);
  expect(await page.evaluate(() => globalThis.outcome)).toBeUndefined();

  // The person may change what the model wrote.
  await page.locator('[name="city"]').fill("Paris");
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForFunction(() => globalThis.outcome);

  expect(await page.evaluate(() => globalThis.outcome)).toMatchObject({
    success: true,
    result: "Booked Paris, true.",
  });
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.locator("form[data-tool-active]")).toHaveCount(0);
  expect(await page.evaluate(() => globalThis.seen)).toEqual([
    ["ag-ui-form-filled", { toolName: "it" }, true],
    ["ag-ui-form-released", { toolName: "it", isSubmitted: true }, true],
  ]);
});

declare global {
  var outcome: unknown;
  var seen: unknown[];
}

test("the notice is the form's own, and a page may have its own way", async ({ formPage }) => {
  const page = await formPage(waiting(undefined, 'toolnotice="Bitte prüfen."'));
  const seen = await page.evaluate(async () => {
    const stop = new AbortController();
    const texts: unknown[] = [];
    const first = call("it", {}, { signal: stop.signal });
    await settled();
    texts.push(document.querySelector("[role=alert]")?.textContent);
    (document.activeElement as HTMLElement).blur();
    stop.abort();
    await first;
    document.addEventListener("ag-ui-form-filled", (event) => event.preventDefault());
    void call("it", {});
    await settled();
    texts.push(
      document.querySelector("[role=alert]")?.textContent,
      document.activeElement?.localName,
    );
    return texts;
  });

  expect(seen).toEqual(["Bitte prüfen.", undefined, "body"]);
});

for (const [what, act, message] of [
  ["the person resets the form", "form().reset()", "The form was reset. Nothing was submitted."],
  ["the form is removed", "form().remove()", "The form is not in the page any more."],
  ["the form is renamed", "form().setAttribute('toolname', 'other')", "The form has changed."],
  ["the form is described anew", "form().setAttribute('tooldescription', 'New.')", "has changed"],
  ["the form is no tool any more", "form().removeAttribute('toolname')", "not in the page"],
  ["the call is cancelled", "stop.abort()", ""],
] as const) {
  test(`the call ends as cancelled when ${what}, and leaves nothing behind`, async ({
    formPage,
  }) => {
    const page = await formPage(waiting());
    const seen = await page.evaluate(async (act) => {
      const stop = new AbortController();
      const released = record(document, "ag-ui-form-", ["released"]);
      const element = form();
      const running = call("it", { city: "Rome" }, { signal: stop.signal });
      await settled();
      new Function("stop", act)(stop);
      const outcome = await running;
      await settled();
      return {
        outcome,
        marks: [element.hasAttribute("data-tool-active"), element.querySelector("[role=alert]")],
        released: released.map(({ detail }) => detail.isSubmitted),
        isConnected: element.isConnected,
      };
    }, act);

    expect(seen).toMatchObject({
      outcome: {
        success: false,
        error: { category: "cancelled", message: expect.stringContaining(message) },
      },
      marks: [false, null],
      released: seen.isConnected ? [false] : [],
    });
  });
}

test("after a cancelled call the form is the person's alone again", async ({ formPage }) => {
  const page = await formPage(waiting());
  const seen = await page.evaluate(async () => {
    const seen: unknown[] = [];
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      seen.push(event.agentInvoked ?? false);
    });
    const stop = new AbortController();
    const running = call("it", { city: "Rome" }, { signal: stop.signal });
    await settled();
    stop.abort();
    await running;
    form().requestSubmit();
    return seen;
  });

  expect(seen).toEqual([false]);
});

test("other controls don't end a call that waits", async ({ formPage }) => {
  const page = await formPage(waiting());
  const outcome = await page.evaluate(async () => {
    form().addEventListener("submit", (event) => event.preventDefault());
    const running = call("it", { city: "Rome" });
    await settled();
    form().insertAdjacentHTML("beforeend", '<input name="more">');
    await settled();
    const { properties } = schemaOf("it");
    form().requestSubmit();
    return { outcome: await running, properties: Object.keys(properties) };
  });

  expect(outcome).toMatchObject({ outcome: { success: true }, properties: ["city", "more"] });
});

test("a person is given their time, whatever the manager's timeout", async ({ formPage }) => {
  const page = await formPage(waiting());
  const outcome = await page.evaluate(async () => {
    form().addEventListener("submit", (event) => event.preventDefault());
    agent.manager = new agUi.ToolExecutionManager(undefined, undefined, { timeout: 20 });
    const timedOut = agent.registry.register({
      name: "slow",
      description: "Slow.",
      schema: {},
      handler: () => new Promise(() => {}),
    });
    const running = call("it", { city: "Rome" });
    // A call with the manager's timeout ends first.
    const slow = await agent.manager.execute(timedOut.tool, "2", {});
    await settled();
    form().requestSubmit();
    return [slow.success || slow.error.category, (await running).success];
  });

  expect(outcome).toEqual(["timeout", true]);
});

test("what a person can only fill in themselves does not stop the call", async ({ formPage }) => {
  const page = await formPage(
    waiting('<input name="user"><input name="key" type="password" required>'),
  );
  await page.evaluate(() => {
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      event.respondWith?.("Signed in.");
    });
    Object.assign(globalThis, { outcome: undefined });
    call("it", { user: "ada" }).then((outcome) => Object.assign(globalThis, { outcome }));
  });
  await page.locator('[name="key"]').fill("secret");
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForFunction(() => globalThis.outcome);

  expect(await page.evaluate(() => globalThis.outcome)).toMatchObject({ result: "Signed in." });
});

test("a form that was submitted waits no more, though the page has yet to answer", async ({
  formPage,
}) => {
  const page = await formPage(waiting());
  const seen = await page.evaluate(async () => {
    let answer = (_text: string): void => {};
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      event.respondWith?.(
        new Promise((resolve) => {
          answer = resolve;
        }),
      );
    });
    const running = call("it", { city: "Rome" });
    const released = eventOf(document, "ag-ui-form-released");
    await settled();
    form().requestSubmit();
    await released;
    const isMarked = form().hasAttribute("data-tool-active");
    answer("Booked.");
    return { isMarked, outcome: await running };
  });

  expect(seen).toMatchObject({ isMarked: false, outcome: { result: "Booked." } });
});

test("a person's submission that the page answers slowly is answered, though the form goes meanwhile", async ({
  formPage,
}) => {
  const page = await formPage(waiting());
  const outcome = await page.evaluate(async () => {
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      event.respondWith?.(
        settled()
          .then(settled)
          .then(() => "Booked."),
      );
      form().remove();
    });
    const running = call("it", { city: "Rome" });
    await settled();
    form().requestSubmit();
    return running;
  });

  expect(outcome).toMatchObject({ success: true, result: "Booked." });
});
