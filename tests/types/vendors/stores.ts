/** Stores for several servers as a user writes them, with clients of the databases' own packages. */
import {
  type Busy,
  type ConversationStore,
  type Lease,
  memoryConversationStore,
  type RunLog,
  StoreConflictError,
} from "ag-ui-lit/server";
import { postgresConversationStore, postgresRunLog } from "ag-ui-lit/server/postgres";
import { redisConversationStore, redisRunLog } from "ag-ui-lit/server/redis";
import { sqliteConversationStore } from "ag-ui-lit/server/sqlite";
import { testRunLog, testStore } from "ag-ui-lit/server/testing";
import Database from "libsql";
import pg from "pg";
import { createClient } from "redis";
import { exactly } from "../expect.js";

const pool = new pg.Pool();
const client = createClient();
const stores: ConversationStore[] = [
  memoryConversationStore({ maxBytes: 1_000_000, keepFor: 60_000 }),
  postgresConversationStore({ pool, schema: "app", keepFor: 60_000 }),
  postgresConversationStore({ connectionString: "postgresql://localhost" }),
  redisConversationStore({ client, prefix: "app:" }),
  sqliteConversationStore({ file: "conversations.db" }),
  sqliteConversationStore({ database: new Database(":memory:") }),
];
const logs: RunLog[] = [postgresRunLog({ pool }), redisRunLog({ client })];

// @ts-expect-error an option that there is not
postgresConversationStore({ url: "postgresql://localhost" });
// @ts-expect-error it has no time to live of its own: each append has one
redisRunLog({ keepFor: 1 });

for (const store of stores) {
  const answer = await store.acquire("0".repeat(64), { holder: "one", ttl: 30_000 });
  exactly<Lease | Busy>()(answer);
  if ("busyFor" in answer) continue;
  try {
    const condition = { ifVersion: null, token: answer.token };
    exactly<string>()(await store.save("0".repeat(64), "text", condition));
  } catch (thrown) {
    if (thrown instanceof StoreConflictError) exactly<"version" | "fenced">()(thrown.code);
  }
}
for (const { name, run } of [
  ...testStore(({ keepFor }) => memoryConversationStore(keepFor ? { keepFor } : {})),
]) {
  exactly<string>()(name);
  exactly<Promise<void>>()(run());
}
testRunLog(() => logs[0] as RunLog);
