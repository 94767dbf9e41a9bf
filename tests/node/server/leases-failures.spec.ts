/** `AgentReasoner({ store })` with leases: processes that are paused, and stores that fail. */
// In a process of its own: its tests stop the clocks of the process.
import { type ConversationStore, memoryConversationStore } from "ag-ui-lit/server";
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
import { deferred } from "../deferred.js";
import { describe, expect, test } from "../test.js";

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
      // The store's answer, which was there before any timer goes off.
      for (const wait of [...one.server.waits]) wait.go();
      await settled();
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
