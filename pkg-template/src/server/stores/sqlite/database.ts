import { isObject } from "../../../codec/safe-read.js";
import { OptionError } from "../../../options/option-error.js";
import { logFor } from "../../log/safe-log.js";
import { inAttempts } from "../attempts.js";
import { Sweep } from "../sweep.js";
import { isPassingFailure } from "./failures.js";
import type { SqliteDatabase, SqliteOptions, SqliteStatement } from "./options.js";
import { openSqlite } from "./peer.js";
import { sqliteSchema, TABLES_VERSION } from "./tables.js";

/** Milliseconds for a request with all its attempts. */
const TIMEOUT = 10_000;

/** Rows that are deleted at once. */
const SWEPT_AT_ONCE = 500;

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs a statement within a transaction. */
export type Run = (sql: string, ...parameters: unknown[]) => readonly Row[];

/** The store's clock: the machine's, in milliseconds since 1970. */
const clock = "SELECT (julianday('now') - 2440587.5) * 86400000 AS now";

/** The base of a store in SQLite. Other processes of the machine may use the file as well. */
export class SqliteFile {
  readonly #options: SqliteOptions;
  readonly #sweep: Sweep;
  readonly #statements = new Map<string, SqliteStatement>();
  #opening: Promise<SqliteDatabase> | undefined;
  #isClosed = false;

  /**
   * @param swept deletes some rows that are over, and returns a row for each. Its parameters are the time, twice, and
   * their number.
   */
  constructor(store: string, options: SqliteOptions, swept: string) {
    if ((options.file === undefined) === (options.database === undefined)) {
      throw new OptionError(`ag-ui-lit: ${store}() takes one of file and database.`);
    }
    this.#options = options;
    const log = logFor(options.log, undefined);
    const some = (): Promise<number> =>
      this.transaction((run, now) => run(swept, now, now, SWEPT_AT_ONCE).length);
    this.#sweep = new Sweep(async () => {
      try {
        while ((await some()) === SWEPT_AT_ONCE) {}
      } catch (thrown) {
        if (!this.#isClosed) log.addException(`[${store}__Exception]`, thrown);
      }
    });
  }

  /**
   * Does work that no other process comes in between, with the time of the store's clock. Its failure undoes all of it.
   */
  transaction<T>(work: (run: Run, now: number) => T): Promise<T> {
    return this.#request((database) => this.#inTransaction(database, work));
  }

  /** Does work that only reads, also while another process writes. */
  read<T>(work: (run: Run, now: number) => T): Promise<T> {
    return this.#request((database) => work(...this.#runIn(database)));
  }

  async #request<T>(work: (database: SqliteDatabase) => T): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error("ag-ui-lit: the store is closed."));
    this.#sweep.start();
    const { timeout = TIMEOUT } = this.#options;
    return inAttempts({ database: "SQLite", timeout, isPassing: isPassingFailure }, async () => {
      this.#opening ??= this.#open();
      const database = await this.#opening.catch((thrown: unknown) => {
        this.#opening = undefined;
        throw thrown;
      });
      return work(database);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sweep.stop();
    const database = await this.#opening?.catch(() => undefined);
    this.#statements.clear();
    if (!this.#options.database) database?.close();
  }

  /** From its beginning to its end nothing else of this process runs, either. */
  #inTransaction<T>(database: SqliteDatabase, work: (run: Run, now: number) => T): T {
    database.exec("BEGIN IMMEDIATE");
    try {
      const value = work(...this.#runIn(database));
      database.exec("COMMIT");
      return value;
    } catch (thrown) {
      undo(database);
      throw thrown;
    }
  }

  #runIn(database: SqliteDatabase): [run: Run, now: number] {
    const run: Run = (sql, ...parameters) => this.#rows(database, sql, parameters);
    return [run, Number(run(clock)[0]?.now)];
  }

  #rows(database: SqliteDatabase, sql: string, parameters: readonly unknown[]): readonly Row[] {
    const statement = this.#statements.get(sql) ?? database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.all(...parameters).filter((row): row is Row => isObject(row));
  }

  async #open(): Promise<SqliteDatabase> {
    const { file, database: given } = this.#options;
    const database = given ?? (await openSqlite(file as string));
    try {
      // Other processes read while one writes. A commit is on the disk before it is answered.
      database.exec("PRAGMA journal_mode = WAL");
      database.exec("PRAGMA synchronous = FULL");
      // Waiting would hold up the whole process: it is tried again instead.
      database.exec("PRAGMA busy_timeout = 0");
      this.#migrate(database);
    } catch (thrown) {
      if (!given) database.close();
      throw thrown;
    }
    return database;
  }

  #migrate(database: SqliteDatabase): void {
    this.#inTransaction(database, (run) => {
      const [row] = run("PRAGMA user_version");
      if (Number(row?.user_version) >= TABLES_VERSION) return;
      database.exec(sqliteSchema);
      database.exec(`PRAGMA user_version = ${TABLES_VERSION}`);
    });
  }
}

/** After some failures SQLite has ended the transaction by itself. */
function undo(database: SqliteDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // There is nothing to undo.
  }
}
