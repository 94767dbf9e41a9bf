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

  async #connect(): Promise<IDBPDatabase<Schema>> {
    if (typeof indexedDB === "undefined") throw new Error("there is no IndexedDB here");
    const { openDB } = await import("idb");
    const forget = (): void => {
      this.#opening = undefined;
    };
    const opened = await openDB<Schema>(this.#name, 1, {
      upgrade: (created) => this.#create(created),
      // A later version of the package in another tab, or who deletes the database: it goes first.
      blocking: () => {
        forget();
        opened.close();
      },
      terminated: forget,
    });
    return opened;
  }
}
