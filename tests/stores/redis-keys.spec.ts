/** `ag-ui-lit/server/redis`: its keys, its clients, and a server that has forgotten or has no room. */
// In a process of its own: it starts a server.
import { after, before } from "node:test";
import { redisConversationStore, redisRunLog } from "ag-ui-lit/server/redis";
import { createClient } from "redis";
import { expect, test } from "../node/test.js";
import { startRedis, type TestDatabase } from "../support/databases/databases.js";
import { anyId, tokenOf } from "./leases.js";

let database: TestDatabase;
const connected = async () => {
  const client = createClient({ url: database.url });
  client.on("error", () => {});
  await client.connect();
  return client;
};
let admin: Awaited<ReturnType<typeof connected>>;
before(async () => {
  database = await startRedis();
  admin = await connected();
});
after(async () => {
  admin.destroy();
  await database.stop();
});

test("keys begin with the prefix, and all of them have a time to live", async () => {
  const store = redisConversationStore({ url: database.url, prefix: "mine:", keepFor: 60_000 });
  const log = redisRunLog({ url: database.url, prefix: "mine:" });
  const id = anyId();
  await store.save(id, "text", { ifVersion: null, token: await tokenOf(store, id) });
  await log.append(id, [{ number: 1, text: "{}" }], { keepFor: 50_000, maxBytes: 100 });
  const keys = (await admin.keys("*")).sort();
  expect(keys).toEqual([
    ...[`mine:conversation:{${id}}`, `mine:run:{${id}}`, `mine:run:{${id}}:events`],
  ]);
  for (const key of keys) expect(await admin.pTTL(key)).toBeGreaterThan(0);
  expect(await admin.hGet(`mine:conversation:{${id}}`, "text")).toBe("text");
  await store.close();
  await log.close();
});

test("a client of the user's serves several stores, also one that gives bytes, and stays open", async () => {
  const client = await connected();
  const bytes = client.withTypeMapping({ 36: Buffer, 43: Buffer });
  for (const each of [client, bytes]) {
    const store = redisConversationStore({ client: each });
    const log = redisRunLog({ client: each });
    const id = anyId();
    await store.watch?.(id, () => {});
    const token = await tokenOf(store, id);
    await store.save(id, "é\0", { ifVersion: null, token });
    expect((await store.load(id))?.text).toBe("é\0");
    expect(await store.renew(id, token, 1_000)).toBe("held");
    await log.append(id, [{ number: 1, text: "{}" }], { keepFor: 50_000, maxBytes: 100 });
    expect((await log.read(id, 0))?.events).toEqual([{ number: 1, text: "{}" }]);
    await store.close();
    await log.close();
    expect(await client.ping()).toBe("PONG");
  }
  client.destroy();
});

test("a server that has lost its data: the lease is lost, nothing is saved, tokens still grow", async () => {
  const store = redisConversationStore({ url: database.url });
  const id = anyId();
  const token = await tokenOf(store, id);
  const version = await store.save(id, "text", { ifVersion: null, token });
  await admin.flushAll();
  expect(await store.renew(id, token, 60_000)).toBe("lost");
  const saving = store.save(id, "next", { ifVersion: version, token });
  await expect(saving).rejects.toMatchObject({ code: "fenced" });
  expect(await tokenOf(store, id)).toBeGreaterThan(token);
  await store.close();
});

test("a server that has forgotten the scripts is given them again", async () => {
  const store = redisConversationStore({ url: database.url });
  const id = anyId();
  await tokenOf(store, id);
  await admin.scriptFlush();
  expect(await store.acquire(id, { holder: "two", ttl: 1_000 })).toHaveProperty("busyFor");
  await store.close();
});

test("a server without room: the save rejects with Redis's answer, and the earlier text stays", async () => {
  const store = redisConversationStore({ url: database.url });
  const id = anyId();
  const token = await tokenOf(store, id);
  const version = await store.save(id, "text", { ifVersion: null, token });
  await admin.configSet("maxmemory", "1");
  const saving = store.save(id, "x".repeat(1_000_000), { ifVersion: version, token });
  await expect(saving).rejects.toThrow(/^OOM /);
  expect(await store.load(id)).toEqual({ text: "text", version });
  await admin.configSet("maxmemory", "0");
  await store.save(id, "next", { ifVersion: version, token });
  await store.close();
});

test("a wrong password: the request rejects at once with Redis's answer, and a right one serves", async () => {
  await admin.configSet("requirepass", "right");
  const wrong = redisConversationStore({ url: database.url.replace("//", "//:wrong@") });
  for (let round = 0; round < 2; round += 1) {
    await expect(wrong.load(anyId())).rejects.toThrow(/^WRONGPASS /);
  }
  const right = redisConversationStore({ url: database.url.replace("//", "//:right@") });
  expect(await right.load(anyId())).toBeUndefined();
  await wrong.close();
  await right.close();
  await admin.configSet("requirepass", "");
});

test("what is not as it must be is refused at once", () => {
  const refused = (options: object) => () => redisConversationStore(options);
  expect(refused({ prefix: "a{b}" })).toThrow("without { and }");
  expect(refused({ uri: "" })).toThrow('has no option "uri"');
  expect(refused({ client: {} })).toThrow("a client of the package redis");
});
