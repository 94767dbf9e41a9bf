import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.js";

/** Defines elements and helpers in the page, before or after the core is loaded. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { ToolController, ToolProvider, ToolRegistry } = agUi;
    const define = (name: string, setUp: (host: Host) => void): void => {
      customElements.define(
        name,
        class extends lit.LitElement {
          constructor() {
            super();
            setUp(this as unknown as Host);
          }
          override render() {
            return lit.html`<slot></slot>`;
          }
        },
      );
    };
    const tool = (name: string, handler = () => name) => ({
      name,
      description: `The tool ${name}.`,
      schema: {},
      handler,
    });
    let count = 0;
    Object.assign(globalThis, {
      define,
      tool,
      /** A host with tools of these names. */
      host: (names: string[], options?: { registry?: InstanceType<typeof ToolRegistry> }) => {
        count += 1;
        const tag = `x-host-${count}`;
        define(tag, (host) => {
          host.tools = new ToolController(host, () => names.map((name) => tool(name)), options);
        });
        return document.createElement(tag) as unknown as Host;
      },
      provider: () => {
        count += 1;
        const tag = `x-provider-${count}`;
        define(tag, (host) => {
          host.provider = new ToolProvider(host);
        });
        return document.createElement(tag) as unknown as Host;
      },
    });
  });
}

type Host = InstanceType<typeof import("lit").LitElement> & {
  tools: InstanceType<typeof agUi.ToolController>;
  provider: InstanceType<typeof agUi.ToolProvider>;
};

declare global {
  var define: (name: string, setUp: (host: Host) => void) => void;
  var tool: (name: string, handler?: () => unknown) => Parameters<typeof agUi.registerTool>[0];
  var host: (
    names: string[],
    options?: { registry?: InstanceType<typeof agUi.ToolRegistry> },
  ) => Host;
  var provider: () => Host;
}

test("a host's tools are registered while it is connected, again each time", async ({
  harness,
}) => {
  await prepare(harness);
  const seen = await harness.evaluate(() => {
    const registry = new agUi.ToolRegistry();
    const element = host(["one", "two"], { registry });
    const seen = [registry.names];
    document.body.append(element);
    seen.push(registry.names);
    element.remove();
    seen.push(registry.names);
    document.body.append(element);
    seen.push(registry.names);
    document.body.prepend(element);
    seen.push(registry.names);
    return { seen, tools: element.tools.tools.map(({ name }) => name) };
  });

  const both = ["one", "two"];
  expect(seen).toEqual({ seen: [[], both, [], both, both], tools: both });
});

test("disconnecting removes the host's own tools only, not one that replaced them", async ({
  harness,
}) => {
  await prepare(harness);
  const names = await harness.evaluate(() => {
    const registry = new agUi.ToolRegistry();
    registry.register(tool("others"));
    const element = host(["mine", "replaced"], { registry });
    document.body.append(element);
    registry.register(tool("replaced"), { replace: true });
    element.remove();
    return registry.names;
  });

  expect(names).toEqual(["others", "replaced"]);
});

test("before the core is loaded a host may connect, leave and come back: its tools are there once", async ({
  page,
  backend,
  complaints,
}) => {
  void complaints;
  await page.goto(backend.origin);
  await prepare(page);
  const seen = await page.evaluate(async () => {
    const [stays, leaves] = [host(["stays"]), host(["leaves"])];
    document.body.append(stays, leaves);
    stays.remove();
    document.body.append(stays);
    leaves.remove();
    await agUi.init();
    await stays.updateComplete;
    return { names: agUi.globalToolRegistry.names, error: stays.tools.error };
  });

  expect(seen).toEqual({ names: ["stays"], error: undefined });
});

test("a refused definition is told by the controller and on the document, and leaves the others alone", async ({
  harness,
}) => {
  await prepare(harness);
  const seen = await harness.evaluate(async () => {
    const rejected = record(document, "ag-ui-tool-", ["rejected"]);
    const element = host(["good", "no good", "better"]);
    document.body.append(element);
    await element.updateComplete;
    return {
      names: agUi.globalToolRegistry.names,
      error: element.tools.error?.name,
      isTold: rejected.map(({ detail }) => [detail.name, detail.error === element.tools.error]),
    };
  });

  expect(seen).toEqual({
    names: ["good", "better"],
    error: "ToolDefinitionError",
    isTold: [["no good", true]],
  });
});

for (const [what, definitions] of [
  ["throws", "() => { throw new Error('no list'); }"],
  ["returns no list", "() => 7"],
  ["returns a list of rubbish", "() => [null, 7, 'tool', { get name() { throw 1; } }]"],
] as const) {
  test(`a function of definitions that ${what} is told, and nothing breaks`, async ({
    harness,
  }) => {
    await prepare(harness);
    const seen = await harness.evaluate(async (definitions) => {
      const list = new Function(`return ${definitions}`)();
      const rejected = record(document, "ag-ui-tool-", ["rejected"]);
      define("x-broken", (host) => {
        host.tools = new agUi.ToolController(host, list);
      });
      const element = document.createElement("x-broken") as Host;
      document.body.append(element);
      await element.updateComplete;
      return {
        error: element.tools.error?.name,
        rejected: rejected.length,
        text: element.tools.error?.message,
      };
    }, definitions);

    expect(seen.error).toBe("ToolDefinitionError");
    expect(seen.rejected).toBe(what === "returns a list of rubbish" ? 4 : 1);
    expect(seen.text).toMatch(/no list|array of definitions|must be an object/);
  });
}

test("refresh() asks the function again, and an execution under way goes on", async ({
  harness,
}) => {
  await prepare(harness);
  const seen = await harness.evaluate(async () => {
    const registry = new agUi.ToolRegistry();
    let names = ["before"];
    let finish = (_text: string): void => {};
    define("x-changing", (host) => {
      const list = () =>
        names.map((name) => tool(name, () => new Promise((resolve) => (finish = resolve))));
      host.tools = new agUi.ToolController(host, list, { registry });
    });
    const element = document.createElement("x-changing") as Host;
    element.tools.refresh();
    const whileAway = registry.names;
    document.body.append(element);
    const before = registry.get("before");
    const running = before && new agUi.ToolExecutionManager().execute(before, "1", {});
    names = ["after"];
    element.tools.refresh();
    finish("done");
    return { whileAway, names: registry.names, outcome: await running };
  });

  expect(seen).toMatchObject({ whileAway: [], names: ["after"], outcome: { result: "done" } });
});

test("a host that is removed by a listener of its first tool's registration leaves no tool behind", async ({
  harness,
}) => {
  await prepare(harness);
  const names = await harness.evaluate(() => {
    const registry = new agUi.ToolRegistry();
    const element = host(["one", "two"], { registry });
    registry.addEventListener("tool-registry-change", () => element.remove(), { once: true });
    document.body.append(element);
    return registry.names;
  });

  expect(names).toEqual([]);
});

test("agent and controller use the registry and manager of the nearest provider, through shadow roots", async ({
  harness,
}) => {
  await prepare(harness);
  const seen = await harness.evaluate(() => {
    const [outer, inner, element] = [provider(), provider(), host(["mine"])];
    const agent = document.createElement("ag-ui-agent");
    const wrapper = document.createElement("div");
    wrapper.attachShadow({ mode: "open" }).append(agent, element);
    inner.append(wrapper);
    outer.append(inner);
    const own = [agent.registry, agent.manager] as const;
    document.body.append(outer);
    const within = {
      registry: agent.registry === inner.provider.registry,
      manager: agent.manager === inner.provider.manager,
      names: inner.provider.registry.names,
      outside: outer.provider.registry.names,
    };
    outer.append(wrapper);
    const moved = {
      registry: agent.registry === outer.provider.registry,
      names: [inner.provider.registry.names, outer.provider.registry.names],
    };
    document.body.append(wrapper);
    const alone = {
      registry: agent.registry === agUi.globalToolRegistry && own[0] === agent.registry,
      manager: agent.manager === own[1],
      names: [outer.provider.registry.names, agUi.globalToolRegistry.names],
    };
    return { within, moved, alone };
  });

  expect(seen).toEqual({
    within: { registry: true, manager: true, names: ["mine"], outside: [] },
    moved: { registry: true, names: [[], ["mine"]] },
    alone: { registry: true, manager: true, names: [[], ["mine"]] },
  });
});

test("what is set goes before what is provided", async ({ harness }) => {
  await prepare(harness);
  const seen = await harness.evaluate(() => {
    const outer = provider();
    const registry = new agUi.ToolRegistry();
    const manager = new agUi.ToolExecutionManager();
    const element = host(["mine"], { registry });
    const agent = document.createElement("ag-ui-agent");
    Object.assign(agent, { registry, manager });
    outer.append(agent, element);
    document.body.append(outer);
    const set = [agent.registry === registry, agent.manager === manager, registry.names.join()];
    Object.assign(agent, { registry: null, manager: undefined });
    const unset = [agent.registry, agent.manager];
    return {
      set,
      unset: [unset[0] === outer.provider.registry, unset[1] === outer.provider.manager],
    };
  });

  expect(seen).toEqual({ set: [true, true, "mine"], unset: [true, true] });
});

test("a provider that is defined after what is inside it is heard of", async ({ harness }) => {
  await prepare(harness);
  const seen = await harness.evaluate(() => {
    const late = document.createElement("x-late") as Host;
    const element = host(["mine"]);
    const agent = document.createElement("ag-ui-agent");
    late.append(agent, element);
    document.body.append(late);
    const before = [agent.registry === agUi.globalToolRegistry, agUi.globalToolRegistry.names];
    define("x-late", (host) => {
      host.provider = new agUi.ToolProvider(host);
    });
    return {
      before,
      after: [
        agent.registry === late.provider.registry,
        late.provider.registry.names,
        agUi.globalToolRegistry.names,
      ],
    };
  });

  expect(seen).toEqual({ before: [true, ["mine"]], after: [true, ["mine"], []] });
});

test("another registry of the provider takes a controller's tools over", async ({ harness }) => {
  await prepare(harness);
  const seen = await harness.evaluate(() => {
    const outer = provider();
    const agent = document.createElement("ag-ui-agent");
    outer.append(host(["mine"]), agent);
    document.body.append(outer);
    const [first, second] = [outer.provider.registry, new agUi.ToolRegistry()];
    outer.provider.registry = second;
    return [first.names, second.names, agent.registry === second];
  });

  expect(seen).toEqual([[], ["mine"], true]);
});

test("hosts that come and go leave no listener on the document", async ({ harness }) => {
  await prepare(harness);
  const open = await harness.evaluate(() => {
    let open = 0;
    const { addEventListener: add, removeEventListener: remove } = document;
    document.addEventListener = (...args: Parameters<typeof add>) => {
      open += 1;
      return add.apply(document, args);
    };
    document.removeEventListener = (...args: Parameters<typeof remove>) => {
      open -= 1;
      return remove.apply(document, args);
    };
    const element = host(["mine"]);
    for (let round = 0; round < 5; round += 1) {
      document.body.append(element);
      element.remove();
    }
    return open;
  });

  expect(open).toBe(0);
});
