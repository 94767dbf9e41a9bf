/** `type`: into fields, as a person would, so that frameworks see it. */
import { expect, test } from "./page-tools.js";

test("text goes in by keys, is trusted, can be undone, and is committed", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<label>Name <input id="n" value="Ad"></label><label>Notes <textarea id="t"></textarea></label>`,
  );
  const seen = await page.evaluate(async () => {
    const inputs: string[] = [];
    document.addEventListener("input", (event) => {
      inputs.push(
        `${event.isTrusted} ${(event as InputEvent).inputType} ${(event as InputEvent).data}`,
      );
    });
    hear("keydown", "beforeinput", "input", "keyup", "change");
    const said = await use("type", { ref: await ref('"Name"'), text: "a" });
    const events = heard.splice(0);
    document.execCommand("undo");
    const undone = (document.getElementById("n") as HTMLInputElement).value;
    const lines = await use("type", { ref: await ref('"Notes"'), text: "one\ntwo 👍🏽" });
    const notes = (document.getElementById("t") as HTMLTextAreaElement).value;
    const cleared = await use("type", { ref: await ref('"Notes"'), clear: true, text: "three" });
    return [said, events, inputs[0], undone, lines, notes, cleared];
  });
  expect(seen).toEqual([
    'The textbox "Name" (e1) holds "Ada" now.',
    ["keydown n", "beforeinput n", "input n", "keyup n", "change n"],
    "true insertText a",
    "Ad",
    'The textbox "Notes" (e2) holds "one two 👍🏽" now.',
    "one\ntwo 👍🏽",
    'The textbox "Notes" (e2) holds "three" now.',
  ]);
});

test("lists, dates, numbers and colors are set by what a person sees and writes", async ({
  contentPage,
}) => {
  const page =
    await contentPage(`<select id="s" aria-label="Country"><option>Norway<option value="se">Sweden<option disabled>Mordor</select>
    <input type="date" aria-label="Day"><input type="number" aria-label="Count" value="1"><input type="color" aria-label="Tint">`);
  const seen = await page.evaluate(async () => {
    hear("input", "change");
    const said = [await use("type", { ref: await ref("Country"), text: "sweden" })];
    const events = heard.splice(0);
    said.push(await use("type", { ref: await ref("Country"), text: "Mordor" }));
    said.push(await use("type", { ref: await ref("Day"), text: "2027-01-31" }));
    said.push(await use("type", { ref: await ref("Day"), text: "tomorrow" }));
    said.push(await use("type", { ref: await ref('"Count"'), text: "12.5" }));
    said.push(await use("type", { ref: await ref("Tint"), text: "red" }));
    return [said, events];
  });
  expect(seen).toEqual([
    [
      'The combobox "Country" (e1) holds "Sweden" now.',
      'Error: The combobox "Country" (e1) has no such option that can be selected. There are: "Norway", "Sweden".',
      'The date input "Day" (e2) holds "2027-01-31" now.',
      'Error: The date input "Day" (e2) does not take this value: write a date such as 2027-01-31. It holds what it held before.',
      'The spinbutton "Count" (e3) holds "12.5" now.',
      'Error: The color input "Tint" (e4) does not take this value: write a color such as #3366ff. It holds what it held before.',
    ],
    ["input s", "change s"],
  ]);
});

test("what a person could not type into is refused; a length and a listener that prevents are respected", async ({
  contentPage,
}) => {
  const page =
    await contentPage(`<input aria-label="Short" maxlength="4"><input aria-label="Fixed" readonly value="x"><input aria-label="Off" disabled>
    <input type="password" aria-label="Password"><input type="checkbox" aria-label="Tick"><input type="file" aria-label="File"><button>Button</button>
    <input aria-label="Letters" onbeforeinput="if (/[0-9]/.test(event.data)) event.preventDefault()">`);
  const seen = await page.evaluate(async () => {
    const said = [];
    for (const name of ["Short", "Fixed", "Off", "Password", "Tick", "File", "Button"]) {
      said.push(await use("type", { ref: await ref(`"${name}"`), text: "abcdef" }));
    }
    said.push(await use("type", { ref: await ref("Letters"), text: "1a2b" }));
    said.push(await use("type", { ref: await ref("Letters"), text: "34" }));
    useTools({ passwords: true });
    said.push(await use("type", { ref: await ref("Password"), text: "hunter2" }));
    return [said, (document.querySelector("[type=password]") as HTMLInputElement).value];
  });
  expect(seen).toEqual([
    [
      'The textbox "Short" (e1) holds "abcd" now. It takes no more: the last 2 characters of the text did not fit in.',
      expect.stringContaining("is read-only"),
      expect.stringContaining("is disabled"),
      expect.stringContaining("typed by people only"),
      expect.stringContaining("Use click"),
      expect.stringContaining("which only a person can pick"),
      expect.stringContaining("is no field"),
      'The textbox "Letters" (e8) holds "ab" now.',
      expect.stringContaining("The page prevented typing"),
      expect.stringMatching(
        /^Typed into the textbox "Password" \(e\d\)\. What it holds is not read\.$/,
      ),
    ],
    "hunter2",
  ]);
});

test("a text edited in place, also in a shadow tree, takes text and new lines", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<div contenteditable aria-label="Letter">Dear</div><x-host></x-host>`,
  );
  const seen = await page.evaluate(async () => {
    (document.querySelector("x-host") as Element).attachShadow({ mode: "open" }).innerHTML =
      `<input aria-label="Inner">`;
    const letter = await use("type", { ref: await ref("Letter"), text: "Ada\nBye" });
    const inner = await use("type", { ref: await ref("Inner"), text: "deep" });
    return [letter, document.querySelector<HTMLElement>("[contenteditable]")?.innerHTML, inner];
  });
  expect(seen).toEqual([
    expect.stringContaining('The textbox "Letter" (e1) holds'),
    "DearAda<div>Bye</div>",
    'The textbox "Inner" (e2) holds "deep" now.',
  ]);
});

test("keys do what they do for a person: submit, go on, close, step", async ({ contentPage }) => {
  const page =
    await contentPage(`<form id="f"><input aria-label="Query"><button id="go">Go</button></form><input type="number" aria-label="Count" value="1">
    <dialog id="d"><input aria-label="Inside"></dialog>`);
  const seen = await page.evaluate(async () => {
    const submitted: string[] = [];
    document.addEventListener("submit", (event) => {
      event.preventDefault();
      submitted.push((event.submitter as Element).id);
    });
    const said = [await use("type", { ref: await ref("Query"), text: "x", press: "Enter" })];
    said.push(await use("type", { ref: await ref("Query"), press: "Tab" }));
    said.push(await use("type", { ref: await ref("Count"), press: "ArrowUp" }));
    (document.getElementById("d") as HTMLDialogElement).showModal();
    said.push(await use("type", { ref: await ref("Inside"), press: "Escape" }));
    return [said, submitted, (document.getElementById("d") as HTMLDialogElement).open];
  });
  expect(seen).toEqual([
    [
      'The textbox "Query" (e2) holds "x" now. Pressed Enter.',
      'The textbox "Query" (e2) holds "x" now. Pressed Tab. The focus is on button "Go" (e3).',
      'The spinbutton "Count" (e4) holds "2" now. Pressed ArrowUp.',
      expect.stringContaining("A dialog was closed."),
    ],
    ["go"],
    false,
  ]);
});

test("Vue and Lit see what is typed, ticked and selected, and so does a field that keeps its own value as React's do", async ({
  contentPage,
}) => {
  const page = await contentPage(
    `<div id="vue"></div><x-lit></x-lit><input id="tracked" aria-label="Tracked">`,
  );
  const seen = await page.evaluate(async () => {
    await load("vue");
    const state = vue.reactive({ name: "", agreed: false, size: "S" });
    vue
      .createApp({
        render: () =>
          vue.h("div", [
            vue.withDirectives(
              vue.h("input", {
                "aria-label": "Vue name",
                "onUpdate:modelValue": (value: string) => {
                  state.name = value;
                },
              }),
              [[vue.vModelText, state.name]],
            ),
            vue.withDirectives(
              vue.h("input", {
                type: "checkbox",
                "aria-label": "Vue agreed",
                "onUpdate:modelValue": (value: boolean) => {
                  state.agreed = value;
                },
              }),
              [[vue.vModelCheckbox, state.agreed]],
            ),
            vue.withDirectives(
              vue.h(
                "select",
                {
                  "aria-label": "Vue size",
                  "onUpdate:modelValue": (value: string) => {
                    state.size = value;
                  },
                },
                [vue.h("option", "S"), vue.h("option", "L")],
              ),
              [[vue.vModelSelect, state.size]],
            ),
          ]),
      })
      .mount("#vue");
    class Fields extends lit.LitElement {
      static override properties = { text: { state: true } };
      declare text: string;
      override render() {
        return lit.html`<input aria-label="Lit name" .value=${this.text ?? ""} @input=${(
          event: Event,
        ) => {
          this.text = (event.target as HTMLInputElement).value.toUpperCase();
        }}>`;
      }
    }
    customElements.define("x-lit", Fields);
    // As React does: the last value is kept beside the element, and an input that does not differ from it is none.
    const tracked = document.getElementById("tracked") as HTMLInputElement;
    const own = Object.getOwnPropertyDescriptor(
      HTMLInputElement.prototype,
      "value",
    ) as PropertyDescriptor;
    let last = "";
    let changes = 0;
    Object.defineProperty(tracked, "value", {
      configurable: true,
      get: () => own.get?.call(tracked) as string,
      set: (value: string) => {
        last = value;
        own.set?.call(tracked, value);
      },
    });
    tracked.addEventListener("input", () => {
      if (own.get?.call(tracked) !== last) {
        changes += 1;
        last = own.get?.call(tracked) as string;
      }
    });
    await use("type", { ref: await ref("Vue name"), text: "Ada" });
    await use("click", { ref: await ref("Vue agreed") });
    await use("type", { ref: await ref("Vue size"), text: "L" });
    const upper = await use("type", { ref: await ref("Lit name"), text: "ada" });
    await use("type", { ref: await ref("Tracked"), text: "abc" });
    return [{ ...state }, upper, changes];
  });
  expect(seen).toEqual([
    { name: "Ada", agreed: true, size: "L" },
    expect.stringContaining('holds "ADA" now'),
    3,
  ]);
});
