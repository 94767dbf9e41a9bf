/** The examples of `docs/several-servers.md`, as a reader runs them. */
// In a process of its own: it starts a server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { postgresSchema } from "ag-ui-lit/server/postgres";
import pg from "pg";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { expect, test } from "../node/test.js";
import { startPostgres } from "../support/databases/databases.js";
import { inTime } from "../support/observe.js";
import { blockNamed, promisedOutput, readBlocks } from "../support/readme/blocks.js";

mkdirSync(inRoot("target"), { recursive: true });
const folder = mkdtempSync(inRoot("target", "several-servers-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const blocks = readBlocks();

/** Starts an example in Node. */
function start(name: string, variables: Readonly<Record<string, string>> = {}) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, blockNamed(blocks, name).code);
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
    });
  }
  return { child, said };
}

async function printsWhatItPromises(name: string, variables = {}): Promise<void> {
  const { child, said } = start(name, variables);
  const [code] = await inTime(`${name} has not ended`, once(child, "close"));
  const stdout = `${promisedOutput(blockNamed(blocks, name)).join("\n")}\n`;
  expect({ code, ...said }).toEqual({ code: 0, stdout, stderr: "" });
}

/** Starts an example that listens. */
async function serving(name: string, variables: Readonly<Record<string, string>>) {
  const { child, said } = start(name, { ...variables, PORT: "0" });
  await inTime(() => `it does not listen: ${said.stderr}`, once(child.stdout, "data"));
  const port = /Listening at (\d+)/.exec(said.stdout)?.[1];
  return { child, said, url: `http://127.0.0.1:${port}/` };
}

type Message = { readonly id: string; readonly role: string; readonly content: string };

/** Sends the messages of the conversation t1 as a new run. */
const send = (url: string, runId: string, messages: readonly Message[], signal?: AbortSignal) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({
      ...{ threadId: "t1", runId, state: {}, tools: [], context: [], forwardedProps: {} },
      messages,
    }),
    ...(signal && { signal }),
  });

const hello: Message = { id: "1", role: "user", content: "Hello" };

/** Reads a stream until a word has come. */
async function readUntil(response: Response, word: string): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true });
    if (text.includes(word)) break;
  }
  return text;
}

async function rowsOf(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("several-servers: a conversation is stored in PostgreSQL, and a second process continues it", async () => {
  await using database = await startPostgres();
  const conversations = () =>
    rowsOf(database.url, "SELECT text, version, token, holder FROM ag_ui_lit_conversations");
  const variables = { DATABASE_URL: database.url };
  const servers = [
    await serving("several-servers", variables),
    await serving("several-servers", variables),
  ] as const;
  try {
    const events = await (await send(servers[0].url, "r1", [hello])).text();
    expect(events).toContain("You said: Hello");
    expect(events).toContain("RUN_FINISHED");
    const [before, ...others] = await conversations();
    expect(others).toEqual([]);
    expect([typeof before?.text, before?.holder]).toEqual(["string", null]);
    servers[0].child.kill("SIGKILL");
    const answer: Message = { id: "2", role: "assistant", content: "You said: Hello" };
    const again: Message = { id: "3", role: "user", content: "Again" };
    const more = await (await send(servers[1].url, "r2", [hello, answer, again])).text();
    expect(more).toContain("You said: Again");
    expect(more).toContain("RUN_FINISHED");
    const after = await conversations();
    expect(after).toHaveLength(1);
    expect(Number(after[0]?.token)).toBeGreaterThan(Number(before?.token));
    expect(after[0]?.version).not.toBe(before?.version);
  } finally {
    for (const { child } of servers) child.kill("SIGKILL");
  }
});

test("shared-run-log: a run of one process is followed, stopped and drained by way of another", async () => {
  await using database = await startPostgres();
  const variables = { DATABASE_URL: database.url, PAUSE: "200" };
  const [one, other] = [
    await serving("shared-run-log", variables),
    await serving("shared-run-log", variables),
  ] as const;
  const of = (runId: string) => `${other.url}?threadId=t1&runId=${runId}`;
  try {
    // The client is cut off, and goes on at the other process.
    const first = await readUntil(await send(one.url, "r1", [hello]), "Roses");
    expect(first).toContain("id: 1\n");
    const whole = await (await fetch(of("r1"))).text();
    expect(whole).toContain("red.");
    expect(whole).toContain("RUN_FINISHED");
    // A stop that arrives at the other process.
    const stopped = await send(one.url, "r2", [hello]);
    expect((await fetch(of("r2"), { method: "DELETE" })).status).toBe(204);
    const events = await stopped.text();
    expect(events).toContain('"outcome":{"type":"cancelled"}');
    expect(events).not.toContain("red.");
    // A process that is drained brings its run to its end, which a client reads elsewhere.
    await readUntil(await send(one.url, "r3", [hello]), "Roses");
    const ended = once(one.child, "close");
    one.child.kill("SIGTERM");
    const rest = await (await fetch(of("r3"))).text();
    expect(rest).toContain("red.");
    expect(rest).toContain("RUN_FINISHED");
    const [code] = await inTime(() => `it has not ended: ${one.said.stdout}`, ended);
    expect([code, one.said.stderr]).toEqual([0, ""]);
  } finally {
    for (const { child } of [one, other]) child.kill("SIGKILL");
  }
});

test("postgres-tables: the guide has the statements that the store runs", () => {
  expect(blockNamed(blocks, "postgres-tables").code).toBe(postgresSchema());
});

test("sqlite-store: a text is saved and loaded", () =>
  printsWhatItPromises("sqlite-store", { STORE_FILE: join(folder, "example.db") }));

test("own-store: a store passes the rules", () => printsWhatItPromises("own-store"));

test("rolling-restart: a server that gets SIGTERM ends by itself, with an exit code of 0", async () => {
  const { child, said } = start("rolling-restart", { PORT: "0" });
  await inTime(() => `it does not listen: ${said.stderr}`, once(child.stdout, "data"));
  child.kill("SIGTERM");
  const [code] = await inTime(() => `it has not ended: ${said.stdout}`, once(child, "close"));
  expect([code, said.stderr]).toEqual([0, ""]);
  expect(said.stdout).toContain("Calls that still ran: 0");
});
