/** While a person is asked, the agent does nothing in the page: it could press the button of its own approval. */
import { eventsOnly, type Reply, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "./page-tools.js";

declare global {
  var pressed: string[];
  var attempts: () => Promise<string[]>;
}

const done = run(...text("m2", "Done."));
const buttons = `<button id="approve">Approve</button><label>Name <input id="name"></label><a href="#there">There</a>`;

const interrupted: Reply = (response, request) => {
  const { threadId, runId } = request;
  const outcome = { type: "interrupt", interrupts: [{ id: "i1", reason: "confirmation" }] };
  const events = [
    { type: "RUN_STARTED", threadId, runId },
    { type: "RUN_FINISHED", threadId, runId, outcome },
  ];
  return eventsOnly(events)(response, request);
};

test.beforeEach(({ harness }) =>
  harness.evaluate(() => {
    Object.assign(globalThis, {
      pressed: [],
      /** What each tool that acts comes to, by its code. */
      attempts: async () => {
        document.onclick = (event) => pressed.push((event.target as Element).id);
        const outcomes = [
          await execute("click", { ref: await ref('"Approve"') }),
          await execute("type", { ref: await ref('"Name"'), text: "Ada" }),
          await execute("type", { ref: await ref('"Approve"'), press: "Enter" }),
          await execute("navigate", { url: "#elsewhere" }),
        ];
        return outcomes.map(({ success, error }) => (success ? "done" : String(error.code)));
      },
    });
  }),
);

const refused = Array(4).fill("approval_pending");
const allowed = Array(4).fill("done");

test("nothing is done in the page while an approval waits, and all of it again once it is decided", async ({
  contentPage,
  backend,
}) => {
  const page = await contentPage(buttons);
  const { url } = backend.script(run(...toolCall("c1", "pay", "{}", "m1")), done);
  const seen = await page.evaluate(async (url) => {
    const element = openAgent(url);
    await element.registerTool({
      name: "pay",
      description: "Pays.",
      parameters: {},
      handler: () => "paid",
      metadata: { approval: "always" },
    });
    const asked = new Promise<string>((resolve) => {
      element.addEventListener("ag-ui-approval-request", ({ detail }) =>
        resolve(detail.approvalId),
      );
    });
    const sending = element.sendMessage("Pay.");
    const id = await asked;
    const during = await attempts();
    const outcome = await execute("click", { ref: await ref('"Approve"') });
    const untouched = [pressed.length, location.hash, document.querySelector("input")?.value];
    await element.respondToApproval(id, { decision: "decline" });
    await sending;
    return { during, error: outcome.error, untouched, after: await attempts() };
  }, url);
  expect(seen.during).toEqual(refused);
  expect(seen.error).toMatchObject({ category: "transient", code: "approval_pending" });
  expect(seen.error.message).toMatch(/waits for the user.*try again/s);
  expect(seen.untouched).toEqual([0, "", ""]);
  expect(seen.after).toEqual(allowed);
});

test("an interrupt that waits counts, until it is answered or its element is gone", async ({
  contentPage,
  backend,
}) => {
  const page = await contentPage(buttons);
  const { url } = backend.script(interrupted, done, interrupted);
  const seen = await page.evaluate(async (url) => {
    const element = openAgent(url);
    await element.sendMessage("Delete it.");
    const during = await attempts();
    await element.resume({ i1: { status: "resolved" } });
    const after = await attempts();
    await element.sendMessage("Once more.");
    const again = await attempts();
    element.remove();
    return [during, after, again, await attempts()];
  }, url);
  expect(seen).toEqual([refused, allowed, refused, allowed]);
});

test("so do the page's own question, and a form that was filled in for a person to submit", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `${buttons}<form toolname="order" tooldescription="Orders."><input name="what"><button id="send">Send</button></form>`,
  );
  const seen = await page.evaluate(async () => {
    document.onsubmit = (event) => event.preventDefault();
    let answer = (_isFine: boolean): void => {};
    const questions = new Promise<void>((resolve) => {
      useTools({
        confirmFor: "#approve",
        confirm: () => {
          resolve();
          return new Promise((give) => {
            answer = give;
          });
        },
      });
    });
    const asking = execute("click", { ref: await ref('"Approve"') });
    await questions;
    const whileAsked = await execute("type", { ref: await ref('"Name"'), text: "Ada" });
    answer(true);
    const confirmed = await asking;
    useTools();
    const element = openAgent("/nowhere");
    element.formTools = "all";
    await turn();
    const tool = element.registry.get("order") as never;
    const ordering = element.manager.execute(tool, "c1", { what: "Tea" });
    await until("the form is filled in", () => document.querySelector("[data-tool-active]"));
    const whileFilled = await execute("click", { ref: await ref('"Send"') });
    document.querySelector<HTMLElement>("#send")?.click();
    const ordered = await ordering;
    const after = await execute("click", { ref: await ref('"Send"') });
    return [
      whileAsked.error?.code,
      confirmed.success,
      whileFilled.error?.code,
      ordered.success,
      after.success,
    ];
  });
  expect(seen).toEqual(["approval_pending", true, "approval_pending", true, true]);
});

test("what began before is held as well, at the moment at which it would act", async ({
  contentPage,
}) => {
  const page = await contentPage(buttons);
  const seen = await page.evaluate(async () => {
    const slot = Symbol.for("ag-ui-lit.open-questions");
    // As another copy of the package counts.
    const question = { kind: "approval", isOpen: () => true };
    const { promise } = { promise: execute("screenshot") };
    await promise.catch(() => {});
    useTools({
      confirmFor: "#approve, #name",
      confirm: () => {
        (Reflect.get(globalThis, slot) as Set<object>).add(question);
        return true;
      },
    });
    document.onclick = (event) => pressed.push((event.target as Element).id);
    const outcome = await execute("click", { ref: await ref('"Approve"') });
    (Reflect.get(globalThis, slot) as Set<object>).clear();
    const typed = await execute("type", { ref: await ref('"Name"'), text: "Ada" });
    return [
      outcome.error?.code,
      typed.error?.code,
      pressed,
      document.querySelector("input")?.value,
    ];
  });
  expect(seen).toEqual(["approval_pending", "approval_pending", [], ""]);
});

test("a form tool that submits by itself waits for the person's decision, too", async ({
  harness,
  backend,
}) => {
  const { url } = backend.script(run(...toolCall("c1", "pay", "{}", "m1")), done);
  const seen = await harness.evaluate(async (url) => {
    document.body.innerHTML = `<form toolname="agree" tooldescription="Agrees." toolautosubmit><input name="why"></form>`;
    let submitted = 0;
    document.onsubmit = (event) => {
      event.preventDefault();
      submitted += 1;
    };
    const element = openAgent(url);
    element.formTools = "all";
    element.formMetadata = { agree: { approval: "never" } };
    await element.registerTool({
      name: "pay",
      description: "Pays.",
      parameters: {},
      handler: () => "paid",
      metadata: { approval: "always" },
    });
    const asked = new Promise<string>((resolve) => {
      element.addEventListener("ag-ui-approval-request", ({ detail }) =>
        resolve(detail.approvalId),
      );
    });
    const sending = element.sendMessage("Pay.");
    const id = await asked;
    const manager = new agUi.ToolExecutionManager(undefined, {
      ...agUi.DEFAULT_RETRY_CONFIG,
      maxAttempts: 1,
    });
    const agree = async () => {
      const tool = element.registry.get("agree") as never;
      const outcome = await manager.execute(tool, "c2", { why: "so" });
      return outcome.success ? "done" : outcome.error.code;
    };
    const during = [await agree(), submitted, document.querySelector("input")?.value];
    await element.respondToApproval(id, { decision: "approve" });
    await sending;
    return [during, await agree(), submitted];
  }, url);
  expect(seen).toEqual([["approval_pending", 0, ""], "done", 1]);
});

test("the package's own elements and what is marked are never shown nor used, whatever else is left out", async ({
  contentPage,
}) => {
  const page = await contentPage(`
    <button id="other" class="mine">Other</button><button aria-labelledby="told">Named</button>
    <ag-ui-chat><button>Ours</button></ag-ui-chat>
    <div data-ag-ui-ignore><button form="f">Marked</button><span id="told">Private words</span><i id="owned">Owned</i></div>
    <form id="f"><label>Code <input></label></form><div role="group" aria-owns="owned" aria-label="Owner"></div>`);
  const seen = await page.evaluate(async () => {
    useTools({ ignore: ".mine" });
    document.onsubmit = (event) => event.preventDefault();
    const shown = await see();
    // Its form's button is none of the agent's.
    const entered = await execute("type", { ref: await ref('"Code"'), press: "Enter" });
    return [shown, entered.error?.code] as const;
  });
  expect(seen[0]).not.toMatch(/Other|Ours|Marked|Private|Owned/);
  expect(seen[0]).toContain('textbox "Code"');
  expect(seen[1]).toBe("outside");
});
