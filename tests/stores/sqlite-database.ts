import libsql from "libsql";
import { turn } from "../support/observe.js";

interface Opened {
  exec(sql: string): unknown;
  prepare(sql: string): { all(): unknown[] };
  close(): unknown;
}

/** The runtime's own SQLite, where it has one. It says that it is experimental once, here. */
const own = (
  process as {
    getBuiltinModule?(name: string): { DatabaseSync: new (file: string) => Opened } | undefined;
  }
).getBuiltinModule?.("node:sqlite");

// What it says is printed before the first test, which would take it for a complaint.
await turn();

/**
 * Opens a file with the SQLite that the store opens it with: two of them in one process do not see each other's locks.
 */
export function openDatabase(file: string): Opened {
  return own ? new own.DatabaseSync(file) : new libsql(file);
}

/** The code of a file that is full, as each of them gives it. */
export const fullCode = own ? { errcode: 13 } : { code: "SQLITE_FULL" };
