import { expect, test } from "./forms.js";

test.use({ sharesPage: true });

const tool = (name: string, attributes = "") =>
  `<form toolname="${name}" tooldescription="The form ${name}." ${attributes}><input name="a"></form>`;

test("forms that come, go and change are tools as they are in the page, in their place", async ({
  formPage,
}) => {
  const page = await formPage(tool("one") + tool("two"));
  const seen = await page.evaluate(async () => {
    const seen: unknown[] = [];
    const look = async () => {
      await settled();
      seen.push(agent.registry.all.map(({ name, description }) => `${name}: ${description}`));
    };
    await look();
    form("one").setAttribute("tooldescription", "Changed.");
    await look();
    form("one").setAttribute("toolname", "uno");
    await look();
    form("two").removeAttribute("toolname");
    await look();
    form("uno").remove();
    await look();
    document.querySelector("main")?.insertAdjacentHTML("beforeend", "<form><input name=a></form>");
    await look();
    const plain = [...document.forms].at(-1);
    plain?.setAttribute("toolname", "late");
    plain?.setAttribute("tooldescription", "Late.");
    await look();
    return seen;
  });

  expect(seen).toEqual([
    ["one: The form one.", "two: The form two."],
    ["one: Changed.", "two: The form two."],
    ["two: The form two.", "uno: Changed."],
    ["uno: Changed."],
    [],
    [],
    ["late: Late."],
  ]);
});

test("a change of controls, labels or options is a change of the tool", async ({ formPage }) => {
  const page = await formPage(
    `<form id="it" toolname="it" tooldescription="It."><input name="a">
      <input name="b"><label for="c">C</label><input id="c" name="c">
      <select name="d"><option>x</option></select></form>`,
  );
  const seen = await page.evaluate(async () => {
    const seen: string[] = [];
    const look = async (what: string) => {
      await settled();
      const { properties } = schemaOf("it");
      seen.push(`${what}: ${JSON.stringify(properties)}`);
    };
    const find = <T extends HTMLElement>(selector: string) =>
      document.querySelector<T>(selector) as T;
    await look("first");
    find<HTMLInputElement>('[name="a"]').required = true;
    find<HTMLInputElement>('[name="b"]').type = "number";
    find("label").textContent = "Changed";
    find("select").insertAdjacentHTML("beforeend", "<option>y</option>");
    await look("changed");
    find('[name="b"]').remove();
    find<HTMLInputElement>('[name="c"]').disabled = true;
    find("option").remove();
    await look("fewer");
    find("select").setAttribute("form", "another");
    await look("left");
    const group = document.createElement("fieldset");
    document.body.append(group);
    group.append(form("it"));
    await look("grouped");
    group.disabled = true;
    await look("disabled");
    group.disabled = false;
    form("it").id = "another";
    await look("renamed");
    return seen;
  });

  expect(seen).toEqual([
    'first: {"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string","description":"C"},"d":{"type":"string","enum":["x"]}}',
    'changed: {"a":{"type":"string","minLength":1},"b":{"type":"integer"},"c":{"type":"string","description":"Changed"},"d":{"type":"string","enum":["x","y"]}}',
    'fewer: {"a":{"type":"string","minLength":1},"d":{"type":"string","enum":["y"]}}',
    'left: {"a":{"type":"string","minLength":1}}',
    'grouped: {"a":{"type":"string","minLength":1}}',
    "disabled: {}",
    'renamed: {"a":{"type":"string","minLength":1},"d":{"type":"string","enum":["y"]}}',
  ]);
});

test("what has nothing to do with forms registers nothing again", async ({ formPage }) => {
  const page = await formPage(tool("it"));
  const changes = await page.evaluate(async () => {
    const changes = record(agent.registry, "tool-registry-", ["change"]);
    document.body.append(document.createElement("p"), "text");
    document.body.setAttribute("title", "x");
    form("it").setAttribute("class", "x");
    await settled();
    form("it").append(document.createElement("p"));
    await settled();
    document.querySelector("main")?.append(form("it"));
    await settled();
    return changes.length;
  });

  expect(changes).toBe(0);
});

test("of two forms with one name the first is the tool, the other is told once; it takes the place that is left", async ({
  formPage,
}) => {
  const page = await formPage(
    tool("it") + tool("it").replace("The form it.", "Second.").replace("it", "it"),
  );
  const seen = await page.evaluate(async () => {
    const told = () => rejected.map(({ detail }) => [detail.name, detail.error.message]);
    const before = [agent.registry.get("it")?.description, told()];
    document.body.append(document.createElement("form"));
    form("it").insertAdjacentHTML("beforeend", '<input name="more">');
    await settled();
    const meanwhile = told().length;
    form("it").remove();
    await settled();
    return { before, meanwhile, after: [agent.registry.get("it")?.description, told().length] };
  });

  expect(seen).toEqual({
    before: ["The form it.", [["it", expect.stringContaining('"it"')]]],
    meanwhile: 1,
    after: ["Second.", 1],
  });
});

test("a form takes the name that the page's own tool gives up", async ({ formPage }) => {
  const page = await formPage("");
  const seen = await page.evaluate(async () => {
    const own = { name: "it", description: "Own.", schema: {}, handler: () => 1 };
    const { unregister } = agent.registry.register(own);
    document.body.insertAdjacentHTML(
      "beforeend",
      '<form toolname="it" tooldescription="Form."></form>',
    );
    await settled();
    agent.registry.register({ ...own, name: "other" });
    await settled();
    unregister();
    await settled();
    return [agent.registry.get("it")?.description, rejected.length];
  });

  expect(seen).toEqual(["Form.", 1]);
});

test("a call that waits ends when the last agent leaves the page", async ({ formPage }) => {
  const page = await formPage(tool("it"));
  const seen = await page.evaluate(async () => {
    const running = call("it", { a: "x" });
    await settled();
    agent.remove();
    const outcome = await running;
    return { outcome, isMarked: form("it").hasAttribute("data-tool-active") };
  });

  expect(seen).toMatchObject({
    outcome: { error: { category: "cancelled" } },
    isMarked: false,
  });
});

test("a form whose name the page's own tool has is told, and takes nothing from it", async ({
  formPage,
}) => {
  const page = await formPage("");
  const seen = await page.evaluate(async () => {
    agent.registry.register({ name: "it", description: "Own.", schema: {}, handler: () => 1 });
    document.body.insertAdjacentHTML(
      "beforeend",
      '<form toolname="it" tooldescription="Form."></form>',
    );
    await settled();
    form("it").remove();
    await settled();
    return { own: agent.registry.get("it")?.description, rejected: rejected.length };
  });

  expect(seen).toEqual({ own: "Own.", rejected: 1 });
});

for (const [what, html] of [
  ["with a bad name", tool("no good")],
  ["with an empty name", tool("")],
  ["without a description", '<form toolname="it"></form>'],
] as const) {
  test(`a form ${what} is told on the document, and no tool`, async ({ formPage }) => {
    const page = await formPage(html);
    const seen = await page.evaluate(() => ({
      names: agent.registry.names,
      errors: rejected.map(({ detail }) => detail.error.name),
    }));

    expect(seen).toEqual({ names: [], errors: ["ToolDefinitionError"] });
  });
}

test("forms in open shadow roots are tools, also of elements that are defined later", async ({
  formPage,
}) => {
  const page = await formPage("<x-late></x-late>");
  const seen = await page.evaluate(async () => {
    const html = (name: string) =>
      `<form toolname="${name}" tooldescription="It." toolautosubmit><input name="a"></form>`;
    const define = (tag: string) =>
      customElements.define(
        tag,
        class extends HTMLElement {
          connectedCallback() {
            this.attachShadow({ mode: "open" }).innerHTML = html(tag.slice(2));
          }
        },
      );
    const seen: unknown[] = [];
    const look = async () => {
      await settled();
      await settled();
      seen.push(agent.registry.names);
    };
    define("x-late");
    await look();
    define("x-nested");
    const host = document.querySelector("x-late") as HTMLElement;
    host.shadowRoot?.append(document.createElement("x-nested"));
    await look();
    const inner = host.shadowRoot?.querySelector("x-nested")?.shadowRoot;
    const nested = inner?.querySelector("form") as HTMLFormElement;
    nested.addEventListener("submit", (event) => {
      event.preventDefault();
      event.respondWith?.(`got ${new FormData(nested).get("a")}`);
    });
    const outcome = await call("nested", { a: "x" });
    nested.setAttribute("toolname", "renamed");
    await look();
    host.remove();
    await look();
    document.body.append(host.cloneNode());
    await look();
    return { seen, outcome };
  });

  expect(seen.seen).toEqual([["late"], ["late", "nested"], ["late", "renamed"], [], ["late"]]);
  expect(seen.outcome).toMatchObject({ result: "got x" });
});

test("every registry of connected agents gets a form once, and an agent that leaves takes it along", async ({
  formPage,
}) => {
  const page = await formPage(tool("it"));
  const seen = await page.evaluate(async () => {
    const seen: unknown[] = [];
    const [other, sharing] = [openAgent("/nowhere"), openAgent("/nowhere")];
    other.formTools = sharing.formTools = "all";
    sharing.registry = agent.registry;
    const look = async () => {
      await settled();
      seen.push([agent.registry.names, other.registry.names, rejected.length]);
    };
    await look();
    agent.remove();
    await look();
    sharing.remove();
    await look();
    other.registry = agent.registry;
    await look();
    other.remove();
    document.body.append(other);
    await look();
    other.remove();
    await look();
    document.body.append(agent);
    await look();
    return seen;
  });

  expect(seen).toEqual([
    [["it"], ["it"], 0],
    [["it"], ["it"], 0],
    [[], ["it"], 0],
    [["it"], ["it"], 0],
    [["it"], ["it"], 0],
    [[], [], 0],
    [["it"], ["it"], 0],
  ]);
});

test("an agent that is moved goes on with the form it waits for", async ({ formPage }) => {
  const page = await formPage(tool("it"));
  const outcome = await page.evaluate(async () => {
    form("it").addEventListener("submit", (event) => event.preventDefault());
    const running = call("it", { a: "x" });
    await settled();
    document.querySelector("main")?.append(agent);
    await settled();
    form("it").requestSubmit();
    return running;
  });

  expect(outcome).toMatchObject({ success: true });
});

test("forms are there when the core is loaded later", async ({ page, backend, complaints }) => {
  void complaints;
  await page.goto(backend.origin);
  const names = await page.evaluate(async () => {
    document.body.innerHTML = '<form toolname="it" tooldescription="It."></form>';
    const agent = document.createElement("ag-ui-agent");
    agent.setAttribute("form-tools", "all");
    document.body.append(agent);
    await agUi.init();
    await turn();
    return agUi.globalToolRegistry.names;
  });

  expect(names).toEqual(["it"]);
});

test("a registry that was freed disturbs nobody", async ({ formPage }) => {
  const page = await formPage(tool("it"));
  const names = await page.evaluate(async () => {
    const other = openAgent("/nowhere");
    await settled();
    other.registry.free();
    form("it").setAttribute("tooldescription", "Changed.");
    await settled();
    other.remove();
    await settled();
    return agent.registry.all.map(({ description }) => description);
  });

  expect(names).toEqual(["Changed."]);
});
