/**
 * PostgreSQL and Redis as tests use them: each starts its own server in a temporary folder, on a free port, not as
 * root.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { createClient } from "redis";
import { databasesEnv } from "../../../scripts/lib/databases.mjs";
import { until } from "../observe.js";
import { dataFolder, freePort, ServerProcess, serverAccount } from "./server-process.js";

/** A database of a test. */
export interface TestDatabase extends AsyncDisposable {
  /** The address for a client. */
  readonly url: string;
  readonly port: number;
  /** Ends the server at once, as a crash does, and starts it again with its data. Resolves when it answers. */
  restart(): Promise<void>;
  /** Ends the server, as a crash does. */
  stop(): Promise<void>;
  /** Starts it after `stop()`. */
  start(): Promise<void>;
  /** Cuts the connections of all clients. */
  cut(): Promise<void>;
}

const run = promisify(execFile);

/**
 * Starts PostgreSQL. A test ends processes and not the machine's power: nothing waits for the disk.
 *
 * @param changed settings that differ from those of tests.
 */
export async function startPostgres(
  changed: Readonly<Record<string, string>> = {},
): Promise<TestDatabase> {
  const { POSTGRES_BIN } = await databasesEnv();
  const account = serverAccount();
  const folder = dataFolder("postgres", account);
  const data = join(folder, "data");
  const init = ["-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  await run(join(POSTGRES_BIN, "initdb"), init, { ...account, cwd: folder });
  const port = await freePort();
  const settings = {
    ...{ listen_addresses: "127.0.0.1", port, unix_socket_directories: folder, fsync: "off" },
    ...{ full_page_writes: "off", max_connections: 200, log_min_messages: "fatal" },
    ...changed,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const url = `postgresql://test@127.0.0.1:${port}/postgres`;
  const server = new ServerProcess(
    ...([join(POSTGRES_BIN, "postgres"), ["-D", data, ...args], account, folder] as const),
  );
  const ask = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query(sql);
    } finally {
      await client.end().catch(() => {});
    }
  };
  return started(server, {
    ...{ url, port, crash: "SIGQUIT" },
    ask: () => ask("SELECT 1"),
    cut: () =>
      ask(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      ),
  });
}

/**
 * Starts Redis, which writes every change to its file before it answers.
 *
 * @param settings further arguments: `["--maxmemory", "1mb"]`.
 */
export async function startRedis(settings: readonly string[] = []): Promise<TestDatabase> {
  const { REDIS_SERVER } = await databasesEnv();
  const account = serverAccount();
  const folder = dataFolder("redis", account);
  const port = await freePort();
  const args = [
    ...["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", ""],
    ...["--appendonly", "yes", "--appendfsync", "always", "--loglevel", "warning", ...settings],
  ];
  const url = `redis://127.0.0.1:${port}`;
  const server = new ServerProcess(REDIS_SERVER, args, account, folder);
  const ask = async (...commands: readonly string[][]): Promise<void> => {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on("error", () => {});
    try {
      await client.connect();
      for (const command of commands) await client.sendCommand(command);
    } finally {
      client.destroy();
    }
  };
  const kill = (type: string) => ["CLIENT", "KILL", "TYPE", type, "SKIPME", "yes"];
  return started(server, {
    ...{ url, port, crash: "SIGKILL" },
    ask: () => ask(["PING"]),
    cut: () => ask(kill("normal"), kill("pubsub")),
  });
}

interface Starting {
  readonly url: string;
  readonly port: number;
  readonly crash: "SIGQUIT" | "SIGKILL";
  ask(): Promise<void>;
  cut(): Promise<void>;
}

async function started(
  server: ServerProcess,
  { url, port, crash, ask, cut }: Starting,
): Promise<TestDatabase> {
  const start = async (): Promise<void> => {
    server.start();
    await until(`the server answers (${server.output})`, async () => {
      // Another server may have taken the port in between, or the last one has not let go of it.
      if (!server.isRunning) server.start();
      return ask().then(
        () => true,
        () => false,
      );
    });
  };
  const stop = () => server.stop(crash);
  const restart = async (): Promise<void> => {
    await stop();
    await start();
  };
  await start();
  return { url, port, start, stop, restart, cut, [Symbol.asyncDispose]: stop };
}
