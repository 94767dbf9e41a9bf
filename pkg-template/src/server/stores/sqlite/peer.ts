import { read } from "../../../codec/safe-read.js";
import { MissingPeerError } from "../../missing-peer.js";
import type { SqliteDatabase } from "./options.js";

type Opener = new (file: string) => SqliteDatabase;

/** Opens a file by `node:sqlite`, or by the package `libsql` where the runtime has none. @throws {MissingPeerError} */
export async function openSqlite(file: string): Promise<SqliteDatabase> {
  const Database = ofRuntime() ?? (await ofPackage());
  return new Database(file);
}

/** Node's own, from 22.5 on. Not imported: bundlers and older runtimes would look for it. */
function ofRuntime(): Opener | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const module = process?.getBuiltinModule?.("node:sqlite");
  return typeof module === "object" && module
    ? (read(module, "DatabaseSync") as Opener | undefined)
    : undefined;
}

async function ofPackage(): Promise<Opener> {
  try {
    return (await import("libsql")).default as unknown as Opener;
  } catch (cause) {
    throw new MissingPeerError("ag-ui-lit/server/sqlite", "libsql", cause);
  }
}
