/** `AgentReasoner({ store })` with leases: what happens to a conversation whose requests come to several processes. */
// In a process of its own: its tests stop the clocks of the process.
import { init } from "ag-ui-lit";
import {
  type AgentExecuteResponse,
  type AgentToolExecutionContext,
  type ConversationStore,
  loadConversation,
  memoryConversationStore,
  type ReasonerEvent,
} from "ag-ui-lit/server";
import { until } from "../../support/observe.js";
import { executorOf, type KeptLog } from "../../support/server/executor.js";
import { SimulatedServer } from "../../support/server/fleet/server.js";
import { SimulatedTime, settled } from "../../support/server/fleet/simulated-time.js";
import {
  asks,
  type Line,
  requestOf,
  result,
  ScriptedModel,
  type Tools,
  user,
} from "../../support/server/reasoner.js";
import { deferred } from "../deferred.js";
import { describe, expect, test } from "../test.js";

const TTL = 15_000;

const first = [user("Pay", "u1")];
const second = [...first, user("Well?", "u2")];

interface Started {
  readonly server: SimulatedServer;
  readonly model: ScriptedModel;
  readonly log: KeptLog;
  /** Answers a request; the events so far are in `events`. */
  answer(messages: typeof first, signal?: AbortSignal): Answering;
}

interface Answering {
  readonly events: ReasonerEvent[];
  readonly response: Promise<AgentExecuteResponse>;
}

/** Some servers with one store, and their time. */
class Desk {
  readonly time = new SimulatedTime();
  readonly store = memoryConversationStore({ now: () => this.time.now });

  start(
    tools: Tools,
    lines: readonly Line[],
    { store = this.store, wait = 60_000 }: { store?: ConversationStore; wait?: number } = {},
  ): Started {
    const model = new ScriptedModel(...lines);
    const { executor, log } = executorOf(tools);
    const server = new SimulatedServer("server", store, {
      executor: () => executor,
      model: () => model.ask,
      options: { log, lease: { ttl: TTL, wait } },
    });
    server.isFree = true;
    const answer = (messages: typeof first, signal = new AbortController().signal): Answering => {
      const events: ReasonerEvent[] = [];
      const response = (async () => {
        for await (const event of server.run(requestOf(messages), signal)) {
          events.push(event);
          if (event.type === "end") return event.response;
        }
        throw new Error("The request has no end.");
      })();
      return { events, response };
    };
    return { server, model, log, answer };
  }

  /** Time passes, a second after the other. */
  async pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 1_000) {
      this.time.advance(Math.min(1_000, milliseconds - passed));
      await settled();
    }
  }
}

async function withDesk(work: (desk: Desk) => Promise<void>): Promise<void> {
  await Promise.all([init(), loadConversation()]);
  const desk = new Desk();
  try {
    await work(desk);
  } finally {
    desk.time.restore();
  }
}

/** A tool of the server that counts its runs. */
function counted(
  name: string,
  result: () => unknown = () => "paid",
  idempotent = false,
): { tools: Tools; runs: string[] } {
  const runs: string[] = [];
  const handler = (_: object, context: AgentToolExecutionContext) => {
    runs.push(context.idempotencyKey);
    return result();
  };
  const metadata = { execution: "server", idempotent } as const;
  return { tools: [{ name, metadata, handler: handler as never }], runs };
}

const pays: Line = { toolCalls: [asks("pay", { amount: 1 }, "a")] };
const says: Line = { text: "So." };

describe("two processes", () => {
  test("the newer request takes over: the older one ends, its call is finished, and its result is used", () =>
    withDesk(async (desk) => {
      const paid = deferred<string>();
      const { tools, runs } = counted("pay", () => paid.promise);
      const one = desk.start(tools, [pays, says]);
      const other = desk.start(tools, [says]);
      const older = one.answer(first);
      await until("the call has begun", () => runs.length === 1);
      const newer = other.answer(second);
      expect((await older.response).finish).toBe("aborted");
      expect(other.model.asked).toEqual([]);
      paid.resolve("paid once");
      expect((await newer.response).finish).toBe("completed");
      expect(other.model.answerTo("a")).toBe("paid once");
      expect(runs).toHaveLength(1);
      expect(one.model.asked).toHaveLength(1);
    }));

  test("requests one after the other find each other's conversation at once", () =>
    withDesk(async (desk) => {
      const { tools, runs } = counted("pay");
      const one = desk.start(tools, [pays, says]);
      await one.answer(first).response;
      const other = desk.start(tools, [says]);
      // Its client has lost the answer: it is put back from the store.
      await one.answer(first).response;
      expect((await other.answer(first).response).finish).toBe("completed");
      expect(runs).toHaveLength(1);
    }));

  test("a request that waits for too long ends as busy, and says when to try again", () =>
    withDesk(async (desk) => {
      const paid = deferred<string>();
      const { tools, runs } = counted("pay", () => paid.promise);
      const one = desk.start(tools, [pays, says]);
      const older = one.answer(first);
      await until("the call has begun", () => runs.length === 1);
      const other = desk.start(tools, [says], { wait: 20_000 });
      const newer = other.answer(second);
      await desk.pass(25_000);
      const { finish, error } = await newer.response;
      expect([finish, error?.code]).toEqual(["failed", "busy"]);
      expect(error?.message).toMatch(
        /^Another server answers this conversation\. Try again in \d+ seconds?\.$/,
      );
      paid.resolve("late");
      await older.response;
      // The outcome is there for whoever comes next.
      expect((await other.answer(second).response).finish).toBe("completed");
      expect(other.model.answerTo("a")).toBe("late");
    }));

  test("a client that goes while its request waits lets go of it", () =>
    withDesk(async (desk) => {
      const paid = deferred<string>();
      const { tools, runs } = counted("pay", () => paid.promise);
      const one = desk.start(tools, [pays, says]);
      const older = one.answer(first);
      await until("the call has begun", () => runs.length === 1);
      const going = new AbortController();
      const other = desk.start(tools, [says]);
      const newer = other.answer(second, going.signal);
      expect((await older.response).finish).toBe("aborted");
      going.abort();
      expect((await newer.response).finish).toBe("aborted");
      paid.resolve("done");
      await settled();
      const third = desk.start(tools, [says]);
      expect((await third.answer(second).response).finish).toBe("completed");
      expect(third.model.answerTo("a")).toBe("done");
    }));
});

describe("a process that is killed", () => {
  for (const idempotent of [false, true]) {
    const what = idempotent
      ? "runs again with the same key"
      : "is not known, and does not run again";
    test(`a call of a tool that ${idempotent ? "is" : "is not"} idempotent ${what}`, () =>
      withDesk(async (desk) => {
        const { tools, runs } = counted("pay", () => new Promise(() => {}), idempotent);
        const one = desk.start(tools, [pays]);
        void one.answer(first).response;
        await until("the call has begun", () => runs.length === 1);
        one.server.isDead = true;
        const { tools: same, runs: again } = counted("pay", () => "paid", idempotent);
        const other = desk.start(same, [says]);
        const newer = other.answer(second);
        await desk.pass(TTL + 2_000);
        expect((await newer.response).finish).toBe("completed");
        expect(again).toEqual(idempotent ? runs : []);
        const answer = other.model.answerTo("a");
        if (idempotent) expect(answer).toBe("paid");
        else expect(answer).toContain("It is not known whether it took effect.");
      }));
  }

  test("a tool that is not idempotent any more does not run again", () =>
    withDesk(async (desk) => {
      const { tools, runs } = counted("pay", () => new Promise(() => {}), true);
      const one = desk.start(tools, [pays]);
      void one.answer(first).response;
      await until("the call has begun", () => runs.length === 1);
      one.server.isDead = true;
      const { tools: changed, runs: again } = counted("pay");
      const other = desk.start(changed, [says]);
      const newer = other.answer(second);
      await desk.pass(TTL + 2_000);
      await newer.response;
      expect(again).toEqual([]);
      expect(other.model.answerTo("a")).toContain("It is not known whether it took effect.");
    }));

  test("at each of its waits for the store: the call begins once at most, and the model reads the truth", () =>
    withDesk(async (desk) => {
      let deaths = 0;
      for (let at = 0; ; at += 1) {
        const store = memoryConversationStore({ now: () => desk.time.now });
        const { tools, runs } = counted("pay");
        const one = desk.start(tools, [pays, says], { store });
        one.server.isFree = false;
        const answering = one.answer(first);
        let isOver = false;
        void answering.response.then(() => {
          isOver = true;
        });
        for (let step = 0; step < at && !isOver; step += 1) {
          await until("it waits for the store, or has ended", () => {
            return isOver || one.server.waits.length > 0;
          });
          one.server.waits[0]?.go();
          await settled();
        }
        if (isOver) break;
        deaths += 1;
        await until("it waits for the store", () => one.server.waits.length > 0);
        one.server.isDead = true;
        // What it has sent arrives.
        for (const wait of [...one.server.waits]) wait.go();
        const other = desk.start(tools, [says], { store });
        const shown = answeredBy(answering.events);
        const newer = other.answer(
          shown === undefined ? second : received(answering.events, shown),
        );
        await desk.pass(TTL + 2_000);
        expect((await newer.response).finish).toBe("completed");
        expect(runs.length, `killed at wait ${at}`).toBeLessThan(2);
        const answer = other.model.answerTo("a");
        if (shown !== undefined) expect(answer, `killed at wait ${at}`).toBe(shown);
        if (answer === "paid") expect(runs).toHaveLength(1);
        else if (answer !== undefined) expect(answer).toContain("It is not known");
        else expect(runs, `killed at wait ${at}`).toEqual([]);
      }
      // Lease, text, begun, ended, answered, released: each is asked for and answered.
      expect(deaths).toBeGreaterThanOrEqual(10);
    }));
});

/** The answer to a call that a client has received. */
function answeredBy(events: readonly ReasonerEvent[]): string | undefined {
  const results = events.flatMap((event) => (event.type === "call_result" ? [event.call] : []));
  return results[0]?.content;
}

/** The history of a client that has received an answer, and goes on. */
function received(events: readonly ReasonerEvent[], content: string): typeof first {
  const start = events.find((event) => event.type === "call_start");
  if (start?.type !== "call_start") throw new Error("No call has come.");
  const called = { name: start.toolName, arguments: '{"amount":1}' };
  const toolCalls = [{ id: start.toolCallId, type: "function", function: called } as const];
  return [
    ...first,
    { id: start.messageId, role: "assistant", toolCalls: [...toolCalls] },
    result(start.toolCallId, content),
    user("Well?", "u2"),
  ];
}

describe("a process that is paused", () => {
  test("begins no call when another process has the conversation by then", () =>
    withDesk(async (desk) => {
      const { tools, runs } = counted("pay");
      const one = desk.start(tools, [pays, says]);
      one.server.isFree = false;
      const older = one.answer(first);
      await until("the call is written down, which it does not know yet", async () => {
        await settled();
        const [wait] = one.server.waits;
        if (wait?.what === "save answers") return true;
        wait?.go();
        return false;
      });
      one.server.isPaused = true;
      const other = desk.start(tools, [says]);
      const newer = other.answer(second);
      await desk.pass(TTL + 2_000);
      await newer.response;
      expect(other.model.answerTo("a")).toContain("It is not known whether it took effect.");
      one.server.isPaused = false;
      one.server.isFree = true;
      for (const wait of [...one.server.waits]) wait.go();
      desk.time.advance(0);
      expect((await older.response).finish).toBe("aborted");
      expect(runs).toEqual([]);
    }));

  test("sends no answer of a call whose outcome another process does not know", () =>
    withDesk(async (desk) => {
      const paid = deferred<string>();
      const { tools, runs } = counted("pay", () => paid.promise);
      const one = desk.start(tools, [pays, says]);
      const older = one.answer(first);
      await until("the call has begun", () => runs.length === 1);
      one.server.isPaused = true;
      const other = desk.start(tools, [says]);
      const newer = other.answer(second);
      await desk.pass(TTL + 2_000);
      await newer.response;
      expect(other.model.answerTo("a")).toContain("It is not known whether it took effect.");
      one.server.isPaused = false;
      paid.resolve("paid");
      one.server.isFree = false;
      await settled();
      one.server.isFree = true;
      for (const wait of [...one.server.waits]) wait.go();
      desk.time.advance(1_000);
      expect((await older.response).finish).toBe("aborted");
      expect(answeredBy(older.events)).toBeUndefined();
      expect(one.model.asked).toHaveLength(1);
    }));

  test("goes on where it was when nobody else has come", () =>
    withDesk(async (desk) => {
      const paid = deferred<string>();
      const { tools, runs } = counted("pay", () => paid.promise);
      const one = desk.start(tools, [pays, says]);
      const older = one.answer(first);
      await until("the call has begun", () => runs.length === 1);
      one.server.isPaused = true;
      await desk.pass(3 * TTL);
      one.server.isPaused = false;
      for (const wait of [...one.server.waits]) wait.go();
      desk.time.advance(0);
      paid.resolve("paid");
      expect((await older.response).finish).toBe("completed");
      expect(one.model.answerTo("a")).toBe("paid");
    }));
});

/** A store with one method replaced. */
function changed(store: ConversationStore, own: Partial<ConversationStore>): ConversationStore {
  return {
    load: (id) => store.load(id),
    save: (...given) => store.save(...given),
    acquire: (...given) => store.acquire(...given),
    renew: (...given) => store.renew(...given),
    release: (...given) => store.release(...given),
    close: () => store.close(),
    ...own,
  };
}

describe("a store that fails", () => {
  test("a save whose answer is lost counts as made: the call begins, once", () =>
    withDesk(async (desk) => {
      let lost = 0;
      const store = changed(desk.store, {
        save: async (...given) => {
          const version = await desk.store.save(...given);
          lost += 1;
          if (lost <= 2) throw new Error("The connection was cut.");
          return version;
        },
      });
      const { tools, runs } = counted("pay");
      const { answer, model } = desk.start(tools, [pays, says], { store });
      const { response } = answer(first);
      await desk.pass(5_000);
      expect((await response).finish).toBe("completed");
      expect([runs.length, model.answerTo("a")]).toEqual([1, "paid"]);
    }));

  test("a call begins once the store is back", () =>
    withDesk(async (desk) => {
      let isDown = true;
      const store = changed(desk.store, {
        save: async (...given) => {
          if (isDown) throw new Error("The store is down.");
          return await desk.store.save(...given);
        },
      });
      const { tools, runs } = counted("pay");
      const { answer, log } = desk.start(tools, [pays, says], { store });
      const { response } = answer(first);
      await desk.pass(4_000);
      expect(runs).toEqual([]);
      isDown = false;
      await desk.pass(4_000);
      expect((await response).finish).toBe("completed");
      expect(runs).toHaveLength(1);
      expect(log.entries.some(({ said }) => String(said).includes("The store is down."))).toBe(
        true,
      );
    }));

  test("one that stays down: the request fails, nothing has begun, and no client reads why", () =>
    withDesk(async (desk) => {
      const store = changed(desk.store, {
        save: () => Promise.reject(new Error("secret-host is down.")),
      });
      const { tools, runs } = counted("pay");
      const { answer } = desk.start(tools, [pays, says], { store });
      const { response } = answer(first);
      await desk.pass(40_000);
      const { finish, error } = await response;
      expect([finish, error?.code]).toEqual(["failed", "internal"]);
      expect(error?.message).not.toContain("secret-host");
      expect(runs).toEqual([]);
    }));

  test("calls that never settle are not waited for", () =>
    withDesk(async (desk) => {
      const store = changed(desk.store, { acquire: () => new Promise(() => {}) });
      const { answer } = desk.start([], [says], { store, wait: 30_000 });
      const { response } = answer(first);
      await desk.pass(90_000);
      const { finish, error } = await response;
      expect([finish, error?.code]).toEqual(["failed", "internal"]);
    }));

  test("a text that somebody has changed without the lease is not overwritten", () =>
    withDesk(async (desk) => {
      const texts = new Map<string, string>();
      const store = changed(desk.store, {
        save: async (id, text, condition) => {
          const token = condition.token;
          if (texts.size === 0) {
            // Before the first save of the server.
            await desk.store.save(id, "{}", { ifVersion: condition.ifVersion, token });
            texts.set(id, "{}");
          }
          return await desk.store.save(id, text, condition);
        },
      });
      const { tools, runs } = counted("pay");
      const { answer } = desk.start(tools, [pays, says], { store });
      const { response } = answer(first);
      await desk.pass(5_000);
      expect((await response).finish).toBe("aborted");
      expect(runs).toEqual([]);
      const [[id] = []] = texts;
      expect((await desk.store.load(id as string))?.text).toBe("{}");
    }));

  test("answers that are none are refused", () =>
    withDesk(async (desk) => {
      const nonsense: Partial<ConversationStore>[] = [
        { acquire: async () => ({}) as never },
        { load: async () => ({ text: 5, version: "1" }) as never },
        { load: async () => ({ text: "{}" }) as never },
        { save: async () => 5 as never },
      ];
      for (const own of nonsense) {
        const { tools, runs } = counted("pay");
        const store = changed(memoryConversationStore({ now: () => desk.time.now }), own);
        const { answer } = desk.start(tools, [pays, says], { store, wait: 5_000 });
        const { response } = answer(first);
        await desk.pass(60_000);
        expect((await response).finish).toBe("failed");
        expect(runs).toEqual([]);
      }
    }));
});

describe("close()", () => {
  test("lets requests come to their end, refuses new ones, and gives conversations back", () =>
    withDesk(async (desk) => {
      const paid = deferred<string>();
      const { tools, runs } = counted("pay", () => paid.promise);
      const { server, answer } = desk.start(tools, [pays, says]);
      const older = answer(first);
      await until("the call has begun", () => runs.length === 1);
      expect(server.reasoner.isClosing).toBe(false);
      const closed = server.reasoner.close();
      expect(server.reasoner.isClosing).toBe(true);
      const refused = await answer(second).response;
      expect([refused.finish, refused.error?.code]).toEqual(["failed", "closing"]);
      paid.resolve("paid");
      expect((await older.response).finish).toBe("completed");
      expect(await closed).toEqual({ running: 0 });
      expect(await server.reasoner.close()).toEqual({ running: 0 });
    }));

  test("ends requests that take too long, and hands over conversations whose calls still run", () =>
    withDesk(async (desk) => {
      const { tools, runs } = counted("pay", () => new Promise(() => {}));
      const { server, answer } = desk.start(tools, [pays, says]);
      const older = answer(first);
      await until("the call has begun", () => runs.length === 1);
      const closed = server.reasoner.close({ requests: 2_000, calls: 3_000 });
      await desk.pass(3_000);
      expect((await older.response).error?.code).toBe("closing");
      await desk.pass(3_000);
      expect(await closed).toEqual({ running: 1 });
      // Another one need not wait for the end of the lease.
      const other = desk.start(tools, [says]);
      expect((await other.answer(second).response).finish).toBe("completed");
      expect(other.model.answerTo("a")).toContain("It is not known whether it took effect.");
    }));

  test("works without a store", () =>
    withDesk(async (desk) => {
      const { executor } = executorOf([]);
      const { AgentReasoner } = await import("ag-ui-lit/server");
      const reasoner = new AgentReasoner({ executor, model: () => ({ text: "So." }) });
      await reasoner.execute(requestOf(first));
      expect(await reasoner.close()).toEqual({ running: 0 });
      expect((await reasoner.execute(requestOf(first))).error?.code).toBe("closing");
      void desk;
    }));
});

test("options of leases and of close() are checked", () =>
  withDesk(async (desk) => {
    const { server } = desk.start([], [says]);
    const { AgentReasoner } = await import("ag-ui-lit/server");
    const make = (lease: object) => () => new AgentReasoner({ ...server.reasoner.options, lease });
    expect(make({ ttl: 5 })).toThrow("lease.ttl");
    expect(make({ tttl: 5 })).toThrow('has no option "tttl"');
    expect(make(5 as never)).toThrow("AgentReasoner({ lease }) must be an object of options");
    expect(() => server.reasoner.close({ request: 5 } as never)).toThrow('no option "request"');
  }));
