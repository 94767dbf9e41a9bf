/** One change of a store, in a transaction that it may share with others. */
export interface StoreChange<Transaction> {
  /** Makes the change. Before it throws a `ChangeRefused` it has changed nothing. */
  make(transaction: Transaction): Promise<unknown>;
  /** True if it must be on disk when it settles. */
  readonly isStrict: boolean;
}

/** A change that is not made for a reason of its own: those that share its transaction are. */
export class ChangeRefused {
  readonly reason: Error;

  constructor(reason: Error) {
    this.reason = reason;
  }
}

/** Runs changes in one transaction: all of them or none. Rejects if there is none. */
export type Transact<Transaction> = (
  isStrict: boolean,
  work: (transaction: Transaction) => Promise<void>,
) => Promise<void>;

interface Waiting<Transaction> extends StoreChange<Transaction> {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** Changes of a batch: more would keep readers waiting. */
const MOST_TOGETHER = 250;

/**
 * Changes of a store in their order. Those that come while a transaction is under way share the next one, so that a
 * burst of small records costs one. Where a shared one fails, each of its changes is tried alone.
 */
export class ChangeQueue<Transaction> {
  readonly #transact: Transact<Transaction>;
  readonly #waiting: Waiting<Transaction>[] = [];
  #working: Promise<void> | undefined;

  constructor(transact: Transact<Transaction>) {
    this.#transact = transact;
  }

  /** Resolves when everything that was added is done. */
  get idle(): Promise<void> {
    return this.#working ?? Promise.resolve();
  }

  /** Adds a change; settles when it is made or refused. */
  add<Value>(
    make: (transaction: Transaction) => Promise<Value>,
    { isStrict = false } = {},
  ): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const settle = { resolve: resolve as (value: unknown) => void, reject };
      this.#waiting.push({ make, isStrict, ...settle });
      this.#working ??= this.#work();
    });
  }

  /** Begins in a microtask: what a caller adds in one go shares a transaction. */
  async #work(): Promise<void> {
    await undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_TOGETHER);
      try {
        await this.#run(batch);
      } catch (thrown) {
        const [first, ...others] = batch;
        if (others.length === 0) first?.reject(thrown);
        else for (const one of batch) await this.#run([one]).catch(one.reject);
      }
    }
    this.#working = undefined;
  }

  async #run(batch: readonly Waiting<Transaction>[]): Promise<void> {
    const settled: (() => void)[] = [];
    const isStrict = batch.some((one) => one.isStrict);
    await this.#transact(isStrict, async (transaction) => {
      for (const one of batch) {
        try {
          const value = await one.make(transaction);
          settled.push(() => one.resolve(value));
        } catch (thrown) {
          if (!(thrown instanceof ChangeRefused)) throw thrown;
          settled.push(() => one.reject(thrown.reason));
        }
      }
    });
    for (const settle of settled) settle();
  }
}
