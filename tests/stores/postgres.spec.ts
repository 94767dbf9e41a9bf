/** `ag-ui-lit/server/postgres` against a real server: the rules of every store. */
// In a process of its own: it starts a server.
import { after, before } from "node:test";
import { postgresConversationStore, postgresRunLog } from "ag-ui-lit/server/postgres";
import { testRunLog, testStore } from "ag-ui-lit/server/testing";
import { describe, test } from "../node/test.js";
import { startPostgres, type TestDatabase } from "../support/databases/databases.js";

let database: TestDatabase;
before(async () => {
  database = await startPostgres();
});
after(() => database.stop());

describe("the rules of a conversation store", () => {
  const checks = testStore((options) =>
    postgresConversationStore({ connectionString: database.url, ...options }),
  );
  for (const { name, run } of checks) test(name, run);
});

describe("the rules of a run log", () => {
  const checks = testRunLog(() => postgresRunLog({ connectionString: database.url }));
  for (const { name, run } of checks) test(name, run);
});
