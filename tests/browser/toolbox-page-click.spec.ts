/** `click`: what a person could click, as a person would, and what comes of it. */
import { expect, test } from "./page-tools.js";

test("a click has a person's events in a person's order, and does what a click does", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<button id="b"><span id="s">Save</span></button><label><input id="c" type="checkbox"> News</label>`,
  );
  const seen = await page.evaluate(async () => {
    hear(
      "pointerover",
      "pointermove",
      "pointerdown",
      "mousedown",
      "focus",
      "pointerup",
      "mouseup",
      "click",
      "dblclick",
      "change",
    );
    const saved = await use("click", { ref: await ref("Save") });
    const events = heard.splice(0);
    const ticked = await use("click", { ref: await ref("News") });
    const ticks = heard.splice(0).filter((event) => /change|click/.test(event));
    await use("click", { ref: await ref("Save"), double: true });
    return [saved, events, ticked, ticks, heard.filter((event) => /click/.test(event))];
  });
  expect(seen[0]).toBe('Clicked the button "Save" (e1). Nothing was seen to change.');
  expect(seen[1]).toEqual([
    "pointerover s",
    "pointermove s",
    "pointerdown s",
    "mousedown s",
    "focus b",
    "pointerup s",
    "mouseup s",
    "click s",
  ]);
  expect(seen[2]).toBe('Clicked the checkbox "News" (e2). It is checked now.');
  expect(seen[3]).toEqual(["click c", "change c"]);
  expect(seen[4]).toEqual(["click s", "click s", "dblclick s"]);
});

for (const [what, html, why] of [
  ["disabled", "<button disabled>It</button>", "is disabled"],
  [
    "disabled by ARIA",
    '<div role="button" aria-disabled="true" tabindex="0">It</div>',
    "is disabled",
  ],
  [
    "without a size",
    '<button style="all:unset;display:contents"><i style="position:absolute"></i></button>',
    "",
  ],
  [
    "covered by another",
    '<button style="position:absolute;top:90px">It</button><div role="alert" aria-label="Cookies" style="position:fixed;inset:0"></div>',
    'is covered by alert "Cookies" (e2)',
  ],
  [
    "covered by what the agent may not see",
    '<button style="position:absolute;top:90px">It</button><div data-ag-ui-ignore style="position:fixed;inset:0"></div>',
    "is covered by something that is not part of the page that may be used",
  ],
  ["through which clicks go", '<button style="pointer-events:none">It</button>', "is covered by"],
] as const) {
  if (!why) continue;
  test(`an element ${what} is refused`, async ({ contentPage }) => {
    const page = await contentPage(html);
    const seen = await page.evaluate(async () => {
      hear("click");
      const outcome = await execute("click", { ref: await ref("It") });
      return [outcome.error.message, outcome.success, heard];
    });
    expect(seen).toEqual([expect.stringContaining(why), false, []]);
  });
}

test("an element that was hidden, removed or replaced since is refused, and its reference never another's", async ({
  contentPage,
}) => {
  const page = await contentPage("<div><button>One</button></div><p>x</p>");
  const seen = await page.evaluate(async () => {
    const one = await ref("One");
    const button = document.querySelector("button") as HTMLButtonElement;
    button.hidden = true;
    const hidden = await use("click", { ref: one });
    button.hidden = false;
    button.outerHTML = "<button>One</button>";
    const replaced = await use("click", { ref: one });
    const unknown = await use("click", { ref: "e999" });
    const wrong = await use("click", { ref: "button" });
    return [one, hidden, replaced, unknown, wrong, await ref("One")];
  });
  expect(seen).toEqual([
    "e1",
    expect.stringContaining("is not shown, so a person could not use it either"),
    expect.stringContaining("e1 is not in the page any more: it was removed, or replaced"),
    expect.stringContaining("No element has been called e999"),
    expect.stringContaining("expected a reference as get_page shows it"),
    "e2",
  ]);
});

test("it scrolls to what it clicks, waits for what moves, and reaches into shadow trees and frames", async ({
  contentPage,
}) => {
  const page =
    await contentPage(`<style>@keyframes in { from { translate: 300px 0 } }</style><div style="height:3000px"></div>
    <button id="far" style="animation: in 0.2s">Far</button><x-host></x-host><iframe></iframe>`);
  const seen = await page.evaluate(async () => {
    (document.querySelector("x-host") as Element).attachShadow({ mode: "open" }).innerHTML =
      "<button id='deep'>Deep</button>";
    const inner = document.querySelector("iframe")?.contentDocument as Document;
    inner.body.innerHTML = "<div style='height:900px'></div><button id='framed'>Framed</button>";
    const framed: string[] = [];
    inner.addEventListener("click", (event) => framed.push((event.target as Element).id));
    hear("click");
    const said = [];
    for (const name of ["Far", "Deep", "Framed"])
      said.push(await use("click", { ref: await ref(name) }));
    return [said, heard, framed];
  });
  expect(seen[0]).toEqual([
    expect.stringContaining('Clicked the button "Far"'),
    expect.stringContaining('Clicked the button "Deep"'),
    expect.stringContaining('Clicked the button "Framed"'),
  ]);
  expect(seen.slice(1)).toEqual([["click far", "click deep"], ["framed"]]);
});

test("what never stands still is refused as something that may pass", async ({ contentPage }) => {
  const page = await contentPage(
    `<style>@keyframes go { to { translate: 300px 0 } }</style><button style="animation: go 1s linear infinite">Mouse</button>`,
  );
  const outcome = await page.evaluate(async () => execute("click", { ref: await ref("Mouse") }));
  expect(outcome.error).toMatchObject({ category: "transient", code: "moving" });
});

test("what moves only when a late frame is drawn is clicked where it comes to rest", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<style>button { position: absolute }</style><button id="late">Mouse</button>`,
  );
  const places = await page.evaluate(async () => {
    const button = document.querySelector("#late") as HTMLElement;
    const [drawn, clicked] = [[] as string[], [] as string[]];
    const frame = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      frame(() =>
        setTimeout(() => {
          if (drawn.length < 3) {
            button.style.left = `${drawn.length * 90 + 90}px`;
            drawn.push(button.style.left);
          }
          callback(performance.now());
        }, 250),
      );
    button.addEventListener("click", () => clicked.push(button.style.left));
    await use("click", { ref: await ref("Mouse") });
    return [drawn, clicked];
  });
  expect(places).toEqual([["90px", "180px", "270px"], ["270px"]]);
});

test("it tells of dialogs, addresses, focus, and elements that came and went", async ({
  contentPage,
}) => {
  const page =
    await contentPage(`<button id="open">Open</button><dialog aria-label="Details"><button id="close" autofocus>Close</button></dialog>
    <a href="#there">Go there</a><button id="add">Add</button><details><summary>More</summary>x</details><button id="self">Remove me</button>`);
  const seen = await page.evaluate(async () => {
    const on = (id: string, act: () => void) =>
      document.getElementById(id)?.addEventListener("click", act);
    const dialog = document.querySelector("dialog") as HTMLDialogElement;
    on("open", () => dialog.show());
    on("close", () => dialog.close());
    on("add", () => document.body.append(document.createElement("p"), document.createElement("p")));
    on("self", () => document.getElementById("self")?.remove());
    const said = [];
    for (const name of ["Open", "Close", "Go there", "Add", "More", "Remove me"]) {
      said.push(await use("click", { ref: await ref(`"${name}"`) }));
    }
    return said;
  });
  expect(seen[0]).toMatch(
    /Opened: dialog "Details" \(e\d+\)\. The focus is on button "Close" \(e\d+\)\./,
  );
  expect(seen[1]).toContain("A dialog was closed.");
  expect(seen[2]).toMatch(/The address is now .*#there\./);
  expect(seen[3]).toContain("Elements in the page: 2 new, 0 gone.");
  expect(seen[4]).toContain("It is expanded now.");
  expect(seen[5]).toContain("The element itself is gone.");
});

test("links to other origins are refused, and the page is asked before something is submitted or left", async ({
  contentPage,
}) => {
  const page =
    await contentPage(`<a href="https://elsewhere.example/x">Away</a><a href="/other">Other</a><form action="/send"><button>Send</button></form>
    <form action="https://elsewhere.example/pay"><button>Pay</button></form><div class="danger"><button type="button">Delete</button></div><a href="javascript:void(0)">Code</a>`);
  const seen = await page.evaluate(async () => {
    const asked: object[] = [];
    useTools({
      confirmFor: ".danger",
      confirm: (action: object) => {
        asked.push(action);
        return false;
      },
    });
    const said = [];
    for (const name of ["Away", "Other", "Send", "Pay", "Delete", "Code"])
      said.push(await use("click", { ref: await ref(`"${name}"`) }));
    return [said, asked, location.pathname] as const;
  });
  expect(seen[0]).toEqual([
    expect.stringMatching(
      /leads to https:\/\/elsewhere\.example\. Allowed are addresses of http:\/\/(localhost|127)/,
    ),
    expect.stringContaining("It was not allowed to leave the document, and nothing was done."),
    expect.stringContaining("It was not allowed to submit the form"),
    expect.stringContaining("leads to https://elsewhere.example"),
    expect.stringContaining("It was not allowed to use this element"),
    expect.stringContaining('Clicked the link "Code"'),
  ]);
  expect(seen[1]).toMatchObject([
    {
      kind: "leave",
      tool: "click",
      element: 'link "Other" (e2)',
      url: expect.stringMatching(/\/other$/),
    },
    { kind: "submit", tool: "click", url: expect.stringMatching(/\/send$/) },
    { kind: "selected", tool: "click", element: expect.stringContaining('button "Delete"') },
  ]);
});

test("what lies in the middle of an element, what its label is for, and what Enter does there is asked about as well", async ({
  contentPage,
}) => {
  const page = await contentPage(`
    <h1>Title</h1>
    <section aria-label="Card" style="width:200px;height:60px;display:grid;place-items:center">
      <button class="danger" style="width:150px;height:40px">Delete</button></section>
    <label for="x">Label</label> <button class="danger" id="x">Elsewhere</button>
    <form action="/send"><input aria-label="Words"><button>Send</button></form>
    <a href="https://elsewhere.example/" download>Save</a>
    <a href="/list.csv" download>Keep</a> <a href="/list.csv">Open</a>`);
  const seen = await page.evaluate(async () => {
    const done: string[] = [];
    for (const button of document.querySelectorAll(".danger"))
      button.addEventListener("click", () => done.push(button.textContent ?? ""));
    document.addEventListener("submit", (event) => {
      event.preventDefault();
      done.push("submit");
    });
    document.addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a");
      if (link) done.push(link.textContent ?? "");
      event.preventDefault();
    });
    useTools({ confirmFor: ".danger", confirm: () => false });
    // What is saved, and of this page's origin, leaves nothing.
    const kept = await use("click", { ref: await ref('"Keep"') });
    const opened = await use("click", { ref: await ref('"Open"') });
    const links = [kept, opened, ...done.splice(0)];
    const said = [
      await use("click", { ref: await ref('"Card"') }),
      await use("click", { ref: await ref('"Save"') }),
      await use("type", { ref: await ref('button "Send"'), press: "Enter" }),
    ];
    document.querySelector<HTMLElement>(".danger")?.focus();
    said.push(await use("type", { ref: await ref('heading "Title"'), press: "Enter" }));
    return [said, done, links] as const;
  });
  expect(seen[1]).toEqual([]);
  expect(seen[2]).toEqual([
    expect.not.stringContaining("Error"),
    expect.stringContaining("It was not allowed to leave the document"),
    "Keep",
  ]);
  expect(seen[0][0]).toContain("It was not allowed to use this element");
  expect(seen[0][1]).toContain("leads to https://elsewhere.example");
  expect(seen[0][2]).toContain("It was not allowed to submit the form");
});

test("a person is asked before anything is changed, and told what would be", async ({
  contentPage,
}) => {
  const page = await contentPage("<button>Save</button>");
  const seen = await page.evaluate(async () => {
    const save = await ref("Save");
    const registry = new agUi.ToolRegistry();
    for (const tool of toolbox.pageTools()) registry.register(tool);
    const approvals = registry.all.map(
      ({ name, metadata }) => `${name} ${metadata.approval ?? "never"}`,
    );
    const open = toolbox
      .pageTools({ approval: "never" })
      .map(({ metadata }) => metadata?.approval ?? "unsaid");
    return [approvals, open, save] as const;
  });
  expect(seen[0]).toEqual([
    "get_page never",
    "click always",
    "type always",
    "navigate always",
    "screenshot never",
  ]);
  expect(seen[1]).toEqual(["unsaid", "never", "never", "never", "unsaid"]);
});

test("options that are not as they must be are refused at once, by name", async ({
  contentPage,
}) => {
  const page = await contentPage("");
  const said = await page.evaluate(() => {
    const wrong = [
      { root: "main" },
      { frame: document.body },
      { ignore: ">>" },
      { confirm: true },
      { confirmFor: ".x" },
      { approval: "sometimes" },
      { origins: ["https://a.example/x"] },
      { passwords: 1 },
      { maxLines: 0 },
      { frmae: null },
    ];
    return wrong.map((options) => {
      try {
        toolbox.pageTools(options as never);
        return "nothing";
      } catch (thrown) {
        return `${(thrown as Error).name} ${Object.keys(options)[0]} ${(thrown as Error).message.includes(Object.keys(options)[0] as string)}`;
      }
    });
  });
  expect(said).toHaveLength(10);
  for (const one of said) expect(one).toMatch(/^TypeError \w+ true$/);
});
