/** The examples of `docs/several-servers.md`, as a reader runs them. */
// In a process of its own: it starts a server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { postgresSchema } from "ag-ui-lit/server/postgres";
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

test("several-servers: a server with a store in PostgreSQL answers", async () => {
  await using database = await startPostgres();
  const { child, said } = start("several-servers", { DATABASE_URL: database.url, PORT: "0" });
  try {
    await inTime(() => `it does not listen: ${said.stderr}`, once(child.stdout, "data"));
    const port = /Listening at (\d+)/.exec(said.stdout)?.[1];
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({
        ...{ threadId: "t1", runId: "r1", state: {}, tools: [], context: [], forwardedProps: {} },
        messages: [{ id: "1", role: "user", content: "Hello" }],
      }),
    });
    const events = await response.text();
    expect(events).toContain("You said: Hello");
    expect(events).toContain("RUN_FINISHED");
  } finally {
    child.kill("SIGKILL");
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
