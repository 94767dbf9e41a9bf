/** The element against LangGraph's own AG-UI adapter: the features of the protocol's demos that a graph decides. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { AgUiAgent } from "ag-ui-lit/element";
import { test as base, expect } from "../support/test.js";
import { AgentServer } from "./agent-server.js";

declare global {
  var graphAgent: AgUiAgent;
  /** The document of the state, each time it changed. */
  var documents: unknown[];
  /** Steps as they began and ended. */
  var stepsSeen: string[];
}

interface Fixtures {
  /** Puts an element into the page that talks to a graph, on a thread of its own. */
  readonly openGraph: (graph: string) => Promise<Page>;
}

const test = base.extend<Fixtures, { langGraph: AgentServer }>({
  langGraph: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const server = await AgentServer.start(process.env.PYTHON, "langgraph_agent.py");
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  openGraph: async ({ harness, langGraph }, use) => {
    await use(async (graph) => {
      await harness.evaluate(
        ([url, threadId]) => {
          const agent = openAgent(url);
          agent.threadId = threadId;
          Object.assign(globalThis, {
            graphAgent: agent,
            documents: [],
            stepsSeen: [],
            handled: [],
          });
          agent.addEventListener("ag-ui-state-changed", () => {
            const { document } = agent.state as { document?: unknown };
            if (document !== undefined && document !== documents.at(-1)) documents.push(document);
          });
          agent.addEventListener("ag-ui-step-started", ({ detail }) =>
            stepsSeen.push(`${detail.stepName} began`),
          );
          agent.addEventListener("ag-ui-step-finished", ({ detail }) =>
            stepsSeen.push(`${detail.stepName} ended`),
          );
        },
        [`${langGraph.url}${graph}`, randomUUID()] as const,
      );
      return harness;
    });
  },
});

const send = (page: Page, text: string) =>
  page.evaluate(async (text) => (await graphAgent.sendMessage(text)).outcome, text);

const lastReply = (page: Page) =>
  page.evaluate(() => graphAgent.messages.findLast(({ role }) => role === "assistant")?.content);

/** Registers a tool that keeps its arguments and the idempotency keys of its calls. */
const offer = (page: Page, name: string) =>
  page.evaluate(async (name) => {
    await graphAgent.registerTool({
      name,
      description: "Says it.",
      schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      handler: ({ text }) => {
        handled.push(text);
        return `said ${text}`;
      },
    });
  }, name);

test("the page's tools: several calls, each run once, whose results the graph reads", async ({
  openGraph,
}) => {
  const page = await openGraph("chat");
  await offer(page, "say");
  await offer(page, "shout");
  expect(await send(page, 'call say {"text":"a"} && call shout {"text":"b"}')).toBe("finished");
  expect(await page.evaluate(() => handled)).toEqual(["a", "b"]);
  expect(await lastReply(page)).toBe("[said a] [said b] done.");
});

test("a thread goes on: the second message's calls run, those of the first do not run again", async ({
  openGraph,
}) => {
  const page = await openGraph("chat");
  await offer(page, "say");
  for (const text of ["one", "two"]) await send(page, `call say {"text":"${text}"}`);
  expect(await page.evaluate(() => handled)).toEqual(["one", "two"]);
  expect(await lastReply(page)).toBe("[said two] done.");
  const roles = await page.evaluate(() => graphAgent.messages.map(({ role }) => role));
  const turn = ["user", "assistant", "tool", "assistant"];
  expect(roles).toEqual([...turn, ...turn]);
});

test("arguments that the schema refuses reach the graph as an error, and no handler", async ({
  openGraph,
}) => {
  const page = await openGraph("chat");
  await offer(page, "say");
  await send(page, 'call say {"text":5}');
  expect(await page.evaluate(() => handled)).toEqual([]);
  expect(await lastReply(page)).toContain("text");
});

test("predicted state: the document is shown while its argument arrives, then as the graph has it", async ({
  openGraph,
}) => {
  const page = await openGraph("document");
  expect(await send(page, 'call write_document {"document":"Once upon a time."}')).toBe("finished");
  const documents = (await page.evaluate(() => globalThis.documents)) as string[];
  expect(documents.at(-1)).toBe("Once upon a time.");
  for (const each of documents) expect("Once upon a time.").toContain(each);
  expect(await lastReply(page)).toBe("[The document is written.] done.");
});

test("shared state and steps: a plan whose steps are done one after the other", async ({
  openGraph,
}) => {
  const page = await openGraph("steps");
  expect(await send(page, "Go")).toBe("finished");
  expect(await page.evaluate(() => stepsSeen)).toEqual(
    ["plan", "first", "second", "answer"].flatMap((name) => [`${name} began`, `${name} ended`]),
  );
  const state = await page.evaluate(() => graphAgent.state);
  expect(state).toMatchObject({
    steps: [
      { description: "one", status: "completed" },
      { description: "two", status: "completed" },
    ],
  });
});

test("an interrupt: its answer is judged by its schema, and the graph goes on with it", async ({
  openGraph,
}) => {
  const page = await openGraph("ask");
  expect(await send(page, "Ask me")).toBe("interrupted");
  const [interrupt] = await page.evaluate(() => graphAgent.pendingInterrupts);
  expect(interrupt).toMatchObject({ message: "Which city?", reason: "input" });
  const resume = (payload: unknown) =>
    page.evaluate(
      async ([id, payload]) => {
        const answers = { [id]: { status: "resolved" as const, payload } };
        try {
          return (await graphAgent.resume(answers)).outcome;
        } catch (thrown) {
          return (thrown as Error).name;
        }
      },
      [interrupt?.id ?? "", payload] as const,
    );
  expect(await resume({ city: 5 })).toBe("InvalidAnswerError");
  expect(await resume({ city: "Lima" })).toBe("finished");
  expect(await lastReply(page)).toBe('The answer is {"city": "Lima"}.');
});
