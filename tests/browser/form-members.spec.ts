/** Controls may be called anything, also like members of a form, which they hide; and images like those of a document. */
import { expect, test } from "./forms.js";

declare global {
  var namesOf: (prototype: object) => string[];
}

test.beforeEach(({ harness }) =>
  harness.evaluate(() => {
    Object.assign(globalThis, {
      namesOf: (prototype: object) => {
        const names = new Set<string>();
        for (let each = prototype; each; each = Object.getPrototypeOf(each)) {
          for (const name of Object.getOwnPropertyNames(each)) names.add(name);
        }
        return [...names];
      },
    });
  }),
);

test("a form with a control of any member's name is a tool, and is filled in and submitted", async ({
  formPage,
}) => {
  const page = await formPage("");
  const seen = await page.evaluate(async () => {
    const faults: string[] = [];
    const names = namesOf(HTMLFormElement.prototype);
    const place = document.querySelector("main") as HTMLElement;
    const sent = new Map<EventTarget | null, unknown>();
    const forms = names.map((name, at) => {
      const form = document.createElement("form");
      const set = (attribute: string, value: string): void =>
        Element.prototype.setAttribute.call(form, attribute, value);
      set("toolname", `order_${at}`);
      set("tooldescription", "Orders.");
      set("toolautosubmit", "");
      const field = document.createElement("input");
      field.setAttribute("name", name);
      const group = document.createElement("fieldset");
      group.innerHTML = "<legend>Group</legend><label><input type=radio name=r value=a>A</label>";
      const button = document.createElement("button");
      Node.prototype.appendChild.call(form, field);
      Node.prototype.appendChild.call(form, group);
      Node.prototype.appendChild.call(form, button);
      place.append(form);
      return form;
    });
    addEventListener("submit", (event) => {
      event.preventDefault();
      const name = names[forms.indexOf(event.target as HTMLFormElement)] as string;
      sent.set(event.target, new FormData(event.target as HTMLFormElement).get(name));
    });
    await settled();
    await Promise.all(
      names.map(async (name, at) => {
        const tool = agent.registry.get(`order_${at}`);
        const outcome = tool && (await agent.manager.execute(tool, `c${at}`, { [name]: "Tea" }));
        if (outcome?.success && sent.get(forms[at] as HTMLFormElement) === "Tea") return;
        const why = outcome && !outcome.success ? outcome.error.message : "no tool";
        faults.push(`${name}: ${why}`);
      }),
    );
    for (const form of forms) Element.prototype.remove.call(form);
    await settled();
    const left = agent.registry.names;
    if (left.length > 0) faults.push(`tools of removed forms: ${left.join()}`);
    return [faults, names.length > 200, names.includes("contains")];
  });
  expect(seen).toEqual([[], true, true]);
});

test("the page's tools see and use such forms, and documents with images of any member's name", async ({
  formPage,
}) => {
  const page = await formPage("");
  const seen = await page.evaluate(async () => {
    await load("toolbox");
    const registry = new agUi.ToolRegistry();
    const place = document.querySelector("main") as HTMLElement;
    const documents = namesOf(Document.prototype);
    const names = [...new Set([...namesOf(HTMLFormElement.prototype), ...documents])];
    const faults: string[] = [];
    for (const tool of toolbox.pageTools({ root: place })) registry.register(tool);
    const { manager } = agent;
    const one = async (html: () => Node): Promise<string> => {
      const node = html();
      place.append(node);
      const looked = await manager.execute(registry.get("get_page") as never, "c", {});
      const text = looked.success ? looked.result : looked.error.message;
      const reference = /button "Go" \[(e\d+)\]/.exec(text)?.[1];
      const args = { ref: reference };
      const clicked = await manager.execute(registry.get("click") as never, "d", args);
      Node.prototype.removeChild.call(place, node);
      return clicked.success ? "" : `${text} ${clicked.error.message}`;
    };
    // The page says something to every click, so that the tool waits for no late reaction.
    const answer = document.createElement("p");
    place.append(answer);
    document.addEventListener("submit", (event) => {
      event.preventDefault();
      answer.textContent += "Sent. ";
    });
    // A few of each together: one form may have controls of many names.
    for (let at = 0; at < names.length; at += 12) {
      const some = names.slice(at, at + 12);
      const fault = await one(() => {
        const form = document.createElement("form");
        for (const name of some) {
          const field = document.createElement("input");
          field.setAttribute("name", name);
          const image = document.createElement("img");
          image.setAttribute("name", name);
          for (const each of [field, image]) Node.prototype.appendChild.call(form, each);
        }
        const button = document.createElement("button");
        button.textContent = "Go";
        Node.prototype.appendChild.call(form, button);
        return form;
      });
      if (fault) faults.push(`${some.join()}: ${fault.slice(0, 200)}`);
    }
    return faults;
  });
  expect(seen).toEqual([]);
});
