/**
 * Requests a second for each store: `node --import tsx tests/stores/measure.ts`. A request is that of a conversation
 * with one tool of the server: acquire, load, save before the call, save after it, save the end, release; a text of 20
 * kB; 32 requests at once.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConversationStore, memoryConversationStore } from "ag-ui-lit/server";
import { postgresConversationStore } from "ag-ui-lit/server/postgres";
import { redisConversationStore } from "ag-ui-lit/server/redis";
import { sqliteConversationStore } from "ag-ui-lit/server/sqlite";
import { startPostgres, startRedis } from "../support/databases/databases.js";
import { anyId, tokenOf } from "./leases.js";

const text = JSON.stringify({ messages: "x".repeat(20_000) });
const [atOnce, seconds] = [32, 5];

async function request(store: ConversationStore, id: string): Promise<void> {
  const token = await tokenOf(store, id);
  let ifVersion = (await store.load(id))?.version ?? null;
  for (let save = 0; save < 3; save += 1) {
    ifVersion = await store.save(id, `${text}${save}`, { ifVersion, token });
  }
  await store.release(id, token);
}

async function measure(name: string, store: ConversationStore): Promise<void> {
  await request(store, anyId());
  const end = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const talk = async (): Promise<void> => {
    const id = anyId();
    while (performance.now() < end) {
      const start = performance.now();
      await request(store, id);
      times.push(performance.now() - start);
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: atOnce }, talk));
  const rate = (times.length / (performance.now() - begin)) * 1_000;
  times.sort((one, other) => one - other);
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  console.log(`| ${name} | ${Math.round(rate)} | ${at(0.5)} ms | ${at(0.99)} ms |`);
  await store.close();
}

console.log("| Store | requests a second | median | 99 % |\n|---|---|---|---|");
const folder = mkdtempSync(join(tmpdir(), "ag-ui-lit-measure-"));
await measure("memory", memoryConversationStore());
{
  await using database = await startPostgres({ fsync: "on", full_page_writes: "on" });
  await measure("PostgreSQL", postgresConversationStore({ connectionString: database.url }));
}
{
  await using database = await startRedis();
  await measure("Redis, appendfsync always", redisConversationStore({ url: database.url }));
}
{
  await using database = await startRedis(["--appendfsync", "everysec"]);
  await measure("Redis, appendfsync everysec", redisConversationStore({ url: database.url }));
}
await measure("SQLite", sqliteConversationStore({ file: join(folder, "measure.db") }));
rmSync(folder, { recursive: true, force: true });
