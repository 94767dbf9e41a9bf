import type { SummaryRow } from "./summary.js";
import type { Counters, ThreadTables } from "./thread-tables.js";

/**
 * Tables of a transaction with what its changes read again and again: claims, rows and counters are read once and
 * written once.
 */
export class HeldTables implements ThreadTables {
  readonly bytesOf: ThreadTables["bytesOf"];
  readonly putBytes: ThreadTables["putBytes"];
  readonly call: ThreadTables["call"];
  readonly putCall: ThreadTables["putCall"];
  readonly deleteCall: ThreadTables["deleteCall"];
  readonly callsOf: ThreadTables["callsOf"];
  readonly #tables: ThreadTables;
  readonly #claims = new Map<string, unknown>();
  readonly #rows = new Map<string, unknown>();
  readonly #changedRows = new Map<string, SummaryRow>();
  #counters: unknown;
  #hasCounters = false;
  #changedCounters: Counters | undefined;
  /** Writes under way. A later read of the transaction sees them, so that only its end waits for them. */
  #writes: Promise<unknown>[] = [];

  constructor(tables: ThreadTables) {
    this.#tables = tables;
    this.bytesOf = (id) => tables.bytesOf(id);
    this.putBytes = (id, bytes) => tables.putBytes(id, bytes);
    this.call = (key) => tables.call(key);
    this.putCall = (row) => this.#begin(tables.putCall(row));
    this.deleteCall = (key) => tables.deleteCall(key);
    this.callsOf = (id) => tables.callsOf(id);
  }

  async claim(id: string): Promise<unknown> {
    if (!this.#claims.has(id)) this.#claims.set(id, await this.#tables.claim(id));
    return this.#claims.get(id);
  }

  async putClaim(id: string, claim: number): Promise<void> {
    this.#claims.set(id, claim);
    await this.#tables.putClaim(id, claim);
  }

  async row(id: string): Promise<unknown> {
    if (!this.#rows.has(id)) this.#rows.set(id, await this.#tables.row(id));
    return this.#rows.get(id);
  }

  async putRow(row: SummaryRow): Promise<void> {
    this.#rows.set(row.id, row);
    this.#changedRows.set(row.id, row);
  }

  async eachRow(visit: (row: unknown) => Promise<boolean>): Promise<void> {
    await this.#writeRows();
    await this.#tables.eachRow(visit);
  }

  async deleteThread(id: string): Promise<void> {
    this.#claims.set(id, undefined);
    this.#rows.set(id, undefined);
    this.#changedRows.delete(id);
    await this.#tables.deleteThread(id);
  }

  async counters(): Promise<unknown> {
    if (!this.#hasCounters) this.#counters = await this.#tables.counters();
    this.#hasCounters = true;
    return this.#counters;
  }

  async putCounters(counters: Counters): Promise<void> {
    this.#hasCounters = true;
    this.#counters = counters;
    this.#changedCounters = counters;
  }

  /** Writes what was held back. To be called before the transaction ends. */
  async flush(): Promise<void> {
    await this.#writeRows();
    if (this.#changedCounters) await this.#tables.putCounters(this.#changedCounters);
    this.#changedCounters = undefined;
    await Promise.all(this.#writes);
  }

  async #begin(write: Promise<unknown>): Promise<void> {
    this.#writes.push(write);
    // A failure is reported at the end, and ends the transaction.
    write.catch(() => {});
  }

  async #writeRows(): Promise<void> {
    for (const row of this.#changedRows.values()) await this.#tables.putRow(row);
    this.#changedRows.clear();
  }
}
