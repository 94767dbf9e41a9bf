/** Pages that end at any moment, in Chromium: their calls begin once, and have one answer, which is true. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import type { Message } from "ag-ui-lit/element";
import { memoryRunLog, nodeListener, serveAgent } from "ag-ui-lit/server";
import { idempotencyKeyOf } from "../../pkg/dist/execution/idempotency-key.js";
import { randomCases } from "../support/random.js";
import { end, scripted } from "../support/server/endpoint.js";
import { Chance } from "../support/storm/chance.js";
import { expect, test } from "../support/test.js";
import { inPage } from "./kept.js";

test.use({ usesStorage: true });

const ROUNDS = 3;

/** A backend that keeps its runs or not, and counts what the handlers of all pages report. */
class Backend {
  readonly begun = new Map<string, number>();
  readonly ended = new Map<string, number>();
  readonly tools = new Map<string, string>();
  readonly #chance: Chance;
  #left = Number.POSITIVE_INFINITY;
  #strike: () => void = () => {};
  readonly #server = createServer((request, response) => this.#serve(request, response));
  readonly #listener;

  constructor(chance: Chance) {
    this.#chance = chance;
    const backend = this;
    const reasoner = scripted(async function* ({ messages }, { signal } = {}) {
      const round = messages.filter(({ role }) => role === "assistant").length;
      const done = messages.filter(
        (message) => message.role === "assistant" && message.toolCalls?.length,
      ).length;
      const messageId = done < ROUNDS ? `m${done}` : `last${round}`;
      for (const delta of ["One ", "two ", "three "]) {
        yield { type: "text", messageId, delta };
        await backend.boundary();
        if (signal?.aborted) return yield end("aborted");
      }
      if (done >= ROUNDS) {
        yield { type: "text", messageId, delta: "Done." };
        return yield end();
      }
      const calls = ["once", "again"].map((toolName, at) => ({ toolCallId: `c${at}`, toolName }));
      for (const call of calls) {
        yield { type: "call_start", messageId, ...call };
        for (const delta of ['{"n":', `${done}}`]) {
          yield { type: "call_args", toolCallId: call.toolCallId, delta };
          await backend.boundary();
        }
        yield { type: "call_end", toolCallId: call.toolCallId };
      }
      const toolCalls = calls.map((call) => ({ ...call, requiresClientExecution: true }) as never);
      yield end("client", { toolCalls });
    });
    const keeps = this.#chance.below(4) > 0;
    const resumable = keeps ? { resumable: { log: memoryRunLog() } } : {};
    this.#listener = nodeListener(serveAgent(reasoner, { cors: { origins: "*" }, ...resumable }));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Resolves after so many boundaries. */
  boundaries(count: number): Promise<void> {
    this.#left = count;
    return new Promise((resolve) => {
      this.#strike = resolve;
    });
  }

  /** A moment at which a page may end; the page has some turns between two of them. */
  async boundary(): Promise<void> {
    this.#left -= 1;
    if (this.#left === 0) this.#strike();
    for (let turns = this.#chance.below(20); turns > 0; turns -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(String(request.url), "http://agent.test");
    if (pathname === "/agent") {
      this.#listener(request, response);
      return;
    }
    const counts = pathname === "/begun" ? this.begun : this.ended;
    const key = String(searchParams.get("key"));
    counts.set(key, (counts.get(key) ?? 0) + 1);
    this.tools.set(key, String(searchParams.get("tool")));
    response.setHeader("access-control-allow-origin", "*");
    void this.boundary().then(() => response.end());
  }
}

async function open(context: BrowserContext, address: string, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await begin(page, url);
  return page;
}

/** Keeps the thread of a page. The handlers report to the server, and go on when it has counted that. */
async function begin(page: Page, url: string): Promise<void> {
  await page.evaluate(async (url) => {
    await globalThis.agUi.init();
    await load("durable");
    const element = openAgent(`${url}/agent`);
    const tell = (what: string, key: string, tool: string): void => {
      const request = new XMLHttpRequest();
      request.open("GET", `${url}/${what}?key=${encodeURIComponent(key)}&tool=${tool}`, false);
      request.send();
    };
    for (const name of ["once", "again"]) {
      await element.registerTool({
        name,
        description: "Works.",
        schema: {},
        metadata: { idempotent: name === "again" },
        handler: async (_args, { idempotencyKey: key }) => {
          tell("begun", key, name);
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
          tell("ended", key, name);
          return "ran";
        },
      });
    }
    const store = durable.indexedDbThreadStore({ name: "kills" });
    const kept = durable.keepThreads(element, { store, threadId: "kills" });
    Object.assign(globalThis, { page: { element, kept, store, sent: [] } });
    await kept.ready;
  }, url);
}

/** Sends what a person would, until the agent has said its last word. */
async function toTheEnd(page: Page): Promise<void> {
  await inPage(page, async ({ element, kept }) => {
    for (let tries = 0; tries < 10; tries += 1) {
      await until("nothing runs", () => !element.isRunning);
      if (String(element.messages.at(-1)?.content).endsWith("Done.")) return;
      await kept.takeOver();
      await until("nothing runs", () => !element.isRunning);
      if (String(element.messages.at(-1)?.content).endsWith("Done.")) return;
      await element.sendMessage("Go on");
    }
  });
}

/** How a page ends; resolves to the pages that are there afterwards. */
const ends: readonly ((page: Page, again: () => Promise<Page>, url: string) => Promise<Page>)[] = [
  async (page, _again, url) => {
    await page.reload();
    await begin(page, url);
    return page;
  },
  async (page, again) => {
    await page.close();
    return again();
  },
  async (page, again) => {
    const session = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    // A page that has crashed answers nothing.
    void session.send("Page.crash").catch(() => {});
    await crashed;
    await page.close();
    return again();
  },
  async (page, again) => {
    const tab = await again();
    await inPage(tab, ({ kept }) => kept.takeOver());
    await page.close();
    return tab;
  },
  async (page) => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    return page;
  },
];

function checkCalls(messages: readonly Message[], { begun, ended, tools }: Backend): void {
  for (const [key, tool] of tools) if (tool === "once") expect(begun.get(key), key).toBe(1);
  messages.forEach((message, at) => {
    if (message.role !== "assistant") return;
    const next = messages.findIndex((other, index) => index > at && other.role !== "tool");
    const behind = messages.slice(at + 1, next === -1 ? undefined : next);
    for (const call of message.toolCalls ?? []) {
      const { name: toolName, arguments: argsText } = call.function;
      const place = { threadId: "kills", messageId: message.id };
      const key = idempotencyKeyOf(place, { toolCallId: call.id, toolName, argsText });
      const answers = behind.flatMap((other) =>
        other.role === "tool" && other.toolCallId === call.id ? [String(other.content)] : [],
      );
      expect(answers, key).toHaveLength(1);
      const [answer = ""] = answers;
      if (answer === "ran") expect(ended.get(key) ?? 0, answer).toBeGreaterThan(0);
      else if (/was not run/.test(answer)) expect(begun.get(key) ?? 0, answer).toBe(0);
      // The handler's own failure while the page was offline is as true.
      else expect(answer).toMatch(/not known whether|cancel|abort|^Failed to execute 'send'/i);
    }
  });
}

test("@all pages that end at any moment: each call begins once, has one answer, and it is true", async ({
  context,
  harness,
  complaints,
}) => {
  const cases = randomCases(40);
  test.setTimeout(cases * 60_000);
  for (let seed = 1; seed <= cases; seed += 1) {
    const chance = new Chance(seed);
    const backend = new Backend(chance);
    const url = await backend.start();
    const again = (): Promise<Page> => open(context, harness.url(), url);
    let page = await again();
    try {
      for (let lives = 5; lives > 0; lives -= 1) {
        const struck = backend.boundaries(1 + chance.below(25));
        const lived = toTheEnd(page).catch(() => {});
        await Promise.race([struck, lived]);
        page = await (ends[chance.below(ends.length)] as (typeof ends)[number])(page, again, url);
      }
      await toTheEnd(page);
      const messages = await inPage(page, ({ element }) => element.messages);
      expect(messages.at(-1)?.content).toMatch(/Done\.$/);
      checkCalls(messages as Message[], backend);
      await inPage(page, ({ store }) => store.delete("kills"));
    } catch (thrown) {
      throw new Error(`Seed ${seed}: ${(thrown as Error).message}`, { cause: thrown });
    } finally {
      await page.close();
      await backend.stop();
    }
  }
  complaints.length = 0;
});
