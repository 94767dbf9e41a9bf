/**
 * `AgentReasoner({ store })` with leases: conversations whose requests come to several processes, and processes that
 * are killed.
 */
// In a process of its own: its tests stop the clocks of the process.
import { AgentReasoner, memoryConversationStore, type ReasonerEvent } from "ag-ui-lit/server";
import { until } from "../../support/observe.js";
import {
  answeredBy,
  counted,
  first,
  pays,
  says,
  second,
  withDesk,
} from "../../support/server/fleet/desk.js";
import { TTL } from "../../support/server/fleet/fleet.js";
import { settled } from "../../support/server/fleet/simulated-time.js";
import { result, user } from "../../support/server/reasoner.js";
import { deferred } from "../deferred.js";
import { describe, expect, test } from "../test.js";

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

test("options of leases and of close() are checked", () =>
  withDesk(async (desk) => {
    const { server } = desk.start([], [says]);
    const make = (lease: object) => () => new AgentReasoner({ ...server.reasoner.options, lease });
    expect(make({ ttl: 5 })).toThrow("lease.ttl");
    expect(make({ tttl: 5 })).toThrow('has no option "tttl"');
    expect(make(5 as never)).toThrow("AgentReasoner({ lease }) must be an object of options");
    expect(() => server.reasoner.close({ request: 5 } as never)).toThrow('no option "request"');
  }));
