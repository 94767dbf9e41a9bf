/** `ag-ui-lit/server/sqlite`: its file, its packages, and processes that are killed. */
// In a process of its own: it replaces timers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { sqliteConversationStore, sqliteSchema } from "ag-ui-lit/server/sqlite";
import { expect, test } from "../node/test.js";
import { until } from "../support/observe.js";
import { anyId, tokenOf } from "./leases.js";
import { fullCode, openDatabase } from "./sqlite-database.js";
import { sweepNow } from "./sweep-now.js";

const folder = mkdtempSync(join(tmpdir(), "ag-ui-lit-sqlite-"));
after(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = (): string => {
  files += 1;
  return join(folder, `${files}.db`);
};

test("a process that is killed while it saves: every save that was confirmed is there", async () => {
  const file = newFile();
  const script = `
    import { sqliteConversationStore } from "ag-ui-lit/server/sqlite";
    const store = sqliteConversationStore({ file: ${JSON.stringify(file)} });
    const id = "a".repeat(64);
    const { token } = await store.acquire(id, { holder: "killed", ttl: 60_000 });
    for (let version = null, round = 0; ; round += 1) {
      version = await store.save(id, String(round), { ifVersion: version, token });
      console.log(round);
    }
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let confirmed = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    confirmed = Number(line);
    if (confirmed === 20) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  const store = sqliteConversationStore({ file });
  const id = "a".repeat(64);
  const stored = await store.load(id);
  expect([confirmed, confirmed + 1]).toContain(Number(stored?.text));
  expect(await store.acquire(id, { holder: "next", ttl: 1_000 })).toHaveProperty("busyFor");
  expect(await store.acquire(id, { holder: "killed", ttl: 1_000 })).toHaveProperty("token");
  await store.close();
});

test("two processes that write at once wait for each other", async () => {
  const file = newFile();
  const store = sqliteConversationStore({ file });
  const id = anyId();
  const token = await tokenOf(store, id);
  const other = openDatabase(file);
  other.exec("BEGIN IMMEDIATE");
  const saving = store.save(id, "text", { ifVersion: null, token });
  const impatient = sqliteConversationStore({ file, timeout: 20 });
  const renewing = impatient.renew(id, token, 60_000);
  await expect(renewing).rejects.toMatchObject({ code: "store_unavailable" });
  // Readers wait for nobody.
  expect(await store.load(id)).toBeUndefined();
  other.exec("COMMIT");
  const version = await saving;
  expect(await store.load(id)).toEqual({ text: "text", version });
  other.close();
  await store.close();
  await impatient.close();
});

test("a database of the user's stays open", async () => {
  const database = openDatabase(":memory:");
  const store = sqliteConversationStore({ database });
  const id = anyId();
  await store.save(id, "text", { ifVersion: null, token: await tokenOf(store, id) });
  await store.close();
  const rows = database.prepare("SELECT text FROM ag_ui_lit_conversations").all();
  expect(rows).toEqual([{ text: "text" }]);
  database.exec(sqliteSchema);
  database.close();
});

test("a file without room: the save rejects, and the earlier text stays", async () => {
  const database = openDatabase(newFile());
  const store = sqliteConversationStore({ database });
  const id = anyId();
  const token = await tokenOf(store, id);
  const version = await store.save(id, "text", { ifVersion: null, token });
  database.exec("PRAGMA max_page_count = 10");
  const saving = store.save(id, "x".repeat(1_000_000), { ifVersion: version, token });
  await expect(saving).rejects.toMatchObject(fullCode);
  expect(await store.load(id)).toEqual({ text: "text", version });
  await store.save(id, "next", { ifVersion: version, token });
  await store.close();
  database.close();
});

test("what is over is deleted in the background, and nothing else", async () => {
  const file = newFile();
  const sweep = sweepNow();
  const store = sqliteConversationStore({ file, keepFor: 1 });
  const held = anyId();
  await tokenOf(store, held);
  for (let each = 0; each < 5; each += 1) {
    const id = anyId();
    await store.release(id, await tokenOf(store, id));
  }
  const database = openDatabase(file);
  const ids = () => database.prepare("SELECT id FROM ag_ui_lit_conversations").all();
  await until("conversations are deleted", () => {
    sweep.tick();
    return ids().length === 1;
  });
  expect(ids()).toEqual([{ id: held }]);
  sweep.restore();
  database.close();
  await store.close();
});

test("what is not as it must be is refused at once", async () => {
  expect(() => sqliteConversationStore({})).toThrow("takes one of file and database");
  const store = sqliteConversationStore({ file: join(folder, "no", "such", "folder") });
  await expect(store.load(anyId())).rejects.toThrow();
  await store.close();
});
