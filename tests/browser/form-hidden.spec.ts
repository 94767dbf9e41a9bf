/** A form that waits for a person, where none can get at it. */
import type { Page } from "@playwright/test";
import { stopTime } from "../support/clock.js";
import { expect, test } from "./forms.js";

test.use({ sharesPage: true });

const waiting = (attributes = "") =>
  `<form toolname="it" tooldescription="It." ${attributes}><input name="a"><button>Send</button></form>`;

for (const [what, html] of [
  ["in what is not displayed", `<div style="display: none">${waiting()}</div>`],
  ["that is hidden", waiting("hidden")],
  ["that is invisible", waiting('style="visibility: hidden"')],
  ["that is transparent", `<div style="opacity: 0">${waiting()}</div>`],
  ["in what is inert", `<div inert>${waiting()}</div>`],
  ["in a closed dialog", `<dialog>${waiting()}</dialog>`],
  ["in a closed popover", `<div popover>${waiting()}</div>`],
  ["whose content is skipped", `<div style="content-visibility: hidden">${waiting()}</div>`],
  ["in a folded panel", `<div style="height: 0; overflow: hidden">${waiting()}</div>`],
  ["whose controls are hidden", waiting().replace(/<(input|button)/g, "<$1 hidden")],
] as const) {
  test(`a call of a form ${what} is answered at once`, async ({ formPage }) => {
    const page = await formPage(html);
    const seen = await page.evaluate(async () => {
      const outcome = await call("it", { a: "x" });
      await settled();
      const isMarked = form().hasAttribute("data-tool-active");
      return [outcome.success || outcome.error, isMarked];
    });

    expect(seen).toMatchObject([
      {
        category: "permanent",
        message: expect.stringContaining("part of the page that is hidden"),
      },
      false,
    ]);
  });
}

for (const [what, html] of [
  [
    "closed details, one in the other",
    `<details><details name="x"><p>${waiting()}</p></details></details>`,
  ],
  ["what is hidden until it is found", `<div hidden="until-found">${waiting()}</div>`],
  ["closed details around a shadow tree", "<details><x-form></x-form></details>"],
] as const) {
  test(`${what} open for the form that waits in it`, async ({ formPage }) => {
    const page = await formPage(html);
    await page.evaluate(async (html) => {
      const host = document.querySelector("x-form");
      if (host) host.attachShadow({ mode: "open" }).innerHTML = html;
      host?.after(host);
      await settled();
      Object.assign(globalThis, { outcome: undefined });
      document.addEventListener("submit", (event) => event.preventDefault());
      host?.shadowRoot?.addEventListener("submit", (event) => event.preventDefault());
      void call("it", { a: "x" }).then((outcome) => Object.assign(globalThis, { outcome }));
    }, waiting());
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForFunction(() => globalThis.outcome);

    expect(await page.evaluate(() => globalThis.outcome)).toMatchObject({ success: true });
  });
}

for (const [what, hide] of [
  ["is not displayed any more", "element.style.display = 'none'"],
  ["is in details that the person closes", "element.open = false"],
  ["becomes inert", "element.inert = true"],
] as const) {
  test(`a call ends when its form ${what}`, async ({ formPage }) => {
    const page = await formPage(`<details open>${waiting()}</details>`);
    const seen = await page.evaluate(async (hide) => {
      const running = call("it", { a: "x" });
      await settled();
      new Function("element", hide)(document.querySelector("details"));
      const outcome = await running;
      return outcome.success || outcome.error.message;
    }, hide);

    expect(seen).toContain("hidden now");
  });
}

test("a form that the page brings to the screen itself is waited for", async ({ formPage }) => {
  const page = await formPage(`<dialog>${waiting()}</dialog>`);
  const first = await page.evaluate(async () => {
    const dialog = document.querySelector("dialog") as HTMLDialogElement;
    form().addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("ag-ui-form-filled", () => dialog.showModal(), { once: true });
    const first = call("it", { a: "x" });
    await settled();
    form().requestSubmit();
    return (await first).success;
  });
  // It takes its time, and says so.
  await page.evaluate(() => {
    document.querySelector("dialog")?.close();
    document.addEventListener("ag-ui-form-filled", (event) => event.preventDefault());
  });
  const second = await callForLong(page);
  await page.evaluate(() => document.querySelector("dialog")?.show());

  expect([first, await second.submit()]).toEqual([true, true]);
});

test("a form that is out of sight but can be scrolled to, or laid out without a box, is waited for", async ({
  formPage,
}) => {
  const page = await formPage(
    `<div style="position: absolute; top: 5000px; display: contents">${waiting('style="display: contents"')}</div>`,
  );
  await page.evaluate(() => form().addEventListener("submit", (event) => event.preventDefault()));
  const { submit } = await callForLong(page);

  expect(await submit()).toBe(true);
});

/** Calls the form's tool, and lets ten seconds pass, after which the call must still wait. */
async function callForLong(page: Page): Promise<{ submit(): Promise<boolean> }> {
  await stopTime(page);
  const waiting = await page.evaluateHandle(async () => {
    const filled = eventOf(document, "ag-ui-form-filled");
    const ends: boolean[] = [];
    const running = call("it", { a: "x" }).then(({ success }) => ends.push(success));
    await filled;
    await turn();
    return { ends, running };
  });
  await page.clock.runFor(10_000);
  expect(await waiting.evaluate(({ ends }) => ends)).toEqual([]);
  await page.clock.resume();
  return {
    submit: () =>
      waiting.evaluate(async ({ ends, running }) => {
        form().requestSubmit();
        await inTime("the call has no end", running);
        return ends[0] as boolean;
      }),
  };
}

test("a form that submits by itself need not be seen", async ({ formPage }) => {
  const page = await formPage(waiting("toolautosubmit hidden"));
  const outcome = await page.evaluate(() => {
    form().addEventListener("submit", (event) => event.preventDefault());
    return call("it", { a: "x" });
  });

  expect(outcome).toMatchObject({ success: true });
});
