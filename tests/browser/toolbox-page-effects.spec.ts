/** What comes of a click: a model that is told of nothing clicks again. */
import { expect, test } from "./page-tools.js";

const cases: readonly [what: string, html: string, act: string, told: RegExp][] = [
  ["a text", `<p id="x">1 item</p>`, `x.firstChild.data = "2 items"`, /New text: "2 items"\./],
  ["all of a text", `<p id="x">1 item</p>`, `x.textContent = "2 items"`, /New text: "2 items"\./],
  ["a popover", `<div id="x" popover>Menu</div>`, "x.showPopover()", /Opened: .*\(e\d+\)\./],
  [
    "a menu that a style shows",
    `<style>.off { display: none }</style><ul id="x" role="menu" class="off" aria-label="File"><li role="menuitem">Save</ul>`,
    `x.className = ""`,
    /Opened: menu "File" \(e\d+\)\./,
  ],
  [
    "a panel that a style shows",
    `<section id="x" style="display:none" aria-label="Help">Read this.</section>`,
    `x.style.display = ""`,
    /Shown now: region "Help" \(e\d+\)\./,
  ],
  [
    "a panel that is hidden",
    `<section id="x" aria-label="Help">Read this.</section>`,
    "x.hidden = true",
    /Not shown any more: region "Help" \(e\d+\)\./,
  ],
  [
    "a field's value",
    `<label>Sum <input id="x" value="1"></label>`,
    `x.value = "2"`,
    /The textbox "Sum" \(e\d+\) holds "2" now\./,
  ],
  [
    "another box that is ticked",
    `<label>All <input id="x" type="checkbox"></label>`,
    "x.checked = true",
    /The checkbox "All" \(e\d+\) holds "checked" now\./,
  ],
  [
    "a list's choice",
    `<select id="x" aria-label="Size"><option>S<option>M</select>`,
    "x.selectedIndex = 1",
    /The combobox "Size" \(e\d+\) holds "M" now\./,
  ],
  [
    "a state of another",
    `<button id="x" aria-expanded="false">More</button>`,
    `x.setAttribute("aria-expanded", "true")`,
    /The button "More" \(e\d+\) is expanded now\./,
  ],
  [
    "another that is disabled",
    `<button id="x">Pay</button>`,
    "x.disabled = true",
    /The button "Pay" \(e\d+\) is disabled now\./,
  ],
  [
    "what opens by itself",
    `<details id="x"><summary>More</summary>Words</details>`,
    "x.open = true",
    /is expanded now\./,
  ],
  [
    "a text in a shadow tree",
    `<x-box id="x"></x-box>`,
    `x.shadowRoot.querySelector("p").textContent = "Saved"`,
    /New text: "Saved"\./,
  ],
  [
    "the address",
    `<i id="x"></i>`,
    `history.pushState(null, "", "/two")`,
    /The address is now .*\/two\./,
  ],
  [
    "where it is scrolled to",
    `<p id="x" style="margin-top:3000px">End</p>`,
    "x.scrollIntoView()",
    /scrolled/,
  ],
  [
    // Its timer is due before the tool's own, however late both are.
    "what comes a moment later",
    `<p id="x"></p>`,
    `setTimeout(() => { x.textContent = "From the server" }, 100)`,
    /New text: "From the server"\./,
  ],
];

for (const [what, html, act, told] of cases) {
  test(`a click tells of ${what}`, async ({ contentPage }) => {
    const page = await contentPage(`<button id="act">Act</button>${html}`);
    await page.evaluate((act) => {
      const x = document.getElementById("x") as HTMLElement;
      if (x.localName === "x-box") x.attachShadow({ mode: "open" }).innerHTML = "<p>Old</p>";
      const button = document.getElementById("act") as HTMLElement;
      Object.assign(globalThis, { x });
      button.setAttribute("onclick", act);
    }, act);
    const seen = await page.evaluate(async () => use("click", { ref: await ref('"Act"') }));
    expect(seen).toMatch(told);
    expect(seen).not.toContain("Nothing was seen");
  });
}

test("what the agent may not see, or what stays as it is, is no change; and of a canvas none is known", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<button id="act">Act</button><ag-ui-chat><p>Chat</p></ag-ui-chat><p id="same">Same</p><canvas tabindex="0" aria-label="Board"></canvas>`,
  );
  const seen = await page.evaluate(async () => {
    document.getElementById("act")?.addEventListener("click", () => {
      (document.querySelector("ag-ui-chat p") as Element).textContent = "Private";
      const same = document.getElementById("same") as HTMLElement;
      same.setAttribute("id", "same");
      (same.firstChild as Text).data = "Same";
    });
    return [
      await use("click", { ref: await ref('"Act"') }),
      await use("click", { ref: await ref('"Board"') }),
    ];
  });
  expect(seen[0]).toBe('Clicked the button "Act" (e1). Nothing was seen to change.');
  expect(seen[1]).toContain("is not known");
});

test("a dialog that the agent may not see opens without a word, and the click has its answer", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<button id="act">Act</button><dialog data-ag-ui-ignore>Private</dialog>`,
  );
  const seen = await page.evaluate(async () => {
    const dialog = document.querySelector("dialog") as HTMLDialogElement;
    document.getElementById("act")?.addEventListener("click", () => dialog.show());
    return use("click", { ref: await ref('"Act"') });
  });
  expect(seen).toMatch(/^Clicked the button "Act" \(e1\)\./);
  expect(seen).not.toContain("Private");
});

test("an element that can't be scrolled into the window is said to be outside, not covered", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<button style="position:fixed;left:-500px;top:10px">Off</button><button>On</button>`,
  );
  const outcome = await page.evaluate(async () => execute("click", { ref: await ref('"Off"') }));
  expect(outcome.error).toMatchObject({ code: "out_of_view" });
  expect(outcome.error.message).not.toContain("covered");
});

test("where the page is scrolled to is told though the event comes too late to be heard", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<button id="act">Act</button><p id="x" style="margin-top:3000px">End</p>`,
  );
  const seen = await page.evaluate(async () => {
    // As where a browser draws its next frame only after the answer.
    addEventListener("scroll", (event) => event.stopImmediatePropagation(), true);
    const act = document.getElementById("act");
    act?.addEventListener("click", () => document.getElementById("x")?.scrollIntoView());
    return use("click", { ref: await ref('"Act"') });
  });
  expect(seen).toMatch(/scrolled/);
  expect(seen).not.toContain("Nothing was seen");
});
