import type { Page } from "@playwright/test";
import { type Reply, run, text, toolCall } from "../support/backend.js";
import { expect, test } from "../support/test.js";
import { brief, expectEveryCallAnswered, finished, started } from "./conversation.js";

test.use({ sharesPage: true });

const done = run(...text("last", "Done."));

/** What is done to an element in the middle. Each is named for the page's own function. */
const stages = ["run", "tool"] as const;
type Stage = (typeof stages)[number];

/** A reply that is held in the middle of a call's arguments until the page asks for the rest. */
function held(): { readonly reply: Reply; readonly goOn: () => void } {
  let goOn = (): void => {};
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const events = [started, ...toolCall("c1", "slow", '{"a": 1}', "m1"), finished];
  const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return {
    goOn,
    reply: async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(frames.slice(0, 3).join(""));
      await released;
      response.end(frames.slice(3).join(""));
    },
  };
}

/**
 * Starts a loop whose first run is held, or whose tool is, does something in the middle, and lets it go on. The change
 * gets the element, and a second address.
 */
async function inTheMiddle<Seen>(
  page: Page,
  backend: import("../support/backend.js").Backend,
  stage: Stage,
  change: (element: import("ag-ui-lit/element").AgUiAgent, other: string) => Seen | Promise<Seen>,
) {
  const { reply, goOn } = held();
  const agent = backend.script(reply, done);
  const other = backend.script(run(...text("other", "Elsewhere.")));
  if (stage === "tool") goOn();
  const middle = await page.evaluateHandle(
    async ([url, stage]) => {
      const element = openAgent(url);
      const events = record(element, "ag-ui-", eventTypes.agent);
      let finish = (_result: string): void => {};
      const state = { isStopped: false };
      const executing = new Promise<void>((resolve) => {
        void element.registerTool({
          name: "slow",
          description: "Ends when it is told to.",
          schema: {},
          handler: (_, { signal }) => {
            signal.addEventListener("abort", () => {
              state.isStopped = true;
            });
            resolve();
            return new Promise<string>((end) => {
              finish = end;
            });
          },
        });
      });
      const args = eventOf(element, "ag-ui-tool-call-args");
      const sending = element.sendMessage("Go");
      await (stage === "run" ? args : executing);
      return {
        element,
        events,
        state,
        end: async () => {
          await Promise.race([executing, sending]);
          finish("slow result");
          const { outcome } = await sending;
          return { outcome, contents: element.messages.map(({ content }) => content ?? "") };
        },
      };
    },
    [agent.url, stage] as const,
  );
  const changed = await middle.evaluate(
    ({ element }, [source, other]) => {
      const run = Function(`return (${source})`)() as (element: unknown, other: unknown) => unknown;
      return run(element, other) as Seen;
    },
    [change.toString(), other.url] as const,
  );
  goOn();
  const ended = await middle.evaluate(({ end }) => end());
  return { middle, changed, ...ended, agent, other };
}

/** What a page may do to the element that changes nothing for the loop. */
const harmless: [string, (element: import("ag-ui-lit/element").AgUiAgent) => unknown][] = [
  ["moved", (element) => document.body.appendChild(document.createElement("p")).append(element)],
  ["removed", (element) => element.remove()],
  [
    "removed and added again",
    (element) => {
      element.remove();
      document.body.append(element);
    },
  ],
  [
    "moved to another document",
    (element) => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.contentDocument?.body.append(element);
    },
  ],
];

for (const stage of stages) {
  for (const [what, change] of harmless) {
    test(`an element that is ${what} in the middle of a ${stage} goes on`, async ({
      harness,
      backend,
    }) => {
      // What a change returns can't leave the page.
      const seen = await inTheMiddle(harness, backend, stage, change as () => undefined);
      expect(seen).toMatchObject({
        outcome: "finished",
        contents: ["Go", "", "slow result", "Done."],
      });
      expect(seen.agent.requests).toHaveLength(2);
    });
  }

  test(`url and headers that change in the middle of a ${stage} count from the next run`, async ({
    harness,
    backend,
  }) => {
    const seen = await inTheMiddle(harness, backend, stage, (element, other) => {
      element.url = other;
      element.headers = { "x-changed": "yes" };
    });
    expect(seen).toMatchObject({ outcome: "finished", contents: { 3: "Elsewhere." } });
    expect(seen.agent.requests).toHaveLength(1);
    expect(seen.agent.requests[0]?.headers["x-changed"]).toBeUndefined();
    expect(seen.other.requests[0]?.headers["x-changed"]).toBe("yes");
    expectEveryCallAnswered(seen.other.requests[0]?.messages);
  });

  test(`rule 1: a registry that is set in the middle of a ${stage} counts from the next run`, async ({
    harness,
    backend,
  }) => {
    const seen = await inTheMiddle(harness, backend, stage, (element) => {
      element.registry = new agUi.ToolRegistry();
      element.registry.register({
        name: "fresh",
        description: "A tool of the new registry.",
        schema: {},
        handler: () => 1,
      });
    });
    expect(seen).toMatchObject({
      outcome: "finished",
      contents: ["Go", "", "slow result", "Done."],
    });
    expect(seen.agent.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ["slow"],
      ["fresh"],
    ]);
  });

  test(`a manager that is set in the middle of a ${stage} counts from the next run`, async ({
    harness,
    backend,
  }) => {
    const seen = await inTheMiddle(harness, backend, stage, (element) => {
      const fresh = new agUi.ToolExecutionManager();
      element.manager = fresh;
      fresh.addEventListener("tool-execution-started", () => {
        throw new Error("The new manager runs a call of the run before.");
      });
    });
    expect(seen).toMatchObject({ outcome: "finished", contents: { 2: "slow result" } });
    const ended = await seen.middle.evaluate(({ events }) =>
      events.filter(({ type }) => type === "tool-call-end").map(({ detail }) => detail.execution),
    );
    expect(ended).toMatchObject([{ status: "succeeded" }]);
  });

  for (const [what, change] of [
    [
      "thread-id",
      (element: import("ag-ui-lit/element").AgUiAgent) =>
        element.setAttribute("thread-id", "another"),
    ],
    [
      "agent",
      (element: import("ag-ui-lit/element").AgUiAgent) => {
        element.agent = document.createElement("ag-ui-agent").agent;
      },
    ],
  ] as const) {
    test(`rule 7: another ${what} in the middle of a ${stage} abandons the thread, and what comes late is dropped`, async ({
      harness,
      backend,
    }) => {
      const seen = await inTheMiddle(harness, backend, stage, change);
      expect(seen).toMatchObject({ outcome: "aborted", contents: [] });
      const after = await seen.middle.evaluate(async ({ element, events, state }) => {
        await turn();
        const types = events.map(({ type }) => type);
        const told = types.slice(types.lastIndexOf("messages-changed"));
        return { told, isStopped: state.isStopped, isRunning: element.isRunning };
      });
      expect(after).toEqual({
        told: ["messages-changed"],
        isStopped: stage === "tool",
        isRunning: false,
      });
      expect(seen.agent.requests).toHaveLength(1);
    });
  }
}

test("rule 1: a tool that is registered in the middle is offered from the next run, and one that is removed is unknown", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "swap", "{}", "m1")),
    run(...toolCall("c2", "gone", "{}", "m2")),
    done,
  );
  await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const register = (name: string, handler: () => unknown) =>
      element.registerTool({ name, description: "A tool.", schema: {}, handler });
    await register("gone", () => "ran");
    await register("swap", async () => {
      element.unregisterTool("gone");
      await register("fresh", () => 1);
      return "swapped";
    });
    await element.sendMessage("Go");
  }, agent.url);
  expect(agent.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
    ["gone", "swap"],
    ["swap", "fresh"],
    ["swap", "fresh"],
  ]);
  expect(brief(agent.requests[2]?.messages).at(-1)).toContain('There is no tool named "gone"');
});

test("rule 7: a late result never reaches a new thread, not even a call of the same id there", async ({
  harness,
  backend,
}) => {
  const agent = backend.script(
    run(...toolCall("c1", "slow", "{}", "m1")),
    run(...toolCall("c1", "slow", "{}", "m1")),
    done,
  );
  const seen = await harness.evaluate(async (url) => {
    const element = openAgent(url);
    const finish: ((result: string) => void)[] = [];
    let begun = (): void => {};
    await element.registerTool({
      name: "slow",
      description: "Ends when it is told to.",
      schema: {},
      handler: () =>
        new Promise<string>((resolve) => {
          finish.push(resolve);
          begun();
        }),
    });
    const begin = () =>
      new Promise<void>((resolve) => {
        begun = resolve;
      });
    let executing = begin();
    const old = element.sendMessage("Old");
    await executing;
    element.threadId = "new";
    executing = begin();
    const fresh = element.sendMessage("New");
    await executing;
    finish[0]?.("late");
    await turn();
    finish[1]?.("in time");
    const outcomes = [(await old).outcome, (await fresh).outcome];
    return { outcomes, contents: element.messages.map(({ content }) => content ?? "") };
  }, agent.url);
  expect(seen).toEqual({
    outcomes: ["aborted", "finished"],
    contents: ["New", "", "in time", "Done."],
  });
});

test("the messages can't be set in the middle of a run, and nothing is lost by trying", async ({
  harness,
  backend,
}) => {
  const seen = await inTheMiddle(harness, backend, "run", (element) => {
    try {
      element.messages = [];
    } catch (thrown) {
      return (thrown as Error).message;
    }
    return "set";
  });
  expect(seen.changed).toContain("abort() it first");
  expect(seen).toMatchObject({ outcome: "finished", contents: { 0: "Go", 3: "Done." } });
});

for (const share of ["nothing", "registry", "manager", "registry and manager"]) {
  test(`two elements that share ${share} each run and tell of their own calls`, async ({
    harness,
    backend,
  }) => {
    const reply: Reply = (response, request) => {
      const name = String(request.messages[0]?.content);
      const isAnswered = request.messages.some(({ role }) => role === "tool");
      const events = isAnswered
        ? text("m2", `${name} done`)
        : toolCall("c1", "meet", `{"me":"${name}"}`, "m1");
      return run(...events)(response, request);
    };
    const agent = backend.script(reply);
    const seen = await harness.evaluate(
      async ([url, share]) => {
        const [one, two] = [openAgent(url), openAgent(url)];
        if (share.includes("registry")) two.registry = one.registry;
        if (share.includes("manager")) two.manager = one.manager;
        // Both handlers run before either returns: the calls, which have one id, really overlap.
        const here: string[] = [];
        let arrive = (): void => {};
        const bothAreHere = new Promise<void>((resolve) => {
          arrive = resolve;
        });
        for (const registry of new Set([one.registry, two.registry])) {
          await agUi.init();
          registry.register({
            name: "meet",
            description: "Waits until both are here.",
            schema: z.object({ me: z.string() }),
            handler: async ({ me }) => {
              if (here.push(me) === 2) arrive();
              await bothAreHere;
              return `met ${me}`;
            },
          });
        }
        const told = [one, two].map((element) =>
          record(element, "ag-ui-", ["tool-status-changed", "tool-call-end"]),
        );
        await Promise.all([one.sendMessage("one"), two.sendMessage("two")]);
        return {
          messages: [one, two].map(({ messages }) => messages.map(({ content }) => content ?? "")),
          told: told.map((events) =>
            events.map(
              ({ type, detail }) => detail.result ?? `${type} ${detail.execution.args.me}`,
            ),
          ),
        };
      },
      [agent.url, share] as const,
    );
    for (const [at, name] of ["one", "two"].entries()) {
      expect(seen.messages[at]).toEqual([name, "", `met ${name}`, `${name} done`]);
      expect(new Set(seen.told[at])).toEqual(
        new Set([`tool-status-changed ${name}`, `met ${name}`]),
      );
    }
  });
}
