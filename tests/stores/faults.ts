/** What happens to a database and to the way there, and what of it a store's user may notice. */
import { after, afterEach, before } from "node:test";
import type { ConversationStore, RunLog } from "ag-ui-lit/server";
import { expect, test } from "../node/test.js";
import type { TestDatabase } from "../support/databases/databases.js";
import { startProxy } from "../support/databases/proxy.js";
import { until } from "../support/observe.js";
import { anyId, tokenOf } from "./leases.js";

/** How the stores of a database are opened, at a port. */
export interface Faulty {
  start(): Promise<TestDatabase>;
  store(port: number, options?: { readonly timeout?: number }): ConversationStore;
  log(port: number): RunLog;
}

const limits = { keepFor: 60_000, maxBytes: 1_000_000 };

/** The tests of a database whose server crashes, and whose connections are cut, hang, and lose answers. */
export function testFaults({ start, ...stores }: Faulty): void {
  let database: TestDatabase;
  before(async () => {
    database = await start();
  });
  after(() => database.stop());

  const opened: (ConversationStore | RunLog)[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  const open = (...[port, options]: Parameters<Faulty["store"]>): ConversationStore => {
    const store = stores.store(port, options);
    opened.push(store);
    return store;
  };

  test("a server that crashed has every text, version and lease that it has confirmed", async () => {
    const store = open(database.port);
    const id = anyId();
    const token = await tokenOf(store, id);
    const version = await store.save(id, "text", { ifVersion: null, token });
    await database.restart();
    expect(await store.load(id)).toEqual({ text: "text", version });
    expect(await store.renew(id, token, 60_000)).toBe("held");
    expect(await store.acquire(id, { holder: "two", ttl: 1 })).toHaveProperty("busyFor");
    await store.save(id, "next", { ifVersion: version, token });
  });

  test("a request that comes while the server is down waits for it", async () => {
    const store = open(database.port);
    const id = anyId();
    const token = await tokenOf(store, id);
    await database.stop();
    const saving = store.save(id, "text", { ifVersion: null, token });
    await database.start();
    const version = await saving;
    expect(await store.load(id)).toEqual({ text: "text", version });
  });

  test("connections that are cut again and again: every save happens once and in order", async () => {
    const store = open(database.port);
    const cutting = (async () => {
      for (let round = 0; round < 20; round += 1) await database.cut();
    })();
    const talk = async (): Promise<void> => {
      const id = anyId();
      const token = await tokenOf(store, id);
      let version: string | null = null;
      for (let round = 0; round < 10; round += 1) {
        version = await store.save(id, `${round}`, { ifVersion: version, token });
        expect(await store.load(id)).toEqual({ text: `${round}`, version });
      }
    };
    await Promise.all(Array.from({ length: 10 }, talk));
    await cutting;
  });

  test("a save whose answer is lost has happened, once", async () => {
    await using proxy = await startProxy(database.port);
    const store = open(proxy.port);
    const id = anyId();
    const token = await tokenOf(store, id);
    const first = await store.save(id, "one", { ifVersion: null, token });
    const lost = proxy.loseNextAnswer();
    const second = await store.save(id, "two", { ifVersion: first, token });
    await lost;
    expect(await store.load(id)).toEqual({ text: "two", version: second });
    await store.save(id, "three", { ifVersion: second, token });
  });

  test("a lease whose answer is lost goes to the process that asked, and to no other", async () => {
    await using proxy = await startProxy(database.port);
    const store = open(proxy.port);
    const id = anyId();
    await store.load(id);
    const lost = proxy.loseNextAnswer();
    const token = await tokenOf(store, id);
    await lost;
    expect(await store.renew(id, token, 60_000)).toBe("held");
    const loses = proxy.loseNextAnswer();
    expect(await store.renew(id, token, 60_000)).toBe("held");
    await loses;
    const released = proxy.loseNextAnswer();
    await store.release(id, token);
    await released;
    expect(await store.acquire(id, { holder: "two", ttl: 1_000 })).toHaveProperty("token");
  });

  test("events whose answer is lost are in the log once", async () => {
    await using proxy = await startProxy(database.port);
    const log = stores.log(proxy.port);
    opened.push(log);
    const key = anyId();
    await log.append(key, [{ number: 1, text: "one" }], limits);
    const lost = proxy.loseNextAnswer();
    await log.append(key, [{ number: 2, text: "two" }], limits);
    await lost;
    await log.append(key, [{ number: 3, text: "three" }], limits);
    const texts = (await log.read(key, 0))?.events.map(({ text }) => text);
    expect(texts).toEqual(["one", "two", "three"]);
  });

  test("a server that does not answer: the request fails in time, and later ones succeed", async () => {
    await using proxy = await startProxy(database.port);
    const store = open(proxy.port, { timeout: 300 });
    const id = anyId();
    // A small limit of time, which a machine under load may exceed as well.
    const patient = open(database.port);
    const token = await tokenOf(patient, id);
    const first = await patient.save(id, "one", { ifVersion: null, token });
    proxy.hold();
    const outcomes = [
      store.load(id),
      store.save(id, "two", { ifVersion: first, token }),
      store.renew(id, token, 60_000),
    ].map((outcome) => expect(outcome).rejects.toMatchObject({ code: "store_unavailable" }));
    await Promise.all(outcomes);
    proxy.release();
    await until("the store answers again", () =>
      store.load(id).then(
        () => true,
        () => false,
      ),
    );
    // The save may have taken effect or not; whoever knows the version that is stored goes on from it.
    const stored = await patient.load(id);
    expect(["one", "two"]).toContain(stored?.text);
    await patient.save(id, "three", { ifVersion: stored?.version ?? null, token });
  });

  test("connections that hang for good are replaced by others", async () => {
    await using proxy = await startProxy(database.port);
    const store = open(proxy.port, { timeout: 300 });
    const id = anyId();
    await until("the store answers", () =>
      store.load(id).then(
        () => true,
        () => false,
      ),
    );
    proxy.forget();
    await expect(store.load(id)).rejects.toMatchObject({ code: "store_unavailable" });
    await until("the store answers again", () =>
      store.load(id).then(
        () => true,
        () => false,
      ),
    );
  });

  test("a doorbell whose connection is cut rings for what it has missed, and for what follows", async () => {
    const store = open(database.port);
    const other = open(database.port);
    const id = anyId();
    let rings = 0;
    await store.watch?.(id, () => {
      rings += 1;
    });
    for (let round = 0; round < 3; round += 1) {
      const before = rings;
      await database.cut();
      await until("it rings after the cut", () => rings > before);
      const token = await tokenOf(other, id);
      await other.acquire(id, { holder: "two", ttl: 1_000 });
      const asked = rings;
      await other.release(id, token);
      await until("it rings for what follows", () => rings > asked);
    }
  });

  test("a doorbell of a server that is down has everybody look", async () => {
    const store = open(database.port);
    const id = anyId();
    await database.stop();
    let rings = 0;
    const callOff = await store.watch?.(id, () => {
      rings += 1;
    });
    await until("it rings without a server, again and again", () => rings > 2);
    callOff?.();
    await database.start();
  });

  test("a store that is closed refuses requests, and ends those that wait", async () => {
    const store = open(database.port);
    const id = anyId();
    await store.load(id);
    await database.stop();
    const waiting = store.load(id).catch((thrown: unknown) => thrown);
    await store.close();
    expect(await waiting).toBeInstanceOf(Error);
    await expect(store.load(id)).rejects.toThrow("the store is closed");
    await database.start();
  });

  test("a lease runs out by the database's clock, whatever the process's clock says", async (context) => {
    const store = open(database.port);
    const id = anyId();
    context.mock.method(Date, "now", () => 0);
    const token = await tokenOf(store, id);
    context.mock.method(Date, "now", () => 8_640_000_000_000_000);
    const answer = await store.acquire(id, { holder: "two", ttl: 1_000 });
    expect(answer).toHaveProperty("busyFor");
    expect(await store.renew(id, token, 60_000)).toBe("wanted");
  });
}
