/** `ag-ui-lit/server/redis` against a real server: the rules of every store. */
// In a process of its own: it starts a server.
import { after, before } from "node:test";
import { redisConversationStore, redisRunLog } from "ag-ui-lit/server/redis";
import { testRunLog, testStore } from "ag-ui-lit/server/testing";
import { describe, test } from "../node/test.js";
import { startRedis, type TestDatabase } from "../support/databases/databases.js";

let database: TestDatabase;
before(async () => {
  database = await startRedis();
});
after(() => database.stop());

describe("the rules of a conversation store", () => {
  const checks = testStore((options) => redisConversationStore({ url: database.url, ...options }));
  for (const { name, run } of checks) test(name, run);
});

describe("the rules of a run log", () => {
  const checks = testRunLog(() => redisRunLog({ url: database.url }));
  for (const { name, run } of checks) test(name, run);
});
