/** Against Chromium's own WebMCP, which takes two switches. */
import type { Page } from "@playwright/test";
import type { BrowserTool } from "../support/web-mcp.js";
import { expect, test as plain } from "./forms.js";

const test = plain.extend({
  // Switches can't be set on a browser that runs.
  pageBrowser: async ({ webMcpBrowser }, use) => use(webMcpBrowser),
});

declare global {
  /** What the browser's agent does. */
  var browserAgent: {
    tools(): Promise<BrowserTool[]>;
    names(): Promise<string[]>;
    call(name: string, args: object, options?: object): Promise<string>;
  };
}

/** The browser's side, in the page. */
async function asBrowserAgent(page: Page): Promise<void> {
  await page.evaluate(() => {
    const context = document.modelContext;
    if (!context) throw new Error("This Chromium has no document.modelContext.");
    globalThis.browserAgent = {
      async tools() {
        await settled();
        return context.getTools();
      },
      async names() {
        return (await this.tools()).map(({ name }) => name);
      },
      async call(name, args, options = {}) {
        const tool = (await this.tools()).find((each) => each.name === name);
        if (!tool) throw new Error(`The browser has no tool ${name}.`);
        return context.executeTool(tool, args, options);
      },
    };
  });
}

/** A page with an exposing agent, two tools, and the browser's agent. */
const exposing = test.extend<{ exposed: Page }>({
  exposed: async ({ formPage }, use) => {
    const page = await formPage("");
    await page.evaluate(() => {
      agent.registry.register({
        name: "greet",
        description: "Greets a person.",
        schema: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          properties: { name: { type: "string", minLength: 2 } },
          required: ["name"],
        },
        handler: ({ name }) => ({ greeting: `Hello, ${name}!` }),
      });
      agent.registry.register({
        name: "wait",
        description: "Waits until it is stopped.",
        schema: {},
        handler: (_args, { signal }) =>
          new Promise((_resolve, reject) => {
            Object.assign(globalThis, { outcome: "waiting" });
            signal.addEventListener("abort", () => {
              Object.assign(globalThis, { outcome: "stopped" });
              reject(signal.reason);
            });
          }),
      });
      agent.setAttribute("expose-webmcp", "");
    });
    await asBrowserAgent(page);
    await use(page);
  },
});

exposing(
  "the browser's agent is offered the registry's tools, and runs them",
  async ({ exposed }) => {
    const seen = await exposed.evaluate(async () => {
      const [greet] = await browserAgent.tools();
      const { name, description, inputSchema } = greet as BrowserTool;
      const ids: string[] = [];
      agent.manager.addEventListener("tool-execution-started", ({ detail }) => {
        ids.push(detail.execution.toolCallId);
      });
      const result = await browserAgent.call("greet", { name: "Ada" });
      return { name, description, inputSchema, result, ids };
    });

    expect(seen).toMatchObject({
      name: "greet",
      description: "Greets a person.",
      result: '{"greeting":"Hello, Ada!"}',
      ids: [expect.stringMatching(/^webmcp-./)],
    });
    expect(seen.inputSchema).toMatchObject({ required: ["name"] });
  },
);

exposing("what a server runs or prepares is not the browser's", async ({ exposed }) => {
  const names = await exposed.evaluate(async () => {
    for (const execution of ["client", "server", "preflight"] as const) {
      agent.registry.register({
        name: `on_${execution}`,
        description: "It.",
        schema: {},
        metadata: { execution },
        handler: () => null,
      });
    }
    return browserAgent.names();
  });
  expect([...names].sort()).toEqual(["greet", "on_client", "wait"]);
});

exposing("its arguments are validated, and what is wrong can be read", async ({ exposed }) => {
  const seen = await exposed.evaluate(async () => {
    const refused = await browserAgent.call("greet", { name: "A" });
    agent.registry.register({
      name: "fail",
      description: "Fails.",
      schema: {},
      handler: () => {
        throw new Error("No luck.");
      },
    });
    return [refused, await browserAgent.call("fail", {})].map((text) => JSON.parse(text));
  });

  expect(seen).toEqual([
    { isError: true, content: [{ type: "text", text: expect.stringContaining("name: ") }] },
    { isError: true, content: [{ type: "text", text: "No luck." }] },
  ]);
});

exposing("its call is stopped when the browser's agent gives up", async ({ exposed }) => {
  const seen = await exposed.evaluate(async () => {
    const stop = new AbortController();
    const running = browserAgent.call("wait", {}, { signal: stop.signal });
    await eventOf(agent.manager, "tool-execution-executing");
    await settled();
    const before = globalThis.outcome;
    stop.abort();
    const cancelled = eventOf(agent.manager, "tool-execution-cancelled");
    const thrown = await running.catch((error: Error) => error.name);
    await cancelled;
    return { before, thrown, after: globalThis.outcome };
  });

  expect(seen).toEqual({ before: "waiting", thrown: "AbortError", after: "stopped" });
});

exposing(
  "tools come and go with their registration, their element, its attribute and its registry",
  async ({ exposed }) => {
    const seen = await exposed.evaluate(async () => {
      const seen: unknown[] = [];
      const look = async (what: string) => seen.push([what, (await browserAgent.names()).join()]);
      const late = { name: "late", description: "Late.", schema: {}, handler: () => "late" };
      const registration = agent.registry.register(late);
      await look("registered");
      registration.unregister();
      await look("unregistered");
      agent.registry.register({ ...late, name: "wait" }, { replace: true });
      await look("replaced");
      seen.push(await browserAgent.call("wait", {}));
      agent.remove();
      await look("removed");
      document.body.append(agent);
      await look("added");
      agent.exposeWebmcp = false;
      await look("not exposed");
      agent.exposeWebmcp = true;
      await look("exposed");
      const other = new agUi.ToolRegistry();
      other.register(late);
      const old = agent.registry;
      agent.registry = other;
      await look("another registry");
      old.register({ ...late, name: "unseen" });
      await look("the old one is let go of");
      other.clear();
      await look("cleared");
      return seen;
    });

    expect(seen).toEqual([
      ["registered", "greet,late,wait"],
      ["unregistered", "greet,wait"],
      ["replaced", "greet,wait"],
      "late",
      ["removed", ""],
      ["added", "greet,wait"],
      ["not exposed", ""],
      ["exposed", "greet,wait"],
      ["another registry", "late"],
      ["the old one is let go of", "late"],
      ["cleared", ""],
    ]);
  },
);

exposing(
  "elements that share a registry expose it once, as long as one of them does",
  async ({ exposed }) => {
    const warnings: string[] = [];
    exposed.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    const seen = await exposed.evaluate(async () => {
      const second = openAgent("/nowhere");
      second.registry = agent.registry;
      second.exposeWebmcp = true;
      const seen = [await browserAgent.names()];
      agent.remove();
      seen.push(await browserAgent.names());
      const started: string[] = [];
      second.manager.addEventListener("tool-execution-started", ({ detail }) =>
        started.push(detail.execution.toolName),
      );
      await browserAgent.call("greet", { name: "Ada" });
      second.remove();
      seen.push(await browserAgent.names());
      return [...seen, started];
    });

    expect(seen).toEqual([["greet", "wait"], ["greet", "wait"], [], ["greet"]]);
    expect(warnings).toEqual([]);
  },
);

exposing(
  "a tool that the browser refuses is told once, and the others are exposed",
  async ({ exposed }) => {
    const warnings: string[] = [];
    exposed.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    const names = await exposed.evaluate(async () => {
      const tool = { description: "The page's own.", inputSchema: {}, execute: () => "own" };
      await document.modelContext?.registerTool({ name: "taken", ...tool });
      for (const name of ["taken", "free"]) {
        agent.registry.register({ name, description: "Ours.", schema: {}, handler: () => "ours" });
      }
      await settled();
      agent.registry.unregister("free");
      return [await browserAgent.names(), await browserAgent.call("taken", {})];
    });

    expect(names).toEqual([["greet", "taken", "wait"], "own"]);
    expect(warnings).toEqual([expect.stringMatching(/expose-webmcp.*"taken".*Duplicate/)]);
  },
);

exposing(
  "a call goes through the manager that the element has when it comes",
  async ({ exposed }) => {
    const seen = await exposed.evaluate(async () => {
      const refusing = {
        execute: () =>
          ({
            success: false,
            error: { category: "permanent", message: "Not now.", retryable: false },
          }) as const,
      };
      agent.manager = new agUi.ToolExecutionManager(refusing);
      return browserAgent.call("greet", { name: "Ada" });
    });

    expect(JSON.parse(seen)).toMatchObject({ isError: true, content: [{ text: "Not now." }] });
  },
);

test("of elements that expose a registry, the browser is offered only forms that each of them counts", async ({
  formPage,
}) => {
  const page = await formPage(
    '<form toolname="it" tooldescription="It."><input name="city"><button>Go</button></form>',
  );
  // As in a browser that makes no tools of forms by itself.
  await page.evaluate(() => {
    Reflect.deleteProperty(SubmitEvent.prototype, "agentInvoked");
    form().remove();
  });
  await asBrowserAgent(page);
  const seen = await page.evaluate(async () => {
    const place = document.querySelector("main") as HTMLElement;
    place.innerHTML = '<form toolname="ours" tooldescription="It."><input name="a"></form>';
    agent.registry.register({ name: "app", description: "It.", schema: {}, handler: () => 1 });
    agent.exposeWebmcp = true;
    await settled();
    const ours = () =>
      document.modelContext?.getTools().then((tools) => tools.map(({ name }) => name).sort());
    const seen: unknown[] = [await ours()];
    const other = openAgent("/nowhere");
    other.registry = agent.registry;
    other.exposeWebmcp = true;
    await settled();
    seen.push(await ours());
    other.formTools = "all";
    await settled();
    seen.push(await ours());
    agent.formTools = "none";
    await settled();
    seen.push(await ours(), [...agent.registry.names].sort());
    return seen;
  });

  expect(seen).toEqual([["app", "ours"], ["app"], ["app", "ours"], ["app"], ["app", "ours"]]);
});

test("a form is the browser's tool once, whichever of the two declares it, and answers both", async ({
  formPage,
}) => {
  const page = await formPage(
    '<form toolname="it" tooldescription="It." toolautosubmit><input name="city" required><button>Go</button></form>',
  );
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await asBrowserAgent(page);
  const seen = await page.evaluate(async () => {
    agent.exposeWebmcp = true;
    form().addEventListener("submit", (event) => {
      event.preventDefault();
      event.respondWith?.(
        Promise.resolve(`Booked ${new FormData(form()).get("city")}, ${event.agentInvoked}.`),
      );
    });
    const names = await browserAgent.names();
    const theirs = await browserAgent.call("it", { city: "Rome" });
    const ours = await call("it", { city: "Paris" });
    return { names, theirs, ours, own: agent.registry.names };
  });

  expect(seen).toMatchObject({
    names: ["it"],
    theirs: "Booked Rome, true.",
    ours: { result: "Booked Paris, true." },
    own: ["it"],
  });
  expect(warnings).toEqual([]);
});

plain(
  "a browser without WebMCP is asked for nothing and told nothing",
  async ({ formPage, page }) => {
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    await formPage("");
    const seen = await page.evaluate(async () => {
      agent.exposeWebmcp = true;
      agent.registry.register({ name: "it", description: "It.", schema: {}, handler: () => "ran" });
      await settled();
      agent.exposeWebmcp = false;
      await settled();
      const outcome = await call("it", {});
      return [document.modelContext, outcome.success];
    });

    expect(seen).toEqual([undefined, true]);
    expect(said.filter((text) => /mcp/i.test(text))).toEqual([]);
  },
);

plain('expose-webmcp is an attribute and a property, and "false" is off', async ({ formPage }) => {
  const page = await formPage("");
  const seen = await page.evaluate(() => {
    const seen: unknown[] = [agent.exposeWebmcp];
    for (const value of ["", "false", "true"]) {
      agent.setAttribute("expose-webmcp", value);
      seen.push(agent.exposeWebmcp);
    }
    agent.exposeWebmcp = false;
    seen.push(agent.hasAttribute("expose-webmcp"));
    agent.setAttribute("expose-webmcp", "false");
    agent.exposeWebmcp = true;
    seen.push(agent.exposeWebmcp, agent.getAttribute("expose-webmcp"));
    return seen;
  });

  expect(seen).toEqual([false, true, false, true, false, true, ""]);
});

exposing("a tool that asks for approval asks the user, whoever calls it", async ({ exposed }) => {
  const seen = await exposed.evaluate(async () => {
    const ran: unknown[] = [];
    agent.registry.register({
      name: "pay",
      description: "Pays an amount.",
      schema: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
      handler: ({ amount }) => {
        ran.push(amount);
        return "paid";
      },
      metadata: { approval: "always" },
    });
    const call = (answer: Parameters<typeof agent.respondToApproval>[1]) => {
      const asked = new Promise<unknown>((resolve) => {
        agent.addEventListener(
          "ag-ui-approval-request",
          ({ detail }) => {
            resolve(detail.toolCallArgs);
            void agent.respondToApproval(detail.toolCallId, answer);
          },
          { once: true },
        );
      });
      return Promise.all([asked, browserAgent.call("pay", { amount: 5 })]);
    };
    return {
      declined: await call({ decision: "decline", reason: "too much" }),
      approved: await call({ decision: "approve" }),
      edited: await call({ decision: "approve", args: { amount: 1 } }),
      ran,
    };
  });
  expect(seen.ran).toEqual([5, 1]);
  for (const [asked] of [seen.declined, seen.approved, seen.edited]) {
    expect(asked).toEqual({ amount: 5 });
  }
  expect(seen.declined[1]).toContain("too much");
  expect(seen.approved[1]).toContain("paid");
  expect(seen.edited[1]).toContain("changed the arguments");
});
