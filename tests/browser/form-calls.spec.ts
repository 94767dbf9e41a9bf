import { run, text, toolCall } from "../support/backend.js";
import { expect, test } from "./forms.js";

test.use({ sharesPage: true });

const inForm = (controls: string, attributes = "toolautosubmit") =>
  `<form toolname="it" tooldescription="It." ${attributes}>${controls}<button>Send</button></form>`;

const every = `
  <input name="text" value="old"><textarea name="area"></textarea>
  <input type="number" name="number"><input type="range" name="range" max="10">
  <input type="checkbox" name="on"><input type="checkbox" name="off" checked>
  <input type="checkbox" name="box" value="x" checked><input type="checkbox" name="box" value="y">
  <input type="radio" name="radio" value="x" checked><input type="radio" name="radio" value="y">
  <select name="one"><option>x</option><option>y</option></select>
  <select name="many" multiple><option selected>x</option><option>y</option><option>z</option></select>
  <input type="date" name="date"><input type="email" name="email"><input type="url" name="url">
  <input name="list"><input name="list" value="old"><input name="untouched" value="kept">`;

const args = {
  text: "new",
  area: "a\nb",
  number: 7,
  range: 3,
  on: true,
  off: false,
  box: ["y"],
  radio: "y",
  one: "y",
  many: ["y", "z"],
  date: "2026-05-01",
  email: "ada@example.org",
  url: "https://example.org/",
  list: ["one"],
};

test("a call fills in every kind of control and submits the form with its button", async ({
  formPage,
}) => {
  const page = await formPage(
    inForm(every).replace("<button>", '<button name="button" value="first">'),
  );
  const seen = await page.evaluate(async (args) => {
    const seen: { entries?: unknown; submitter?: unknown } = {};
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      seen.entries = [...new FormData(form(), event.submitter).entries()];
    });
    return { ...seen, outcome: await call("it", args), ...seen };
  }, args);

  expect(seen.outcome).toEqual({
    success: true,
    result: "The form was submitted.",
    output: "The form was submitted.",
  });
  expect(seen.entries).toEqual([
    ...[
      ["text", "new"],
      ["area", "a\nb"],
      ["number", "7"],
      ["range", "3"],
      ["on", "on"],
    ],
    ...[
      ["box", "y"],
      ["radio", "y"],
      ["one", "y"],
      ["many", "y"],
      ["many", "z"],
    ],
    ...[
      ["date", "2026-05-01"],
      ["email", "ada@example.org"],
      ["url", "https://example.org/"],
    ],
    ...[
      ["list", "one"],
      ["list", ""],
      ["untouched", "kept"],
      ["button", "first"],
    ],
  ]);
});

test("the page hears of each control that is filled in", async ({ formPage }) => {
  const page = await formPage(inForm(every));
  const heard = await page.evaluate(async (args) => {
    const heard = new Set<string>();
    for (const type of ["input", "change"]) {
      form().addEventListener(type, ({ target }) => {
        heard.add(`${(target as HTMLInputElement).name} ${type}`);
      });
    }
    form().addEventListener("submit", (event) => event.preventDefault());
    await call("it", args);
    return [...heard];
  }, args);

  const filled = Object.keys(args).flatMap((name) => [`${name} input`, `${name} change`]);
  expect(heard.sort()).toEqual(filled.sort());
});

test("a value goes past the accessor that a framework has put on a control", async ({
  formPage,
}) => {
  const page = await formPage(inForm('<input name="a">'));
  const seen = await page.evaluate(async () => {
    const input = document.querySelector("input") as HTMLInputElement;
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    const tracked: string[] = [];
    Object.defineProperty(input, "value", {
      configurable: true,
      get: () => own?.get?.call(input),
      set: (value) => {
        tracked.push(value);
        own?.set?.call(input, value);
      },
    });
    form().addEventListener("submit", (event) => event.preventDefault());
    await call("it", { a: "new" });
    return { tracked, value: input.value };
  });

  expect(seen).toEqual({ tracked: [], value: "new" });
});

test("a form-associated custom element is a parameter of its value's type", async ({
  formPage,
}) => {
  const page = await formPage("");
  const seen = await page.evaluate(async () => {
    for (const [tag, property, initial] of [
      ["x-text", "value", ""],
      ["x-amount", "value", 0],
      ["x-switch", "checked", false],
    ] as const) {
      customElements.define(
        tag,
        class extends HTMLElement {
          static formAssociated = true;
          internals = this.attachInternals();
          constructor() {
            super();
            Object.assign(this, { [property]: initial });
          }
        },
      );
    }
    const place = document.createElement("div");
    place.innerHTML = `<form toolname="it" tooldescription="It." toolautosubmit>
      <x-text name="text"></x-text><x-amount name="amount"></x-amount><x-switch name="on"></x-switch></form>`;
    document.body.append(place);
    await settled();
    form().addEventListener("submit", (event) => event.preventDefault());
    const { properties } = schemaOf("it");
    await call("it", { text: "new", amount: 7, on: true });
    const values = [...form().children].map((each) => ({ ...each, internals: undefined }));
    return { properties, values };
  });

  expect(seen.properties).toEqual({
    text: { type: "string" },
    amount: { type: "number" },
    on: { type: "boolean" },
  });
  expect(seen.values).toEqual([{ value: "new" }, { value: 7 }, { checked: true }]);
});

test("the submit handler answers the call with respondWith()", async ({ formPage }) => {
  const page = await formPage(inForm('<input name="city">'));
  const seen = await page.evaluate(async () => {
    const seen: unknown[] = [];
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      const { city } = Object.fromEntries(new FormData(form()));
      seen.push([event.agentInvoked, event.isTrusted, event.submitter?.localName]);
      if (city === "nowhere") event.respondWith?.(Promise.reject(new Error("No such city.")));
      else event.respondWith?.(settled().then(() => ({ flights: [`to ${city}`] })));
    });
    const good = await call("it", { city: "Rome" });
    const bad = await call("it", { city: "nowhere" });
    return { seen, good, bad: bad.success || bad.error.message };
  });

  expect(seen).toEqual({
    seen: Array(2).fill([true, true, "button"]),
    good: {
      success: true,
      result: '{"flights":["to Rome"]}',
      output: { flights: ["to Rome"] },
    },
    bad: "No such city.",
  });
});

test("respondWith() is refused before preventDefault(), twice, and when it is too late", async ({
  formPage,
}) => {
  const page = await formPage(inForm(""));
  const seen = await page.evaluate(async () => {
    const thrown: string[] = [];
    const attempt = (event: SubmitEvent, answer: string): void => {
      try {
        event.respondWith?.(answer);
      } catch (error) {
        thrown.push((error as Error).name);
      }
    };
    let late: SubmitEvent | undefined;
    form().addEventListener("submit", (event) => {
      late = event;
      attempt(event, "too early");
      event.preventDefault();
      attempt(event, "right");
      attempt(event, "again");
    });
    const answered = await call("it", {});
    form().addEventListener("submit", (event) => event.stopImmediatePropagation(), true);
    form().addEventListener("submit", (event) => event.preventDefault());
    if (late) attempt(late, "too late");
    return { thrown, answer: answered.success && answered.result };
  });

  expect(seen).toEqual({ thrown: Array(3).fill("InvalidStateError"), answer: "right" });
});

test("a submission by a person alone is none of a call", async ({ formPage }) => {
  const page = await formPage(inForm('<input name="a">'));
  const seen = await page.evaluate(async () => {
    const seen: unknown[] = [];
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      seen.push(event.agentInvoked ?? false, typeof event.respondWith);
    });
    form().requestSubmit();
    await call("it", {});
    form().requestSubmit();
    return seen;
  });

  expect(seen).toEqual([false, "undefined", true, "function", false, "undefined"]);
});

test("what the browser finds fault with is not submitted, and the model reads where and why", async ({
  formPage,
}) => {
  const page = await formPage(
    inForm(
      '<input type="number" name="half" step="0.5"><input name="own"><input name="kept" type="password" required><x-own name="custom"></x-own>',
    ),
  );
  const seen = await page.evaluate(async () => {
    let submissions = 0;
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      submissions += 1;
    });
    customElements.define(
      "x-own",
      class extends HTMLElement {
        static formAssociated = true;
        value = "";
        readonly #internals = this.attachInternals();
        judge(flags: ValidityStateFlags) {
          this.#internals.setValidity(flags, "Internal.");
        }
      },
    );
    const custom = document.querySelector("x-own") as unknown as {
      judge(flags: ValidityStateFlags): void;
    };
    custom.judge({ customError: true });
    const input = document.querySelector<HTMLInputElement>('[name="own"]');
    input?.setCustomValidity("Own reason.");
    const typed = await call("it", { half: 0.7 });
    const bad = await call("it", { half: 0.5 });
    input?.setCustomValidity("");
    custom.judge({});
    document.querySelector<HTMLInputElement>('[name="kept"]')?.removeAttribute("required");
    const good = await call("it", { half: 0.5 });
    form().noValidate = true;
    const unchecked = await call("it", { half: 0.7 });
    return {
      submissions,
      typed: !typed.success && typed.error.validationErrors,
      bad: !bad.success && bad.error,
      good: good.success,
      unchecked: unchecked.success,
    };
  });

  expect(seen).toMatchObject({ submissions: 2, good: true, unchecked: true });
  expect(seen.typed).toEqual([
    {
      ...{ path: ["half"], code: "invalid" },
      message: expect.stringMatching(/valid value.*0\.5.* 1/),
    },
  ]);
  expect(seen.bad).toMatchObject({ category: "validation" });
  const { message } = seen.bad as { message: string };
  expect(message).toMatch(
    /The form does not take these values:\n- own: Own reason\.\n- kept: .+\n- custom: is not valid$/,
  );
});

test("a form whose button is disabled is not submitted", async ({ formPage }) => {
  const page = await formPage(inForm("").replace("<button>", "<button disabled>"));
  const outcome = await page.evaluate(() => call("it", {}));

  expect(outcome).toMatchObject({
    success: false,
    error: { category: "permanent", message: expect.stringContaining("button is disabled") },
  });
});

test("a form without a button, and one in a dialog, are submitted as they are", async ({
  formPage,
}) => {
  const page = await formPage(`
    <form toolname="plain" tooldescription="It." toolautosubmit><input name="a"></form>
    <dialog open><form method="dialog" toolname="dialog" tooldescription="It." toolautosubmit><button value="ok">OK</button></form></dialog>`);
  const seen = await page.evaluate(async () => {
    form("plain").addEventListener("submit", (event) => event.preventDefault());
    const outcomes = [await call("plain", { a: "x" }), await call("dialog", {})];
    const dialog = document.querySelector("dialog") as HTMLDialogElement;
    return {
      outcomes: outcomes.map(({ success }) => success),
      open: dialog.open,
      value: dialog.returnValue,
    };
  });

  expect(seen).toEqual({ outcomes: [true, true], open: false, value: "ok" });
});

test("a control that goes or changes while the form is filled in fails the call, and nothing is submitted", async ({
  formPage,
}) => {
  const page = await formPage(
    inForm('<input name="a"><input name="b"><select name="c"><option>x</option></select>'),
  );
  const seen = await page.evaluate(async () => {
    let submissions = 0;
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      submissions += 1;
    });
    document.querySelector('[name="a"]')?.addEventListener(
      "input",
      () => {
        document.querySelector('[name="b"]')?.remove();
        document.querySelector("option")?.remove();
      },
      { once: true },
    );
    const outcome = await call("it", { a: "1", b: "2", c: "x" });
    return { submissions, outcome };
  });

  expect(seen).toMatchObject({
    submissions: 0,
    outcome: {
      error: { category: "validation", message: expect.stringMatching(/\n- b: .*\n- c: /) },
    },
  });
});

test("calls of one form wait for each other, whoever runs them", async ({ formPage }) => {
  const page = await formPage(inForm('<input name="a">'));
  const seen = await page.evaluate(async () => {
    const seen: string[] = [];
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      const a = new FormData(form()).get("a");
      seen.push(`begins ${a}`);
      event.respondWith?.(settled().then(() => seen.push(`ends ${a}`)));
    });
    const other = new agUi.ToolExecutionManager();
    const tool = agent.registry.get("it");
    if (tool) await Promise.all([call("it", { a: "1" }), other.execute(tool, "2", { a: "2" })]);
    return seen;
  });

  expect(seen).toEqual(["begins 1", "ends 1", "begins 2", "ends 2"]);
});

test("a page that never answers holds up no later call once it is cancelled", async ({
  formPage,
}) => {
  const page = await formPage(inForm('<input name="a">'));
  const seen = await page.evaluate(async () => {
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      if (new FormData(form()).get("a") === "1") event.respondWith?.(new Promise(() => {}));
    });
    const stop = new AbortController();
    const first = call("it", { a: "1" }, { signal: stop.signal });
    const second = call("it", { a: "2" });
    await settled();
    stop.abort();
    return [await first, await second];
  });

  expect(seen).toMatchObject([{ error: { category: "cancelled" } }, { success: true }]);
});

test("a submit handler that throws is the page's fault; the call is answered", async ({
  formPage,
  complaints,
}) => {
  const page = await formPage(inForm(""));
  const outcome = await page.evaluate(() => {
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      throw new Error("handler");
    });
    return call("it", {});
  });

  expect(outcome).toMatchObject({ success: true });
  expect(complaints.splice(0)).toEqual(["uncaught: handler"]);
});

test("an agent fills in and submits a form of the page", async ({ formPage, backend }) => {
  const scripted = backend.script(
    run(...toolCall("call-1", "it", '{"city":"Rome"}')),
    run(...text("m", "Booked.")),
  );
  const page = await formPage(
    inForm('<input name="city" required toolparamdescription="Where to.">'),
  );
  await page.evaluate((url) => {
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      event.respondWith?.(`Booked ${new FormData(form()).get("city")}.`);
    });
    agent.formMetadata = { it: { approval: "never" } };
    agent.url = url;
    return agent.sendMessage("Book Rome");
  }, scripted.url);

  expect(scripted.requests[0]?.tools).toMatchObject([
    {
      name: "it",
      description: "It.",
      parameters: { properties: { city: { description: "Where to." } }, required: ["city"] },
    },
  ]);
  expect(scripted.requests[1]?.messages.at(-1)?.content).toBe("Booked Rome.");
});

test("a form that a tool's handler puts into the page is offered in the follow-up run", async ({
  formPage,
  backend,
}) => {
  const scripted = backend.script(
    run(...toolCall("call-1", "open_form", "{}")),
    run(...text("m", "Opened.")),
  );
  const page = await formPage("");
  await page.evaluate((url) => {
    agent.registry.register({
      name: "open_form",
      description: "Opens the form.",
      schema: {},
      handler: () => {
        const html = '<form toolname="it" tooldescription="It."></form>';
        document.body.insertAdjacentHTML("beforeend", html);
      },
    });
    agent.url = url;
    return agent.sendMessage("Open it");
  }, scripted.url);

  expect(scripted.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
    ["open_form"],
    ["open_form", "it"],
  ]);
});

test("abort() ends a call that waits for the person, and the thread goes on", async ({
  formPage,
  backend,
}) => {
  const scripted = backend.script(
    run(...toolCall("call-1", "it", '{"city":"Rome"}')),
    run(...text("m", "Never mind.")),
  );
  const page = await formPage(inForm('<input name="city">', ""));
  const seen = await page.evaluate(async (url) => {
    agent.url = url;
    const sent = agent.sendMessage("Book Rome");
    await eventOf(document, "ag-ui-form-filled");
    agent.abort();
    const first = await sent;
    await settled();
    const isMarked = form().hasAttribute("data-tool-active");
    return { first, isMarked, second: await agent.sendMessage("Never mind") };
  }, scripted.url);

  expect(seen).toEqual({
    first: { outcome: "aborted" },
    isMarked: false,
    second: { outcome: "finished" },
  });
  expect(scripted.requests[1]?.messages.map(({ role }) => role)).toEqual([
    ...["user", "assistant", "tool", "user"],
  ]);
});
