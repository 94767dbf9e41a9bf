import { late, race } from "../../execution/race.js";
import { after } from "../../execution/timer.js";
import { Rings } from "./rings.js";
import { checkStoreId } from "./store-id.js";

/** A connection to a database that is told of changes in other processes. */
export interface BellConnection {
  /** Resolves once it hears. */
  readonly ready: Promise<unknown>;
  /** Hears of the changes of an id, too. */
  listen(id: string): Promise<unknown>;
  /** Hears of the changes of an id no more. */
  ignore(id: string): Promise<unknown>;
  /** Rejects when the connection has failed without a sign. */
  check(): Promise<unknown>;
  close(): void;
}

/** Opens a connection. It calls back for each change, and once when it is lost. */
export type ConnectBell = (
  ring: (id: string) => void,
  lost: (thrown: unknown) => void,
) => BellConnection;

/** While there is no connection, everybody is asked to look after this time, again and again: milliseconds. */
const ASK_AGAIN = 1_000;

/** The delays before further connections: milliseconds. */
const FIRST_DELAY = 50;
const LONGEST_DELAY = 5_000;

/** The time for a connection to open or to answer, and between two checks: milliseconds. */
const OPENING = 10_000;
const CHECKING = 15_000;

/**
 * Callbacks for changes that other processes make. One connection serves all; it is opened for the first callback and
 * again whenever it is lost. Meanwhile, and after each gap, everybody is called back, since a change may have been
 * missed.
 */
export class Doorbells {
  readonly #connect: ConnectBell;
  readonly #report: (thrown: unknown) => void;
  readonly #rings = new Rings();
  #connection: BellConnection | undefined;
  /** Resolves once the first attempt to open a connection has ended. */
  #opening: Promise<void> | undefined;
  #callOff: () => void = () => {};
  #isClosed = false;

  /** @param report hears of connections that are lost. */
  constructor(connect: ConnectBell, report: (thrown: unknown) => void) {
    this.#connect = connect;
    this.#report = report;
  }

  /** Adds a callback. Resolves once it hears, or once it is known that nobody hears for now. */
  async watch(id: string, ring: () => void): Promise<() => void> {
    checkStoreId(id);
    if (this.#isClosed) throw new Error("ag-ui-lit: the store is closed.");
    const isNew = !this.#rings.has(id);
    const remove = this.#rings.add(id, ring);
    this.#opening ??= this.#open(FIRST_DELAY);
    await this.#opening;
    if (isNew) await this.#tell((connection) => connection.listen(id));
    return () => {
      remove();
      if (!this.#rings.has(id)) void this.#tell((connection) => connection.ignore(id));
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#callOff();
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #open(delay: number): Promise<void> {
    let connection: BellConnection | undefined;
    const lost = (thrown: unknown): void => {
      if (connection) this.#lost(connection, thrown, delay);
    };
    try {
      connection = this.#connect((id) => this.#rings.ring(id), lost);
      this.#connection = connection;
      await answered(connection.ready);
      for (const id of [...this.#rings.ids]) await answered(connection.listen(id));
    } catch (thrown) {
      if (connection) this.#lost(connection, thrown, delay);
      else this.#again(delay, thrown);
      return;
    }
    if (this.#connection !== connection) return;
    this.#rings.ringAll();
    this.#checkLater(connection);
  }

  /** A connection that is not used any more says nothing. */
  #lost(connection: BellConnection, thrown: unknown, delay: number): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    connection.close();
    this.#again(delay, thrown);
  }

  #again(delay: number, thrown: unknown): void {
    this.#callOff();
    if (this.#isClosed) return;
    this.#report(thrown);
    this.#rings.ringAll();
    const offAsking = this.#askAgain();
    const next = Math.min(delay * 2, LONGEST_DELAY);
    const offOpening = after(delay * (0.5 + Math.random() / 2), () => {
      void this.#open(next);
    });
    this.#callOff = () => {
      offAsking();
      offOpening();
    };
  }

  /** Has everybody look, again and again. */
  #askAgain(): () => void {
    let off = (): void => {};
    const ask = (): void => {
      this.#rings.ringAll();
      off = after(ASK_AGAIN, ask);
    };
    off = after(ASK_AGAIN, ask);
    return () => off();
  }

  #checkLater(connection: BellConnection): void {
    this.#callOff();
    this.#callOff = after(CHECKING, () => {
      answered(connection.check()).then(
        () => {
          if (this.#connection === connection) this.#checkLater(connection);
        },
        (thrown: unknown) => this.#lost(connection, thrown, FIRST_DELAY),
      );
    });
  }

  /** A failure here is noticed by the connection's end or its check. */
  async #tell(what: (connection: BellConnection) => Promise<unknown>): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    try {
      await answered(what(connection));
    } catch (thrown) {
      this.#lost(connection, thrown, FIRST_DELAY);
    }
  }
}

async function answered(answer: Promise<unknown>): Promise<void> {
  const value = await race(answer, { timeout: OPENING });
  if (value === late) throw new Error(`The database did not answer within ${OPENING} ms.`);
}
