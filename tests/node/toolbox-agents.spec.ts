/** `subagent`: another AG-UI agent does a task by the loop of the element, with the tools it may use. */
// In a process of its own: a server is started before its tests.
import { after, before } from "node:test";
import { structuredResults, ToolExecutionManager, ToolRegistry } from "ag-ui-lit";
import {
  type AgentToolsOptions,
  agentTools,
  runTools,
  type SubagentMetadata,
  type SubagentOptions,
  type SubagentProgress,
} from "ag-ui-lit/toolbox";
import { open, started } from "../browser/conversation.js";
import {
  Backend,
  eventsOnly,
  type Reply,
  raw,
  run,
  type ScriptedAgent,
  text,
  toolCall,
} from "../support/backend.js";
import { deferred } from "./deferred.js";
import { expect, test } from "./test.js";

const backend = new Backend();
before(() => backend.start({ harness: false }));
after(() => backend.stop());

interface Setup {
  readonly agents: Record<string, Partial<SubagentOptions> & { readonly url: string }>;
  readonly options?: AgentToolsOptions;
}

/** A registry with `subagent`, `batch` and tools for subagents. */
function setup({ agents, options }: Setup) {
  const registry = new ToolRegistry();
  const manager = new ToolExecutionManager(undefined, undefined, { maxConcurrency: 1 });
  const ran: unknown[] = [];
  const progress: SubagentProgress[] = [];
  manager.addEventListener("tool-execution-progress", ({ detail }) => {
    if (detail.toolName === "subagent") progress.push(detail.progress as SubagentProgress);
  });
  const parameters = { properties: { n: { type: "integer" } } };
  const description = "A tool.";
  registry.register({
    name: "search",
    description,
    parameters,
    handler: (args) => {
      ran.push(["search", args]);
      return `found ${JSON.stringify(args)}`;
    },
  });
  registry.register({
    name: "pay",
    description,
    parameters,
    metadata: { approval: "always" },
    handler: (args) => {
      ran.push(["pay", args]);
      return "paid";
    },
  });
  registry.register({
    name: "wait",
    description,
    parameters,
    handler: async (_args, { signal }) => {
      ran.push(["wait"]);
      await new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          ran.push(["aborted"]);
          reject(signal.reason);
        }),
      );
    },
  });
  const subagents = Object.fromEntries(
    Object.entries(agents).map(([name, agent]) => [name, { description: `Is ${name}.`, ...agent }]),
  );
  for (const tool of agentTools({ registry, manager, subagents, ...options }))
    registry.register(tool);
  for (const tool of runTools({ registry, manager })) registry.register(tool);
  const ask = (args: object, signal?: AbortSignal) => {
    const tool = registry.get("subagent");
    if (!tool) throw new Error("There is no subagent.");
    const task = { agent: "helper", task: "Find it.", ...args };
    return manager.execute(tool, "s1", task, { ...(signal && { signal }) });
  };
  const kept = (): SubagentMetadata => {
    const all = structuredResults(manager).filter(({ toolName }) => toolName === "subagent");
    return all.at(-1)?.metadata as SubagentMetadata;
  };
  return { registry, manager, ran, progress, ask, kept };
}

type Result = Awaited<ReturnType<ReturnType<typeof setup>["ask"]>>;

const textOf = (result: Result): string => (result.success ? result.result : result.error.message);

/** The answers that an agent was sent in a request. */
const answersIn = (agent: ScriptedAgent, at = 1) =>
  agent.requests[at]?.messages.filter(({ role }) => role === "tool").map(({ content }) => content);

const calls = (...names: string[]) =>
  run(...names.flatMap((name, at) => toolCall(`c${at}`, name, `{"n":${at}}`, "m1")));

const done = run(...text("m2", "It is blue."));

test("a task is done by the whole loop, with the tools it may use, and its answer is the result", async () => {
  const agent = backend.script(
    run(...text("m0", "I look."), ...toolCall("c1", "search", '{"n":1}', "m1")),
    done,
  );
  const { ask, ran, progress, kept } = setup({
    agents: { helper: { url: agent.url, tools: ["search", "missing"], headers: { "x-key": "k" } } },
  });
  const result = await ask({});
  expect(result).toMatchObject({ success: true, result: "It is blue." });
  expect(ran).toEqual([["search", { n: 1 }]]);
  expect(agent.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
    ["search"],
    ["search"],
  ]);
  expect(agent.requests[0]?.messages).toMatchObject([{ role: "user", content: "Find it." }]);
  expect(agent.requests[0]?.headers["x-key"]).toBe("k");
  expect(answersIn(agent)).toEqual(['found {"n":1}']);
  expect(kept()).toMatchObject({
    agent: "helper",
    threadId: agent.requests[0]?.threadId,
    rounds: 2,
    callCount: 1,
    calls: [{ toolCallId: "c1", result: { toolName: "search", success: true } }],
    truncated: false,
  });
  expect(progress.map(({ round }) => round)).toEqual([1, 1, 1, 2]);
  expect(progress[2]).toEqual({
    agent: "helper",
    round: 1,
    text: "I look.",
    calls: [{ toolCallId: "c1", toolName: "search", state: "succeeded" }],
  });
});

test("what the model is shown names the agents, and what can't be is refused before anything is sent", async () => {
  const agent = backend.script(done);
  const { ask, registry } = setup({
    agents: { helper: { url: agent.url, tools: ["search", "wait"] } },
  });
  const shown = registry.toAgUiTools().find(({ name }) => name === "subagent");
  expect(shown?.parameters).toMatchObject({
    properties: {
      agent: { enum: ["helper"], description: expect.stringContaining("helper: Is helper.") },
    },
  });
  const refused = await Promise.all([
    ask({ agent: "toString" }),
    ask({ task: "" }),
    ask({ tools: ["pay"] }),
    ask({ tools: "search" }),
    ask({ more: 1 }),
  ]);
  expect(refused.map((result) => !result.success && result.error.category)).toEqual(
    Array(5).fill("validation"),
  );
  expect(textOf(refused[0] as Result)).toContain('there is no agent "toString"; there are: helper');
  expect(textOf(refused[2] as Result)).toContain("it may use: search, wait");
  expect(agent.requests).toEqual([]);
  await ask({ tools: ["search"] });
  expect(agent.requests[0]?.tools.map(({ name }) => name)).toEqual(["search"]);
});

test("a tool that is not offered is not run, whatever the agent calls", async () => {
  const agent = backend.script(calls("pay", "subagent", "search"), done);
  const { ask, ran } = setup({ agents: { helper: { url: agent.url, tools: ["search"] } } });
  await ask({});
  expect(ran).toEqual([["search", { n: 2 }]]);
  expect(answersIn(agent)?.[0]).toBe('There is no tool named "pay". Available tools: search.');
});

test("calls that need approval ask the page's function, and say who asks; without it none runs", async () => {
  const agent = backend.script(calls("pay", "pay"), done);
  const asked: unknown[] = [];
  const { ask, ran } = setup({
    agents: { helper: { url: agent.url, tools: ["pay"] } },
    options: {
      approval: ({ toolCallName, askedBy, toolCallArgs }) => {
        asked.push([toolCallName, askedBy, toolCallArgs]);
        return asked.length === 1 ? { decision: "approve" } : { decision: "decline" };
      },
    },
  });
  await ask({});
  expect(asked).toEqual([
    ["pay", "helper", { n: 0 }],
    ["pay", "helper", { n: 1 }],
  ]);
  expect(ran).toEqual([["pay", { n: 0 }]]);

  const other = backend.script(calls("pay"), done);
  const alone = setup({ agents: { helper: { url: other.url, tools: ["pay"] } } });
  const result = await alone.ask({});
  expect(result.success).toBe(true);
  expect(alone.ran).toEqual([]);
  expect(answersIn(other)?.[0]).toContain("needs the user's approval, and the user can't be asked");
  expect(alone.kept().calls).toMatchObject([{ result: { toolName: "pay", success: false } }]);
});

test("its calls are bounded, and a batch is no way around that or around its tools", async () => {
  const batch = {
    description: "x",
    calls: ["search", "search", "pay"].map((tool) => ({ tool, args: {} })),
  };
  const agent = backend.script(
    run(...toolCall("c1", "batch", JSON.stringify(batch), "m1")),
    calls("search"),
    done,
  );
  const { ask, ran, kept } = setup({
    agents: { helper: { url: agent.url, tools: ["batch", "search"], maxCalls: 2 } },
    options: { approval: () => ({ decision: "approve" }) },
  });
  await ask({});
  // The batch itself is one.
  expect(ran).toEqual([["search", {}]]);
  const [first] = answersIn(agent) as string[];
  expect(first).toContain("All 2 calls that this task may cause are used up");
  expect(first).toContain('The tool "pay" was not run: it may not be used for this task');
  expect(answersIn(agent, 2)?.[1]).toContain("are used up. Answer with what you know.");
  expect(kept().callCount).toBe(2);
});

test("a subagent has no subagents unless it may, and no more of them than in a row allowed", async () => {
  const nested = toolCall("c1", "subagent", '{"agent":"helper","task":"You do it."}', "m1");
  for (const maxDepth of [1, 2, 3]) {
    const agent = backend.script(run(...nested));
    const { ask } = setup({
      agents: { helper: { url: agent.url, tools: ["subagent"], maxDepth, maxRounds: 1 } },
    });
    await ask({});
    // Each level is asked, told what came of its call, and stopped by its rounds.
    expect(new Set(agent.requests.map(({ threadId }) => threadId)).size).toBe(maxDepth);
    const offered = agent.requests.map(({ tools }) => tools.length);
    expect(offered.filter((count) => count === 0).length).toBeGreaterThan(0);
  }
});

test("a batch of subagents runs, and depth is kept by way of a batch", async () => {
  const inner = JSON.stringify({
    description: "x",
    calls: [{ tool: "subagent", args: { agent: "helper", task: "You do it." } }],
  });
  const agent = backend.script(run(...toolCall("c1", "batch", inner, "m1")), done);
  const { ask } = setup({ agents: { helper: { url: agent.url, tools: ["batch", "subagent"] } } });
  expect(textOf(await ask({}))).toBe("It is blue.");
  expect(answersIn(agent)?.[0]).toContain('The tool "subagent" was not run: it may not be used');
  expect(new Set(agent.requests.map(({ threadId }) => threadId)).size).toBe(1);
});

const status =
  (code: number): Reply =>
  (response) => {
    response.writeHead(code).end("No.");
  };

/** Calls once more, however often it is asked. */
const callsAgain: Reply = (response, request) => {
  const at = request.messages.length;
  return run(...toolCall(`again-${at}`, "search", "{}", `m-${at}`))(response, request);
};

const brokenOff: Reply = (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`data: ${JSON.stringify(started)}\n\n`, () => response.destroy());
};

test("each failure of the agent is told with its category, and what it had done is kept", async () => {
  const backendError = [started, { type: "RUN_ERROR", message: "Out of tokens." }];
  const interrupted = [
    started,
    {
      type: "RUN_FINISHED",
      threadId: "t",
      runId: "r",
      outcome: {
        type: "interrupt",
        interrupts: [{ id: "i", reason: "ask", message: "Which colour?" }],
      },
    },
  ];
  const cases: [Reply, string, string, RegExp][] = [
    [status(404), "permanent", "subagent_http", /HTTP status 404/],
    [status(503), "transient", "subagent_http", /HTTP status 503/],
    [brokenOff, "transient", "subagent_network", /connection/],
    [eventsOnly([started]), "transient", "subagent_truncated", /ended before/],
    [eventsOnly(backendError), "execution", "subagent_backend", /Out of tokens/],
    [raw("data: {}\n\n"), "permanent", "subagent_protocol", /protocol/],
    [eventsOnly(interrupted), "permanent", "subagent_interrupted", /It asks: Which colour\?/],
    [callsAgain, "permanent", "subagent_max_rounds", /more than 2 times/],
  ];
  for (const [reply, category, code, message] of cases) {
    // At the beginning, and after a round with a call.
    for (const replies of [[reply], [calls("search"), reply]]) {
      const agent = backend.script(...replies);
      const { ask, kept } = setup({
        agents: { helper: { url: agent.url, tools: ["search"], maxRounds: 2 } },
      });
      const result = await ask({});
      expect(result).toMatchObject({ success: false, error: { category, code } });
      expect(textOf(result)).toMatch(message);
      expect(kept()).toMatchObject({ agent: "helper", threadId: agent.requests[0]?.threadId });
      if (replies.length > 1) expect(kept().calls[0]).toMatchObject({ result: { success: true } });
    }
  }
  const nobody = setup({ agents: { helper: { url: "http://127.0.0.1:1/agent" } } });
  expect(await nobody.ask({})).toMatchObject({
    success: false,
    error: { category: "transient", code: "subagent_network" },
  });
});

test("its time is bounded", async () => {
  const agent = backend.script(open(started, ...text("m1", "Wait.")));
  const { ask } = setup({ agents: { helper: { url: agent.url, timeout: 200 } } });
  const result = await ask({});
  expect(result).toMatchObject({
    success: false,
    error: { category: "timeout", code: "subagent_timeout" },
  });
  expect(textOf(result)).toContain("was not done within 200 ms, and was stopped.");
});

test("an abort ends it at every point: before it is asked, while it speaks, while its tool runs", async () => {
  const closed = deferred<void>();
  const asked = deferred<void>();
  const speaking: Reply = (response, request) => {
    response.on("close", () => closed.resolve());
    open(started, ...text("m1", "Well"))(response, request);
    asked.resolve();
  };
  const agent = backend.script(speaking);
  const { ask } = setup({ agents: { helper: { url: agent.url } } });
  const early = new AbortController();
  early.abort();
  expect(await ask({}, early.signal)).toMatchObject({ error: { category: "cancelled" } });
  expect(agent.requests).toEqual([]);

  const late = new AbortController();
  const running = ask({}, late.signal);
  await asked.promise;
  late.abort();
  expect(await running).toMatchObject({ error: { category: "cancelled" } });
  // The connection is let go.
  await closed.promise;

  const caller = backend.script(calls("wait", "search"), done);
  const third = setup({ agents: { helper: { url: caller.url, tools: ["wait", "search"] } } });
  const begun = new Promise<void>((resolve) =>
    third.manager.addEventListener("tool-execution-executing", ({ detail }) => {
      if (detail.toolName === "wait") resolve();
    }),
  );
  const cancelled: string[] = [];
  third.manager.addEventListener("tool-execution-cancelled", ({ detail }) =>
    cancelled.push(detail.toolName),
  );
  const controller = new AbortController();
  const waiting = third.ask({}, controller.signal);
  await begun;
  controller.abort();
  expect(await waiting).toMatchObject({ error: { category: "cancelled" } });
  await new Promise((next) => setImmediate(next));
  // One slot: the second call waited for the first one's, and never began.
  expect(third.ran).toEqual([["wait"], ["aborted"]]);
  expect(cancelled.sort()).toEqual(["search", "subagent", "wait"]);
  expect(caller.requests.length).toBe(1);
});

test("hostile answers are bounded, and stay text", async () => {
  const long = "ü😀".repeat(50_000);
  const agent = backend.script(run(...text("m1", long)));
  const { ask, kept } = setup({
    agents: { helper: { url: agent.url } },
    options: { maxAnswerLength: 1_000 },
  });
  const result = textOf(await ask({}));
  expect(result.startsWith("ü😀".repeat(500))).toBe(true);
  expect(result).toContain("[99000 characters are left out here.");
  expect(kept().truncated).toBe(true);
});

test("options that are not as they must be are named at once", () => {
  const fine = { url: "https://agents.example/", description: "Helps." };
  const wrong: [object, RegExp][] = [
    [{ subagents: {} }, /subagents \}\) must name at least one agent/],
    [{ subagents: { a: { url: fine.url } } }, /subagents\.a\.description }\) is needed/],
    [{ subagents: { a: { ...fine, url: "" } } }, /subagents\.a\.url \}\) must be the address/],
    [{ subagents: { a: { ...fine, tools: "search" } } }, /subagents\.a\.tools/],
    [{ subagents: { a: { ...fine, maxDepth: 0 } } }, /subagents\.a\.maxDepth/],
    [{ subagents: { a: { ...fine, timeout: -1 } } }, /subagents\.a\.timeout/],
    [{ subagents: { a: { ...fine, limits: { messages: 0 } } } }, /limits\.messages/],
    [{ image: {} }, /\{ image \}\) must have either recognize or agent/],
    [{ image: { recognize: "x" } }, /image\.recognize \}\) must be a function/],
    [{ image: { recognize: () => "", root: "home" } }, /image\.root/],
    [{ image: { recognize: () => "", allow: "x" } }, /image\.allow/],
    [{ registry: {} }, /registry \}\) must be a ToolRegistry/],
    [{ manager: [] }, /manager \}\) must be a ToolExecutionManager/],
    [{ maxAnswerLength: "1" }, /maxAnswerLength/],
    // One that nobody knows may be meant to make something safe.
    [
      { subagent: {} },
      /agentTools\(\) has no option "subagent". Did you mean "subagents"\? There are: subagents, image,/,
    ],
    [
      { subagents: { a: { ...fine, maxcalls: 1 } } },
      /\{ subagents\.a \}\) has no option "maxcalls"/,
    ],
    [{ image: { recognize: () => "", maxbytes: 1 } }, /\{ image \}\) has no option "maxbytes"/],
    [{ image: { agent: { url: "/a" } } }, /image\.agent\.url \}\) must be the address/],
    [{ image: { agent: { url: fine.url, time: 1 } } }, /\{ image\.agent \}\) has no option "time"/],
    [{ image: { recognize: () => "", deny: ["a/b"] } }, /image\.deny \}\) must be a list of hosts/],
    [
      { environment: "page" },
      /environment \}\) must be what toolEnvironment\(\) gives, but is a text/,
    ],
    [[], /agentTools\(\) takes an object of options/],
    // What was given may hold a secret, which has no business in an error.
    [{ image: { agent: { url: "https://me:hush@" } } }, /^(?!.*hush).*is a text\.$/],
    [{ image: { agent: { url: new URL("https://a/?hush") } } }, /^(?!.*hush).*is an object\.$/],
  ];
  for (const [options, message] of wrong) {
    expect(() => agentTools(options as never)).toThrow(message);
    expect(() => agentTools(options as never)).toThrow(TypeError);
  }
  expect(agentTools().map(({ name }) => name)).toEqual(["thinking"]);
});

test("who looks at an image has the time that the page gives, not the tool's own", () => {
  const timeoutOf = (timeout: number | undefined) => {
    const agent = { url: "https://eyes.example/", ...(timeout !== undefined && { timeout }) };
    const tools = agentTools({ image: { agent } });
    const { tool } = new ToolRegistry().register(tools[1] as (typeof tools)[number]);
    return tool.metadata.timeout as number;
  };
  // Longer by what an image may take to come: it is the agent's time that ends first, with a message of its own.
  expect(timeoutOf(undefined)).toBe(150_000);
  expect(timeoutOf(600_000)).toBe(630_000);
  expect(timeoutOf(5_000)).toBe(35_000);
  expect(timeoutOf(Number.POSITIVE_INFINITY)).toBeGreaterThan(2 ** 31);
});
