/** Streams that come back, in a browser: over real sockets that break, after a reload, from another origin. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AgentHandler, memoryRunLog, nodeListener, serveAgent } from "ag-ui-lit/server";
import { end, scripted } from "../support/server/endpoint.js";
import { expect, test } from "../support/test.js";

/** An agent whose run goes on when a test says so, behind a network that a test breaks. */
class Served {
  /** What was asked, as `GET`. */
  readonly asked: string[] = [];
  /** Runs of the reasoner that have begun, and those that were stopped. */
  begun = 0;
  stopped = 0;
  goOn: () => void = () => {};
  /** Breaks the connections of streams after so many bytes, each in turn. */
  readonly cuts: number[] = [];
  readonly #server: Server;
  #handler: AgentHandler;

  constructor() {
    this.#handler = this.#made();
    this.#server = createServer((request, response) => {
      const method = String(request.method);
      if (method !== "OPTIONS") this.asked.push(method);
      const cut = ["POST", "GET"].includes(method) ? this.cuts.shift() : undefined;
      if (cut !== undefined) breakAfter(response, cut);
      nodeListener(this.#handler)(request, response);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/agent`;
  }

  /** Another process: what was in memory is lost. */
  restart(): void {
    this.#handler = this.#made();
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** A run says something, waits, and calls a tool of the page; the next one, which has its answer, ends. */
  #made(): AgentHandler {
    const served = this;
    const reasoner = scripted(async function* ({ messages }, { signal } = {}) {
      served.begun += 1;
      signal?.addEventListener("abort", () => {
        served.stopped += 1;
      });
      const last = messages.at(-1);
      if (last?.role === "tool") {
        yield { type: "text", messageId: "m2", delta: `It said: ${last.content}` };
        return yield end();
      }
      yield { type: "text", messageId: "m1", delta: "Wait. " };
      await new Promise<void>((resolve) => {
        served.goOn = resolve;
        signal?.addEventListener("abort", () => resolve());
      });
      if (signal?.aborted) return yield end("aborted");
      yield { type: "text", messageId: "m1", delta: "Now. " };
      const call = { toolCallId: "c1", toolName: "echo" };
      yield { type: "call_start", messageId: "m1", ...call };
      yield { type: "call_args", toolCallId: "c1", delta: '{"n":1}' };
      yield { type: "call_end", toolCallId: "c1" };
      yield end("client", { toolCalls: [{ ...call, requiresClientExecution: true } as never] });
    });
    return serveAgent(reasoner, { cors: { origins: "*" }, resumable: { log: memoryRunLog() } });
  }
}

function breakAfter(response: ServerResponse, bytes: number): void {
  let left = bytes;
  const write = response.write.bind(response);
  const cut = (chunk: unknown): boolean => {
    const piece = Buffer.from(chunk as string | Uint8Array);
    const isLast = piece.length >= left;
    const written = write(piece.subarray(0, left));
    left -= Math.min(left, piece.length);
    // What was written goes first.
    if (isLast) response.socket?.end(() => response.destroy());
    return written;
  };
  response.write = cut as typeof response.write;
  const finish = response.end.bind(response);
  response.end = ((chunk?: string) => {
    if (chunk) cut(chunk);
    return left > 0 ? finish() : response;
  }) as typeof response.end;
}

const shared = test.extend<{ served: Served; url: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  served: async ({}, use) => {
    const served = new Served();
    await use(served);
    await served.stop();
  },
  url: async ({ served }, use) => use(await served.start()),
});

/** Talks to the agent in the page, and notes what is dispatched. */
async function open(page: import("@playwright/test").Page, url: string) {
  return page.evaluateHandle(async (url) => {
    Math.random = () => 0;
    const element = openAgent(url);
    const ran: unknown[] = [];
    await element.registerTool({
      name: "echo",
      description: "Notes its arguments.",
      schema: {},
      handler: (args) => {
        ran.push(args);
        return "done";
      },
    });
    const events = record(element, "ag-ui-", [
      "run-started",
      "reconnecting",
      "reconnected",
      "text-content",
      "run-failed",
    ]);
    return { element, ran, events };
  }, url);
}

/** Takes out what the browser says of connections that a test has broken. */
function forgive(complaints: string[]): void {
  const others = complaints.filter((each) => !each.includes("Failed to load resource"));
  complaints.splice(0, complaints.length, ...others);
}

const answered = [
  ["user", "Go"],
  ["assistant", "Wait. Now. "],
  ["tool", "done"],
  ["assistant", "It said: done"],
];

shared(
  "connections that break: the thread is that of an unbroken one, the tool ran once",
  async ({ complaints, harness, served, url }) => {
    served.cuts.push(300, 150, 0);
    const talk = await open(harness, url);
    const sending = talk.evaluate(async ({ element, ran, events }) => {
      const { outcome, error } = await element.sendMessage("Go");
      const messages = element.messages.map(({ role, content }) => [role, content]);
      return { outcome, error: error?.message, ran, messages, events };
    });
    await expect.poll(() => served.begun).toBe(1);
    served.goOn();
    const seen = await sending;
    expect(seen.outcome, seen.error).toBe("finished");
    expect(seen.messages).toEqual(answered);
    expect(seen.ran).toEqual([{ n: 1 }]);
    const texts = seen.events.filter(({ type }) => type === "text-content");
    expect(texts.map(({ detail }) => detail.delta)).toEqual(["Wait. ", "Now. ", "It said: done"]);
    const reports = seen.events.filter(({ type }) => type.startsWith("reconnect"));
    expect(reports.length).toBeGreaterThan(2);
    expect(reports[0]?.detail).toMatchObject({ attempt: 1, delay: 0 });
    const started = seen.events.find(({ type }) => type === "run-started");
    expect(started?.detail).toMatchObject({ isResumable: true });
    expect(served.begun).toBe(2);
    expect(served.stopped).toBe(0);
    expect(served.asked.filter((method) => method === "POST").length).toBe(2);
    forgive(complaints);
  },
);

shared(
  "a reload in the middle of a run: the new page takes it up, and its tool runs once",
  async ({ harness, served, url }) => {
    const first = await open(harness, url);
    const saved = await first.evaluate(async ({ element }) => {
      const text = eventOf(element, "ag-ui-text-content");
      const saved = new Promise<{ threadId: string; runId: string; messages: never }>((resolve) => {
        element.addEventListener("ag-ui-run-started", ({ detail: { threadId, runId } }) => {
          resolve({ threadId, runId, messages: element.messages as never });
        });
      });
      void element.sendMessage("Go");
      await text;
      return saved;
    });
    await harness.reload();
    await harness.evaluate(() => globalThis.agUi.init());
    expect(served.stopped).toBe(0);
    const second = await open(harness, url);
    const attached = second.evaluate(async ({ element, ran, events }, saved) => {
      element.threadId = saved.threadId;
      element.messages = saved.messages;
      const { outcome, error } = await element.reattach({ runId: saved.runId });
      const messages = element.messages.map(({ role, content }) => [role, content]);
      return { outcome, error: error?.message, ran, messages, runs: events[0]?.detail };
    }, saved);
    await expect.poll(() => served.asked).toContain("GET");
    served.goOn();
    const seen = await attached;
    expect(seen.outcome, seen.error).toBe("finished");
    expect(seen.messages).toEqual(answered);
    expect(seen.ran).toEqual([{ n: 1 }]);
    expect(seen.runs).toMatchObject({ threadId: saved.threadId, runId: saved.runId });
    expect(served.begun).toBe(2);
  },
);

shared(
  "abort() stops the run at the server, from a page of another origin",
  async ({ harness, served, url }) => {
    const talk = await open(harness, url);
    const outcome = await talk.evaluate(async ({ element }) => {
      const text = eventOf(element, "ag-ui-text-content");
      const sending = element.sendMessage("Go");
      await text;
      element.abort();
      return (await sending).outcome;
    });
    expect(outcome).toBe("aborted");
    await expect.poll(() => served.stopped).toBe(1);
    expect(served.asked).toEqual(["POST", "DELETE"]);
  },
);

shared(
  "a server that was restarted, and had the run in memory: the loop fails, and says why",
  async ({ complaints, harness, served, url }) => {
    const talk = await open(harness, url);
    const sending = talk.evaluate(async ({ element, ran }) => {
      const { outcome, error } = await element.sendMessage("Go");
      return { outcome, code: error?.code, status: error?.status, message: error?.message, ran };
    });
    await expect.poll(() => served.begun).toBe(1);
    served.restart();
    const seen = await sending;
    expect(seen).toMatchObject({ outcome: "failed", code: "network", status: 404, ran: [] });
    expect(seen.message).toContain("could not be taken up again");
    forgive(complaints);
  },
);

shared(
  "a page that was offline goes on as soon as it is online",
  async ({ complaints, context, harness, served, url }) => {
    const talk = await open(harness, url);
    await talk.evaluate(({ element }) => {
      // No attempt but the one that being online begins.
      Math.random = () => 1;
      element.limits = { reconnectAttempts: 5 };
    });
    served.cuts.push(200);
    const sending = talk.evaluate(async ({ element, ran }) => {
      const { outcome, error } = await element.sendMessage("Go");
      return { outcome, error: error?.message, ran };
    });
    // Its stream has broken by then.
    await expect
      .poll(() => talk.evaluate(({ events }) => events.map(({ type }) => type)))
      .toContain("reconnecting");
    await context.setOffline(true);
    served.goOn();
    await context.setOffline(false);
    const seen = await sending;
    expect(seen.outcome, seen.error).toBe("finished");
    expect(seen.ran).toEqual([{ n: 1 }]);
    forgive(complaints);
  },
);

shared(
  "reattach() refuses what names no run, and an agent that is not at url",
  async ({ harness }) => {
    const refused = await harness.evaluate(async () => {
      const element = openAgent("/agent");
      const wrong = [{}, { runId: "" }, { runId: "a", after: 3 }, undefined] as never[];
      const messages = await Promise.all(
        wrong.map((each) => element.reattach(each).catch((error: Error) => error.message)),
      );
      element.setAttribute("protocol", "a2a");
      const other = await element.reattach({ runId: "a" }).catch((error: Error) => error.message);
      return [...messages, other];
    });
    expect(refused).toEqual([
      expect.stringContaining("the id of a run"),
      expect.stringContaining("the id of a run"),
      expect.stringContaining('no option "after"'),
      expect.stringContaining("the id of a run"),
      expect.stringContaining("needs an AG-UI agent at url"),
    ]);
  },
);
