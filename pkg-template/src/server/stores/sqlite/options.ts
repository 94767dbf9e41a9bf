import type { OptionRules } from "../../../options/check-options.js";
import { aText, aTime, hasMethods } from "../../../options/rules.js";
import type { AgentLog } from "../../agent-log.js";

/** The part of a database that the stores use: of `node:sqlite` or `libsql`, or another with these methods. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

export interface SqliteStatement {
  // biome-ignore-start lint/suspicious/noExplicitAny: as these packages declare it; each row is read by
  // `codec/safe-read.ts`
  all(...parameters: any[]): any[];
  // biome-ignore-end lint/suspicious/noExplicitAny: see above
}

/** Options of the stores in SQLite. One of `file` and `database` is needed. */
export interface SqliteOptions {
  /**
   * The path of the file, which is made where there is none. Not on a network drive: SQLite's locks do not work there.
   */
  readonly file?: string;
  /** A database of your own. You close it. The store begins and ends transactions on it, so nothing else may use it. */
  readonly database?: SqliteDatabase;
  /** Milliseconds for a request with all its attempts, while other processes write. @default 10000 */
  readonly timeout?: number;
  /** Reports failures in the background: of deleting what is over. */
  readonly log?: AgentLog;
}

export const sqliteRules: OptionRules<SqliteOptions> = {
  file: aText,
  database: ["an SQLite database", (value) => hasMethods(value, "exec", "prepare", "close")],
  timeout: aTime,
  log: [
    "an object with addException() and addCustomEvent()",
    (value) => hasMethods(value, "addException", "addCustomEvent"),
  ],
};
