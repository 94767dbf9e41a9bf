import { readText } from "../../../codec/safe-read.js";
import { checkOptions } from "../../../options/check-options.js";
import { afterNumber, attendanceMs, batchOf, type LoggedBatch } from "../logged-batch.js";
import type { LoggedEvent, LoggedEvents, RunLog, RunLogLimits } from "../run-log.js";
import { RunLogError } from "../run-log-error.js";
import { checkStoreId } from "../store-id.js";
import { textOfForm } from "../stored-text.js";
import { PostgresDatabase, type Row } from "./database.js";
import { type PostgresOptions, postgresRules } from "./options.js";
import { runLogSql, sweepRuns } from "./run-log-sql.js";
import { channels } from "./tables.js";

/**
 * The events of runs in PostgreSQL 13 or newer, for streams that are resumed in any process. Needs the package `pg`,
 * 8.11 or newer.
 *
 * @example
 * ```ts
 * const log = postgresRunLog({ connectionString: process.env.DATABASE_URL });
 * const handler = serveAgent(reasoner, { resumable: { log } });
 * ```
 */
export function postgresRunLog(options: PostgresOptions = {}): RunLog {
  checkOptions("postgresRunLog", options, postgresRules);
  return new PostgresRunLog(
    new PostgresDatabase("postgresRunLog", options, channels.runs, sweepRuns),
  );
}

class PostgresRunLog implements RunLog {
  readonly watch?: NonNullable<RunLog["watch"]>;
  readonly #database: PostgresDatabase;
  readonly #sql: ReturnType<typeof runLogSql>;

  constructor(database: PostgresDatabase) {
    this.#database = database;
    this.#sql = runLogSql(database.names);
    const { bells } = database;
    if (!bells) return;
    this.watch = (key, ring) => bells.watch(key, ring);
  }

  async append(key: string, events: readonly LoggedEvent[], limits: RunLogLimits) {
    const batch = batchOf(key, events, limits);
    if (!batch || (await this.#isAdded(key, batch))) return;
    const run = await this.#find(key, batch);
    if (run?.is_same === true) return;
    if (run?.is_kept === false) {
      await this.#database.query("run-forget", this.#sql.forget, key);
      if (await this.#isAdded(key, batch)) return;
    }
    throw new RunLogError(reasonOf(run, batch));
  }

  async read(key: string, after: number): Promise<LoggedEvents | undefined> {
    checkStoreId(key);
    const from = afterNumber(after);
    const rows = await this.#database.query("run-read", this.#sql.read, key, from);
    const [run] = rows;
    if (!run) return undefined;
    const events = rows.flatMap((row) => {
      const text = readText(row, "text");
      return text === undefined ? [] : [{ number: Number(row.number), text: textOfForm(text) }];
    });
    const isAll = (events.at(-1)?.number ?? from) >= Number(run.last);
    return {
      ...{ events, isOver: run.is_over === true && isAll },
      ...{ isStopped: run.is_stopped === true, isAttended: run.is_attended === true },
    };
  }

  async end(key: string) {
    checkStoreId(key);
    await this.#database.query("run-end", this.#sql.end, key);
  }

  async stop(key: string) {
    checkStoreId(key);
    await this.#database.query("run-stop", this.#sql.stop, key);
  }

  async attend(key: string, ttl: number) {
    checkStoreId(key);
    await this.#database.query("run-attend", this.#sql.attend, key, attendanceMs(ttl));
  }

  close() {
    return this.#database.close();
  }

  async #isAdded(key: string, batch: LoggedBatch): Promise<boolean> {
    const { first, last, bytes, maxBytes, keepFor, id, texts } = batch;
    const values = [key, first, last, bytes, maxBytes, keepFor, id, texts];
    const [row] = await this.#database.query("run-append", this.#sql.append, ...values);
    return Number(row?.added) > 0;
  }

  async #find(key: string, { id }: LoggedBatch): Promise<Row | undefined> {
    return (await this.#database.query("run-find", this.#sql.find, key, id))[0];
  }
}

/** The reason why a batch was not added to a run that was found, or to none. */
function reasonOf(run: Row | undefined, { first, bytes, maxBytes }: LoggedBatch) {
  const { last, bytes: known, is_over: isOver } = run?.is_kept === true ? run : nothing;
  if (isOver === true) return "over";
  if (Number(last) !== first - 1) return "order";
  // It was the next one, and another process was faster.
  return Number(known) + bytes > maxBytes ? "full" : "order";
}

const nothing = { last: 0, bytes: 0, is_over: false };
