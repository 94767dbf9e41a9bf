/** The packed package in Cloudflare's runtime, bundled by wrangler: no random numbers, timers or fetches while modules are imported. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Consumer, expect, testOf } from "./consumer.js";
import { npmEnv } from "./pack.js";

const test = testOf("workerd");

test.describe.configure({ mode: "default" }); // one installation serves the whole file

/** The newest that its runtime knows, and one of before `WeakRef`. */
const dates = ["2026-04-01", "2024-10-14"];

for (const date of dates) {
  test(`a worker of ${date} that serves an agent answers each request of a conversation`, async ({
    consumer,
  }) => {
    await using worker = await started(consumer, "agent", date);
    const messages: object[] = [user("Balance")];
    const first = await worker.ask("thread", messages);
    expect(first.text, first.events).toBe("It is A1: 20 €.");

    messages.push({ id: "said", role: "assistant", content: first.text }, user("Show"));
    const second = await worker.ask("thread", messages);
    expect(second.calls, second.events).toHaveLength(1);

    const [id = ""] = second.calls;
    const call = { id, type: "function", function: { name: "show", arguments: '{"what":"it"}' } };
    messages.push({ id: "called", role: "assistant", toolCalls: [call] });
    messages.push({ id: "result", role: "tool", toolCallId: id, content: "shown" });
    const third = await worker.ask("thread", messages);
    expect(third.text, third.events).toBe("It is shown.");
  });
}

test("a worker answers requests of several conversations at once", async ({ consumer }) => {
  await using worker = await started(consumer, "agent");
  const answers = await Promise.all(
    ["a", "b", "c", "d"].map((thread) => worker.ask(thread, [user("Balance")])),
  );
  for (const { text, events } of answers) expect(text, events).toBe("It is A1: 20 €.");
});

test("a worker answers a conversation whose earlier request its client has left", async ({
  consumer,
}) => {
  await using worker = await started(consumer, "agent");
  const leaving = new AbortController();
  const response = await worker.post("left", [user("Wait")], leaving.signal);
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  const { text, events } = await worker.ask("left", [user("Balance")]);
  expect(text, events).toBe("It is A1: 20 €.");
});

test("every entry is imported by a worker, and what needs no page works there", async ({
  consumer,
}) => {
  await using worker = await started(consumer, "entries");
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${worker.origin}${path}`)).json();
  expect(await get("/tool")).toBe("Hello, Ada!");
  expect(await get("/providers")).toEqual(["greet"]);
  expect(await get("/toolbox")).toContain("thought");
  expect(await get("/classes")).toEqual(Array(6).fill("function"));
  expect(await get("/functions")).toEqual(Array(2).fill("function"));
});

const user = (content: string): object => ({ id: content, role: "user", content });

interface Answer {
  readonly text: string;
  /** Calls that are left to the client. */
  readonly calls: readonly string[];
  /** All that came, for a failure's message. */
  readonly events: string;
}

interface Worker extends AsyncDisposable {
  readonly origin: string;
  post(threadId: string, messages: object[], signal?: AbortSignal): Promise<Response>;
  ask(threadId: string, messages: object[]): Promise<Answer>;
}

const tools = [
  {
    name: "show",
    description: "Shows something.",
    parameters: {
      type: "object",
      properties: { what: { type: "string" } },
      required: ["what"],
    },
  },
];

/** Bundles a worker as its author would, and starts it. */
async function started(consumer: Consumer, name: string, date = "2026-04-01"): Promise<Worker> {
  const folder = `out-${name}-${date}`;
  await consumer.write(
    "wrangler.json",
    JSON.stringify({ name, main: `${name}.js`, compatibility_date: date }),
  );
  const wrangler = consumer.path("node_modules/wrangler/bin/wrangler.js");
  await consumer.build(folder, wrangler, "deploy", "--dry-run", "--outdir", folder);

  const server = spawn(process.execPath, ["serve.js", folder, name, date], {
    cwd: consumer.folder,
    env: npmEnv(),
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let heard = "";
    for (const stream of [server.stdout, server.stderr]) {
      stream.on("data", (text) => {
        heard += text;
        const [, found] = /Ready at (\S+)/.exec(heard) ?? [];
        if (found) resolve(found);
      });
    }
    server.once("close", () => reject(new Error(`The worker did not start: ${heard}`)));
  });
  const post: Worker["post"] = (threadId, messages, signal) => {
    const input = { threadId, runId: crypto.randomUUID(), messages, tools };
    const all = { ...input, state: {}, context: [], forwardedProps: {} };
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(all);
    return fetch(origin, { method: "POST", headers, body, ...(signal && { signal }) });
  };
  return {
    origin,
    post,
    ask: async (threadId, messages) => read(await (await post(threadId, messages)).text()),
    async [Symbol.asyncDispose]() {
      if (server.exitCode !== null) return;
      const ended = once(server, "exit");
      server.kill();
      await ended;
    },
  };
}

function read(events: string): Answer {
  const all = [...events.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
  const text = all.map(({ type, delta }) => (type === "TEXT_MESSAGE_CONTENT" ? delta : ""));
  const { outcome } = all.at(-1) ?? {};
  return { text: text.join(""), calls: outcome?.pendingToolCallIds ?? [], events };
}
