import type { OptionRule, OptionRules } from "../../../options/check-options.js";
import { aFlag, aText, aTime, hasMethods } from "../../../options/rules.js";
import type { AgentLog } from "../../agent-log.js";

/** The part of a `Pool` of the package `pg` that the stores use. */
export interface PostgresPool {
  query(query: PostgresQuery): Promise<PostgresResult>;
  end(): Promise<void>;
  /** The options of its connections: the doorbell's connection has the same. */
  readonly options?: object;
}

/** A statement with its parameters. */
export interface PostgresQuery {
  /** The name under which a connection keeps the statement prepared. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

export interface PostgresResult {
  // biome-ignore lint/suspicious/noExplicitAny: as `pg` declares it; each row is read by `codec/safe-read.ts`
  readonly rows: any[];
}

/** Options of the stores in PostgreSQL. */
export interface PostgresOptions {
  /** A pool of your own. You close it. Give it an `error` listener, as the guide of `pg` says. */
  readonly pool?: PostgresPool;
  /**
   * The address, for a pool of the store's own: `postgresql://user:password@host:5432/database`. By default the `PG…`
   * variables count.
   */
  readonly connectionString?: string;
  /** The schema of the tables, which must exist. By default the first one of the connection's `search_path`. */
  readonly schema?: string;
  /** Whether the store creates its tables. With `false` run `postgresSchema()` yourself. @default true */
  readonly migrate?: boolean;
  /**
   * Whether statements are kept prepared by their names. `false` is for a pooler that gives each transaction another
   * connection and does not know of prepared statements. @default true
   */
  readonly prepare?: boolean;
  /**
   * Whether the store hears of changes by `LISTEN`, on a connection of its own. With `false` it is asked again and
   * again. @default true
   */
  readonly doorbell?: boolean;
  /** Milliseconds for a request with all its attempts. @default 10000 */
  readonly timeout?: number;
  /** Reports failures in the background: of the doorbell, and of deleting what is over. */
  readonly log?: AgentLog;
}

/** A name in SQL: it stands in statements as it is. */
const aName: OptionRule = [
  "a name of lower-case letters, digits and _, at most 63 characters",
  (value) => typeof value === "string" && /^[a-z_][a-z0-9_]{0,62}$/.test(value),
];

export const postgresRules: OptionRules<PostgresOptions> = {
  pool: ["a Pool of the package pg", (value) => hasMethods(value, "query", "end")],
  connectionString: aText,
  schema: aName,
  migrate: aFlag,
  prepare: aFlag,
  doorbell: aFlag,
  timeout: aTime,
  log: [
    "an object with addException() and addCustomEvent()",
    (value) => hasMethods(value, "addException", "addCustomEvent"),
  ],
};
