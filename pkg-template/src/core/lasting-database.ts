import type { DBSchema, IDBPDatabase } from "idb";

/** One database in IndexedDB, opened when it is needed first, and anew after it was closed. */
export class LastingDatabase<Schema extends DBSchema> {
  readonly #name: string;
  readonly #create: (database: IDBPDatabase<Schema>) => void;
  #opening: Promise<IDBPDatabase<Schema>> | undefined;

  /** @param create makes the object stores of a new database. */
  constructor(name: string, create: (database: IDBPDatabase<Schema>) => void) {
    this.#name = name;
    this.#create = create;
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

  async #connect(): Promise<IDBPDatabase<Schema>> {
    requireIndexedDb();
    const { openDB } = await import("idb");
    const forget = (): void => {
      this.#opening = undefined;
    };
    const opened = await openDB<Schema>(this.#name, 1, {
      upgrade: (created) => this.#create(created),
      // A later version of the package in another tab, or code that deletes the database, takes precedence.
      blocking: () => {
        forget();
        opened.close();
      },
      terminated: forget,
    });
    return opened;
  }
}

function requireIndexedDb(): void {
  if (typeof indexedDB === "undefined") throw new Error("there is no IndexedDB here");
}
