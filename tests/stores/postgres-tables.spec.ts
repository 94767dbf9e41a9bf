/** `ag-ui-lit/server/postgres`: its tables, its connections, and the deleting of what is over. */
// In a process of its own: it starts a server, and replaces timers.
import { after, before } from "node:test";
import {
  postgresConversationStore,
  postgresRunLog,
  postgresSchema,
} from "ag-ui-lit/server/postgres";
import pg from "pg";
import { expect, test } from "../node/test.js";
import { startPostgres, type TestDatabase } from "../support/databases/databases.js";
import { until } from "../support/observe.js";
import { anyId, tokenOf } from "./leases.js";
import { sweepNow } from "./sweep-now.js";

let database: TestDatabase;
let admin: pg.Pool;
before(async () => {
  database = await startPostgres();
  admin = new pg.Pool({ connectionString: database.url, max: 2 });
  // Its connections are cut as well.
  admin.on("error", () => {});
});
after(async () => {
  await admin.end();
  await database.stop();
});

const tables = async (schema: string): Promise<string[]> => {
  const text = "SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename";
  return (await admin.query(text, [schema])).rows.map(({ tablename }) => tablename);
};

const ours = [
  ...["ag_ui_lit_conversations", "ag_ui_lit_migrations", "ag_ui_lit_run_events", "ag_ui_lit_runs"],
];

test("many processes that start at once make the tables, once", async () => {
  await admin.query("CREATE SCHEMA at_once");
  const options = { connectionString: database.url, schema: "at_once" };
  const stores = Array.from({ length: 12 }, () => postgresConversationStore(options));
  await Promise.all(stores.map((store) => store.load(anyId())));
  expect(await tables("at_once")).toEqual(ours);
  const { rows } = await admin.query("SELECT version FROM at_once.ag_ui_lit_migrations");
  expect(rows).toEqual([{ version: 1 }]);
  await Promise.all(stores.map((store) => store.close()));
});

test("a role that may only use the tables needs no right to create them", async () => {
  await admin.query("CREATE SCHEMA tables_are_there");
  await admin.query(postgresSchema("tables_are_there"));
  await admin.query(postgresSchema("tables_are_there"));
  await admin.query(`
    CREATE ROLE app LOGIN;
    GRANT USAGE ON SCHEMA tables_are_there TO app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA tables_are_there TO app;
  `);
  const connectionString = database.url.replace("test@", "app@");
  for (const migrate of [true, false]) {
    const options = { connectionString, schema: "tables_are_there", migrate };
    const store = postgresConversationStore(options);
    const id = anyId();
    await store.save(id, "text", { ifVersion: null, token: await tokenOf(store, id) });
    expect((await store.load(id))?.text).toBe("text");
    await store.close();
  }
});

test("without its tables a store that makes none rejects with the database's error", async () => {
  await admin.query("CREATE SCHEMA empty");
  const options = { connectionString: database.url, schema: "empty", migrate: false };
  const store = postgresConversationStore(options);
  await expect(store.load(anyId())).rejects.toMatchObject({ code: "42P01" });
  expect(await tables("empty")).toEqual([]);
  await store.close();
});

test("a name of a schema may be as long as PostgreSQL allows, and a time may have no end", async () => {
  const schema = "s".repeat(63);
  await admin.query(`CREATE SCHEMA ${schema}`);
  const timeout = Number.POSITIVE_INFINITY;
  const options = { connectionString: database.url, schema, timeout, keepFor: timeout };
  const store = postgresConversationStore(options);
  const id = anyId();
  await store.save(id, "text", { ifVersion: null, token: await tokenOf(store, id) });
  expect((await store.load(id))?.text).toBe("text");
  await store.close();
});

test("without the right to connect the request rejects at once with PostgreSQL's error", async () => {
  const connectionString = database.url.replace("test@", "nobody_is_called_so@");
  const store = postgresConversationStore({ connectionString });
  await expect(store.load(anyId())).rejects.toMatchObject({ code: "28000" });
  await store.close();
});

test("a pool of the user's serves several stores, and stays open", async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const store = postgresConversationStore({ pool, prepare: false });
  const log = postgresRunLog({ pool });
  const id = anyId();
  await store.watch?.(id, () => {});
  await log.watch?.(id, () => {});
  await store.save(id, "text", { ifVersion: null, token: await tokenOf(store, id) });
  await log.append(id, [{ number: 1, text: "{}" }], { keepFor: 60_000, maxBytes: 100 });
  await store.close();
  await log.close();
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test("a store that is told to have no doorbell has none", async () => {
  const options = { connectionString: database.url, doorbell: false };
  for (const store of [postgresConversationStore(options), postgresRunLog(options)]) {
    expect(store.watch).toBeUndefined();
    await store.close();
  }
});

test("what is over is deleted in the background, and nothing else", async () => {
  await admin.query("CREATE SCHEMA swept");
  const options = { connectionString: database.url, schema: "swept" };
  const sweep = sweepNow();
  const store = postgresConversationStore({ ...options, keepFor: 1 });
  const log = postgresRunLog(options);
  const held = anyId();
  await tokenOf(store, held);
  for (let each = 0; each < 5; each += 1) {
    const id = anyId();
    await store.release(id, await tokenOf(store, id));
    await log.append(id, [{ number: 1, text: "{}" }], { keepFor: 1, maxBytes: 100 });
  }
  const kept = anyId();
  await log.append(kept, [{ number: 1, text: "{}" }], { keepFor: 60_000, maxBytes: 100 });
  const rows = async (table: string, column: string): Promise<string[]> =>
    (await admin.query(`SELECT ${column} AS id FROM swept.${table}`)).rows.map(({ id }) => id);
  await until("conversations are deleted", async () => {
    sweep.tick();
    return (await rows("ag_ui_lit_conversations", "id")).length === 1;
  });
  await until("runs are deleted", async () => {
    sweep.tick();
    return (await rows("ag_ui_lit_runs", "key")).length === 1;
  });
  expect(await rows("ag_ui_lit_conversations", "id")).toEqual([held]);
  expect(await rows("ag_ui_lit_runs", "key")).toEqual([kept]);
  expect(await rows("ag_ui_lit_run_events", "key")).toEqual([kept]);
  sweep.restore();
  await store.close();
  await log.close();
});

test("a failure of the doorbell is reported to the log, without secrets of others", async () => {
  const tags: string[] = [];
  const log = { addException: (tag: string) => void tags.push(tag), addCustomEvent() {} };
  const store = postgresConversationStore({ connectionString: database.url, log });
  await store.watch?.(anyId(), () => {});
  await database.cut();
  await until("it is reported", () => tags.length > 0);
  expect(tags[0]).toBe("[postgresConversationStore__Exception]");
  await store.close();
});

test("what is not as it must be is refused at once", () => {
  const refused = (options: object) => () => postgresConversationStore(options);
  expect(refused({ schema: 'a"; DROP' })).toThrow("a name of lower-case letters");
  expect(refused({ connectionstring: "" })).toThrow('Did you mean "connectionString"?');
  expect(refused({ pool: {} })).toThrow("a Pool of the package pg");
});
