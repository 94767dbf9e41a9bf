/** `A2aAgent` in the loop of `<ag-ui-agent>`: against our server, and against the SDK's with an executor that knows nothing of us. */
import { createServer } from "node:http";
import { afterEach } from "node:test";
import type { AgentExecutor, ExecutionEventBus, RequestContext } from "@a2a-js/sdk/server";
import { DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import { A2aAgent } from "ag-ui-lit/a2a";
import express from "express";
import { HttpHost } from "../../support/a2a/http-host.js";
import {
  assistant,
  calling,
  end,
  handedOver,
  handOver,
  said,
  saying,
} from "../../support/a2a/scripted-reasoner.js";
import { deferred } from "../deferred.js";
import { Page } from "../loop/page.js";
import { expect, test } from "../test.js";
import { Desk } from "./desk.js";

/** A page that talks to an agent. */
export function pageWith(url: string, options: object = {}): Page {
  const resubscribe = { attempts: 3, baseDelay: 0 };
  return new Page(new A2aAgent({ url, resubscribe, config: { threadId: "t" }, ...options }));
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** The SDK's server with an executor of a test's; answers its address. */
async function foreign(
  execute: (context: RequestContext, say: Say) => Promise<void> | void,
  version: "1.0" | "0.3" = "1.0",
): Promise<string> {
  const app = express();
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}/rpc`;
  const card = {
    name: "Foreign",
    description: "Knows nothing of client tools.",
    version: "1",
    provider: undefined,
    capabilities: { streaming: true, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
    signatures: [],
    supportedInterfaces: [
      { url, protocolBinding: "JSONRPC", tenant: "", protocolVersion: version },
    ],
  };
  const executor: AgentExecutor = {
    execute: async (context, bus) => {
      const say = new Say(context, bus);
      say.begin();
      await execute(context, say);
    },
    cancelTask: async (taskId, bus) =>
      bus.publish({
        kind: "statusUpdate",
        data: { taskId, contextId: "", status: status(5), metadata: undefined },
      }),
  };
  const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const legacyCompat = { enabled: version === "0.3" };
  const userBuilder = UserBuilder.noAuthentication;
  app.use(
    "/.well-known/agent-card.json",
    // An older client asks without a version; an older server has only that card.
    (request, _response, next) => {
      if (version === "0.3") delete request.headers["a2a-version"];
      next();
    },
    agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }),
  );
  app.use("/rpc", jsonRpcHandler({ requestHandler, userBuilder, legacyCompat }));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return url;
}

const plain = { metadata: undefined, filename: "", mediaType: "" };

function status(state: number, ...texts: string[]) {
  const parts = texts.map((value) => ({ ...plain, content: { $case: "text", value } as const }));
  const message = {
    messageId: crypto.randomUUID(),
    contextId: "",
    taskId: "",
    role: 2,
    parts,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  return {
    state,
    message: texts.length > 0 ? message : undefined,
    timestamp: "2026-01-01T00:00:00Z",
  };
}

/** What a foreign executor says. */
class Say {
  constructor(
    readonly context: RequestContext,
    readonly bus: ExecutionEventBus,
  ) {}

  get #ids() {
    return { taskId: this.context.taskId, contextId: this.context.contextId };
  }

  begin(): void {
    const { taskId: id, contextId } = this.#ids;
    const { task, userMessage } = this.context;
    const none = { artifacts: [], history: [userMessage], metadata: undefined };
    this.bus.publish({
      kind: "task",
      data: { ...none, ...task, id, contextId, status: status(1) },
    });
  }

  status(state: number, ...texts: string[]): void {
    this.bus.publish({
      kind: "statusUpdate",
      data: { ...this.#ids, status: status(state, ...texts), metadata: undefined },
    });
  }

  artifact(artifactId: string, parts: object[], more: object = {}): void {
    const artifact = { artifactId, name: "", description: "", metadata: undefined, extensions: [] };
    const filled = parts.map((part) => ({ ...plain, ...part }));
    this.bus.publish({
      kind: "artifactUpdate",
      data: {
        ...this.#ids,
        artifact: { ...artifact, parts: filled as never },
        append: false,
        lastChunk: true,
        metadata: undefined,
        ...more,
      },
    });
  }
}

const text = (value: string) => ({ content: { $case: "text", value } });

test("a call is run by the page's manager, answered on the same task, and the agent goes on", async () => {
  const desk = await Desk.open(({ messages }, round) =>
    messages.at(-1)?.role === "tool"
      ? [...saying("m1", "All ", "done."), end("completed", [assistant("m1", "All done.")])]
      : [
          ...saying(`m${round}`, "I ask."),
          ...calling(`m${round}`, "c1", "echo", '{"n":1}'),
          handOver(`m${round}`, handedOver("c1", "echo", '{"n":1}')),
        ],
  );
  const page = pageWith(desk.host.url);

  expect(await page.send("Go")).toBe("finished");

  expect(page.ran.map(({ id, args }) => [id, args])).toEqual([["c1", { n: 1 }]]);
  expect(said(page.messages)).toEqual([
    "user Go",
    "assistant I ask.",
    'assistant echo{"n":1}',
    "tool result 0",
    "assistant All done.",
  ]);
  expect(desk.reasoner.requests).toHaveLength(2);
  expect(desk.reasoner.requests[0]?.clientTools?.map(({ name }) => name)).toEqual(["echo"]);
  expect(desk.reasoner.last).toEqual(["user Go", 'assistant echo{"n":1}', "tool result 0"]);
  expect(desk.log).toEqual([]);

  // The next message is another task of the same conversation.
  await page.send("Again");
  const ids = desk.reasoner.requests.map(({ context }) => context.conversation.id);
  expect(new Set(ids).size).toBe(1);
});

test("calls of the server come with their results, and are not run by the page", async () => {
  const desk = await Desk.open(() => [
    ...calling("m1", "s1", "search", '{"q":1}'),
    {
      type: "call_result",
      messageId: "m1",
      call: {
        ...handedOver("s1", "search", '{"q":1}'),
        execution: "server",
        requiresClientExecution: false,
        content: "Two rooms.",
      },
    },
    ...saying("m2", "Two."),
    end("completed"),
  ]);
  const page = pageWith(desk.host.url);
  expect(await page.send("Find")).toBe("finished");
  expect(page.ran).toEqual([]);
  expect(said(page.messages)).toEqual([
    "user Find",
    'assistant search{"q":1}',
    "tool Two rooms.",
    "assistant Two.",
  ]);
});

test("a prepared call reaches the handler with what the model asked for beside it", async () => {
  const call = handedOver("c1", "pay", '{"sum":"5"}', {
    execution: "preflight",
    clientPayload: { sum: 5 },
  });
  const desk = await Desk.open(({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? [end("completed")]
      : [{ type: "call_prepared", messageId: "m", call }, handOver("m", call)],
  );
  const page = pageWith(desk.host.url);
  const seen: unknown[] = [];
  page.registry.register({
    name: "pay",
    description: "Pays.",
    schema: {},
    metadata: { execution: "preflight" },
    handler: (args, { preflight }) => void seen.push(args, preflight),
  });
  expect(await page.send("Pay")).toBe("finished");
  expect(seen).toEqual([{ sum: 5 }, { arguments: { sum: "5" } }]);
});

test("what the model thinks comes as reasoning", async () => {
  const desk = await Desk.open(() => [
    { type: "reasoning", messageId: "m", delta: "Hm, " },
    { type: "reasoning", messageId: "m", delta: "yes." },
    ...saying("m", "Yes."),
    end("completed"),
  ]);
  const page = pageWith(desk.host.url);
  expect(await page.send("?")).toBe("finished");
  expect(page.details("reasoning-end")).toEqual([
    { messageId: expect.any(String), content: "Hm, yes." },
  ]);
});

test("abort() cancels the task", async () => {
  const aborted = deferred<void>();
  const desk = await Desk.open(async function* (_request, _round, signal) {
    signal.addEventListener("abort", () => aborted.resolve());
    yield* saying("m", "Wait");
    await new Promise(() => {});
  });
  const page = pageWith(desk.host.url);
  const sending = page.send("Go");
  while (page.messages.length < 2) await new Promise(setImmediate);
  page.conversation.abort();
  expect(await sending).toBe("aborted");
  await aborted.promise;
});

for (const version of ["1.0", "0.3"] as const) {
  test(`a foreign agent (${version}): status texts, artifacts that grow, and the end`, async () => {
    const url = await foreign((_context, say) => {
      say.status(2, "I look.");
      say.artifact("1", [text("One ")], { lastChunk: false });
      say.artifact("1", [text("two.")], { append: true });
      say.status(3, "Done.");
    }, version);
    const page = pageWith(url);
    expect(await page.send("Go")).toBe("finished");
    expect(said(page.messages)).toEqual([
      "user Go",
      "assistant I look.",
      "assistant One two.",
      "assistant Done.",
    ]);
    // Another task counts its artifacts anew.
    expect(await page.send("Go")).toBe("finished");
    expect(page.messages).toHaveLength(8);
  });

  test(`a foreign agent (${version}) asks the user: the next message goes to the same task`, async () => {
    const tasks: string[] = [];
    const heard: unknown[] = [];
    const url = await foreign(({ taskId, task, userMessage }, say) => {
      tasks.push(taskId);
      heard.push(...userMessage.parts.map(({ content }) => content?.value));
      if (task) say.status(3, "Booked.");
      else say.status(6, "For how many?");
    }, version);
    const page = pageWith(url);
    expect(await page.send("A room")).toBe("finished");
    expect(await page.send("Two")).toBe("finished");
    expect(new Set(tasks).size).toBe(1);
    expect(heard).toEqual(["A room", "Two"]);
    expect(said(page.messages).at(-1)).toBe("assistant Booked.");
  });
}

test("files and data of a foreign agent are activities, bytes included, and no run fails for them", async () => {
  for (const version of ["1.0", "0.3"] as const) {
    const url = await foreign((_context, say) => {
      const raw = { $case: "raw", value: Buffer.from([0, 255, 1]) };
      say.artifact("f", [{ content: raw, mediaType: "image/png", filename: "a.png" }]);
      say.artifact("d", [{ content: { $case: "data", value: { n: 1 } } }]);
      say.artifact("l", [{ content: { $case: "data", value: [1] } }]);
      say.status(3);
    }, version);
    const page = pageWith(url);
    expect(await page.send("Go")).toBe("finished");
    const activities = page.messages.filter(({ role }) => role === "activity");
    expect(
      activities.map((message) => ("content" in message ? message.content : "")),
    ).toMatchObject([
      { parts: [{ type: "image", source: { value: expect.stringMatching(/AP8B$/) } }] },
      { parts: [{ type: "data", data: { n: 1 } }] },
      { parts: [{ type: "data", data: [1] }] },
    ]);
  }
});

test("failed, rejected, sign-in and cancelled: each has its outcome, and the agent's words", async () => {
  const ends = [
    [4, "failed/backend", /The agent's task failed: No\./],
    [7, "failed/backend", /The agent rejected the task: No\./],
    [8, "failed/backend", /sign in somewhere first: No\./],
    [5, "aborted", undefined],
  ] as const;
  for (const [state, outcome, message] of ends) {
    const url = await foreign((_context, say) => say.status(state, "No."));
    const page = pageWith(url);
    expect(await page.send("Go")).toBe(outcome);
    if (message) expect(page.details("run-failed")[0].error.message).toMatch(message);
  }
});

test("an answer without a task is a message", async () => {
  const url = await foreign(() => {});
  const host = await HttpHost.start();
  closers.push(() => host.stop());
  const card = await (await fetch(new URL("/.well-known/agent-card.json", url))).json();
  card.supportedInterfaces[0].url = host.url;
  host.answer = async (request) => {
    if (request.method === "GET") return Response.json(card);
    const { id } = await request.json();
    const message = { messageId: "m1", role: "ROLE_AGENT", parts: [{ text: "Hello." }] };
    const event = JSON.stringify({ jsonrpc: "2.0", id, result: { message } });
    return new Response(`data: ${event}\n\n`, { headers: { "content-type": "text/event-stream" } });
  };
  const page = pageWith(host.url);
  expect(await page.send("Hi")).toBe("finished");
  expect(said(page.messages)).toEqual(["user Hi", "assistant Hello."]);
});

test("files of the user go along", async () => {
  const heard: unknown[] = [];
  for (const version of ["1.0", "0.3"] as const) {
    const url = await foreign(({ userMessage }, say) => {
      heard.push(
        userMessage.parts.map(({ content, mediaType }) => [
          content?.$case,
          String(content?.value),
          mediaType,
        ]),
      );
      say.status(3);
    }, version);
    const page = pageWith(url);
    await page.conversation.send([
      { type: "text", text: "Look" },
      { type: "image", source: { type: "data", value: "AP8B", mimeType: "image/png" } },
      { type: "document", source: { type: "url", value: "https://example.com/a.pdf" } },
    ]);
  }
  const expected = [
    ["text", "Look", expect.any(String)],
    ["raw", "0,255,1", "image/png"],
    ["url", "https://example.com/a.pdf", ""],
  ];
  expect(heard).toEqual([expected, expected]);
});

test("options that nobody knows, and an agent that is not there, are said", async () => {
  expect(() => new A2aAgent({ url: "" })).toThrow(/url/);
  expect(() => new A2aAgent({ url: "/a", retry: 1 } as never)).toThrow(/no option "retry"/);
  expect(() => new A2aAgent({ url: "/a", resubscribe: { tries: 1 } as never })).toThrow(
    /no option "tries"/,
  );
  const page = pageWith("http://127.0.0.1:9/a2a");
  expect(await page.send("Hi")).toBe("failed/backend");
  expect(page.details("run-failed")[0].error.message).toMatch(
    /^The A2A agent at http:\/\/127.0.0.1:9\/a2a can't be talked to/,
  );
});
