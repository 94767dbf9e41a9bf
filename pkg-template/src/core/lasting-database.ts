import type { DBSchema, IDBPDatabase } from "idb";
import { isError } from "../codec/safe-read.js";

/** Makes or changes the object stores of a database. */
export type Migration<Schema extends DBSchema> = (database: IDBPDatabase<Schema>) => void;

/** One database in IndexedDB, opened when it is needed first, and anew after it was closed. */
export class LastingDatabase<Schema extends DBSchema> {
  readonly #name: string;
  readonly #migrations: readonly Migration<Schema>[];
  #opening: Promise<IDBPDatabase<Schema>> | undefined;

  /**
   * @param migrations lead from each version to the next, in order: the first makes the object stores of a new
   * database.
   */
  constructor(name: string, ...migrations: readonly Migration<Schema>[]) {
    this.#name = name;
    this.#migrations = migrations;
  }

  /** The database. Rejects where it can't be opened, and is tried again when it is asked for next. */
  async open(): Promise<IDBPDatabase<Schema>> {
    this.#opening ??= this.#connect();
    try {
      return await this.#opening;
    } catch (thrown) {
      this.#opening = undefined;
      throw thrown;
    }
  }

  /**
   * Returns true if the database exists. Creates none: a test creation is begun, which shows that it is permitted, and
   * aborted.
   *
   * @throws the reason why there can be none.
   */
  async exists(): Promise<boolean> {
    requireIndexedDb();
    const { openDB } = await import("idb");
    let isNew = false;
    try {
      const opened = await openDB(this.#name, undefined, {
        upgrade: (_created, _from, _to, making) => {
          isNew = true;
          making.done.catch(() => {});
          making.abort();
        },
      });
      opened.close();
    } catch (thrown) {
      if (!isNew) throw thrown;
    }
    return !isNew;
  }

  /** Closes the connection. The next `open()` makes another one. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    (await opening?.catch(() => undefined))?.close();
  }

  #connect(): Promise<IDBPDatabase<Schema>> {
    const migrations = this.#migrations;
    const opening = new Promise<IDBPDatabase<Schema>>((resolve, reject) => {
      const connect = async (): Promise<IDBPDatabase<Schema>> => {
        requireIndexedDb();
        const { openDB } = await import("idb");
        const forget = (): void => {
          // Another connection may have taken its place.
          if (this.#opening === opening) this.#opening = undefined;
        };
        let isBlocked = false;
        const opened = await openDB<Schema>(this.#name, migrations.length, {
          upgrade: (made, from) => {
            for (const migrate of migrations.slice(from)) migrate(made);
          },
          // A tab with an older version of the package that does not close its connection.
          blocked: () => {
            isBlocked = true;
            reject(new Error(blockedBy(this.#name)));
          },
          // A later version of the package in another tab, or code that deletes the database, takes precedence.
          blocking: () => {
            forget();
            opened.close();
          },
          terminated: forget,
        });
        if (isBlocked) opened.close();
        return opened;
      };
      connect().then(resolve, (thrown: unknown) => reject(this.#explained(thrown)));
    });
    return opening;
  }

  /** An error of opening, in words for the page's author. */
  #explained(thrown: unknown): unknown {
    if (!isError(thrown) || thrown.name !== "VersionError") return thrown;
    const message =
      `The database "${this.#name}" was made by a newer version of ag-ui-lit, in another tab. ` +
      "Reload this page to get the newer version.";
    return new Error(message, { cause: thrown });
  }
}

function blockedBy(name: string): string {
  return `The database "${name}" can't be upgraded: another tab uses an older version of it. Close or reload the other tabs.`;
}

function requireIndexedDb(): void {
  if (typeof indexedDB === "undefined") throw new Error("there is no IndexedDB here");
}
