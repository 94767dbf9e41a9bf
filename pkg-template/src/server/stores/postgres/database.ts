import { isObject } from "../../../codec/safe-read.js";
import { logFor } from "../../log/safe-log.js";
import { inAttempts } from "../attempts.js";
import { Doorbells } from "../doorbells.js";
import { Sweep } from "../sweep.js";
import { listenOn } from "./bell.js";
import { isPassingFailure } from "./failures.js";
import type { PostgresOptions, PostgresPool } from "./options.js";
import { loadPg, type PostgresClient } from "./peer.js";
import { namesIn, type PostgresNames, postgresSchema, TABLES_VERSION } from "./tables.js";

/** Milliseconds for a request with all its attempts. */
const TIMEOUT = 10_000;

/** The longest delay of a timer: a longer one would go off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Characters of a name in PostgreSQL. */
const LONGEST_NAME = 63;

/** Rows that are deleted at once. */
export const SWEPT_AT_ONCE = 500;

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>;

/** The base of a store in PostgreSQL: its pool, its tables, its doorbell, and the deleting of what is over. */
export class PostgresDatabase {
  readonly names: PostgresNames;
  /** Nothing where the store is asked again and again. */
  readonly bells: Doorbells | undefined;
  readonly #options: PostgresOptions;
  readonly #sweep: Sweep;
  #pool: Promise<PostgresPool> | undefined;
  #tables: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param store the name of the store, for its log.
   * @param channel the channel of its notifications.
   * @param swept the statement that deletes some rows that are over, and returns a row for each.
   */
  constructor(
    store: string,
    options: PostgresOptions,
    channel: string,
    swept: (names: PostgresNames) => string,
  ) {
    this.#options = options;
    this.names = namesIn(options.schema);
    const log = logFor(options.log, undefined);
    const report = (thrown: unknown): void => {
      log.addException(`[${store}__Exception]`, thrown);
    };
    if (options.doorbell !== false) {
      this.bells = new Doorbells(
        listenOn(channel, () => this.#newClient()),
        report,
      );
    }
    const sql = swept(this.names);
    this.#sweep = new Sweep(async () => {
      try {
        while ((await this.query("sweep", sql)).length === SWEPT_AT_ONCE) {}
      } catch (thrown) {
        if (!this.#isClosed) report(thrown);
      }
    });
  }

  /**
   * The rows of a statement, which may be made twice.
   *
   * @param name of the prepared statement: one for each text.
   */
  query(name: string, text: string, ...values: unknown[]): Promise<readonly Row[]> {
    if (this.#isClosed) return Promise.reject(new Error("ag-ui-lit: the store is closed."));
    this.#sweep.start();
    const named = this.#nameOf(name);
    return this.#attempt(async () => {
      const pool = await this.#ready();
      return rowsOf(await pool.query({ ...named, text, values }));
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sweep.stop();
    this.bells?.close();
    if (!this.#options.pool) await (await this.#pool?.catch(() => undefined))?.end();
  }

  /** The pool, once the tables are there. What fails is tried again with the next request. */
  async #ready(): Promise<PostgresPool> {
    this.#pool ??= this.#ownPool();
    const pool = await this.#pool.catch((thrown: unknown) => {
      this.#pool = undefined;
      throw thrown;
    });
    if (this.#options.migrate === false) return pool;
    this.#tables ??= this.#migrate(pool);
    await this.#tables.catch((thrown: unknown) => {
      this.#tables = undefined;
      throw thrown;
    });
    return pool;
  }

  async #ownPool(): Promise<PostgresPool> {
    const { pool: given, connectionString, timeout = TIMEOUT } = this.#options;
    if (given) return given;
    const { Pool } = await loadPg();
    const limit = Math.min(timeout, LONGEST_TIMER);
    const pool = new Pool({
      ...(connectionString !== undefined && { connectionString }),
      ...{ query_timeout: limit, connectionTimeoutMillis: limit, keepAlive: true },
      application_name: "ag-ui-lit",
    });
    // A connection that fails while nobody uses it: the pool has let go of it, and the next request finds out.
    pool.on("error", () => {});
    return pool;
  }

  /** Creates the tables, unless they are there: a role that may only use them needs no right to create any. */
  async #migrate(pool: PostgresPool): Promise<void> {
    const { migrations } = this.names;
    const found = await pool.query({
      text: "SELECT to_regclass($1) IS NOT NULL AS is_there",
      values: [migrations],
    });
    if (rowsOf(found)[0]?.is_there === true) {
      const text = `SELECT 1 FROM ${migrations} WHERE version >= $1`;
      if (rowsOf(await pool.query({ text, values: [TABLES_VERSION] })).length > 0) return;
    }
    await pool.query({ text: postgresSchema(this.#options.schema) });
  }

  /** A connection for notifications. Poolers and pools give theirs away. */
  async #newClient(): Promise<PostgresClient> {
    const { pool, connectionString } = this.#options;
    const { Client } = await loadPg();
    return new Client({
      ...(pool?.options ?? (connectionString !== undefined && { connectionString })),
      ...{ keepAlive: true, application_name: "ag-ui-lit doorbell" },
    });
  }

  /** The name of a prepared statement, one for each schema. PostgreSQL would cut a longer one. */
  #nameOf(name: string): { readonly name?: string } {
    const { prepare = true, schema = "" } = this.#options;
    const whole = `ag-ui-lit.${schema}.${name}`;
    return prepare && whole.length <= LONGEST_NAME ? { name: whole } : {};
  }

  #attempt<T>(request: () => Promise<T>): Promise<T> {
    const { timeout = TIMEOUT } = this.#options;
    // A store that is closed meanwhile has no connection to come back to.
    const isPassing = (thrown: unknown) => !this.#isClosed && isPassingFailure(thrown);
    return inAttempts({ database: "PostgreSQL", timeout, isPassing }, request);
  }
}

/** The rows of one statement, of which each is an object. */
function rowsOf({ rows }: { readonly rows: readonly unknown[] }): readonly Row[] {
  return rows.filter((row): row is Row => isObject(row));
}
