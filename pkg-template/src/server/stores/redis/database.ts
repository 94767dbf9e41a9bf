import { logFor } from "../../log/safe-log.js";
import { inAttempts } from "../attempts.js";
import { StoreUnavailableError } from "../conversation-store.js";
import { Doorbells } from "../doorbells.js";
import { subscribeTo } from "./bell.js";
import { isPassingFailure, replyCode } from "./failures.js";
import type { RedisClient, RedisOptions } from "./options.js";
import { loadRedis } from "./peer.js";
import type { RedisScript } from "./script.js";

/** Milliseconds for a request with all its attempts. */
const TIMEOUT = 10_000;

/** The base of a store in Redis: its client, its scripts, and its doorbell. */
export class RedisDatabase {
  /** Nothing where the store is asked again and again. */
  readonly bells: Doorbells | undefined;
  readonly #options: RedisOptions;
  readonly #report: (thrown: unknown) => void;
  #own: Promise<Connection> | undefined;
  #isClosed = false;

  /**
   * @param store the name of the store, for its log.
   * @param channelOf the channel of an id.
   */
  constructor(store: string, options: RedisOptions, channelOf: (id: string) => string) {
    this.#options = options;
    const log = logFor(options.log, undefined);
    this.#report = (thrown) => {
      if (!this.#isClosed) log.addException(`[${store}__Exception]`, thrown);
    };
    if (options.doorbell === false) return;
    const subscriber = async () => (await this.#connection()).client.duplicate();
    this.bells = new Doorbells(subscribeTo(channelOf, subscriber), this.#report);
  }

  /** The answer of a script, which may be run twice. */
  async run(
    script: RedisScript,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    if (this.#isClosed) throw new Error("ag-ui-lit: the store is closed.");
    const rest = [`${keys.length}`, ...keys, ...args.map(String)];
    const { timeout = TIMEOUT } = this.#options;
    // A store that is closed meanwhile has no connection to come back to.
    const isPassing = (thrown: unknown) => !this.#isClosed && isPassingFailure(thrown);
    const rule = { database: "Redis", timeout, isPassing };
    try {
      return await inAttempts(rule, () => this.#attempt(script, rest));
    } catch (thrown) {
      // The connection may hang without a sign: the next request has another one.
      if (thrown instanceof StoreUnavailableError) await this.#disconnect();
      throw thrown;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.bells?.close();
    await this.#disconnect();
  }

  async #attempt(script: RedisScript, rest: readonly string[]): Promise<unknown> {
    const connection = await this.#connection();
    try {
      return await answerOf(connection.client, script, rest);
    } catch (thrown) {
      // A client that was refused is closed, and says no more than that.
      if (connection.refusal === undefined) throw thrown;
      this.#own = undefined;
      throw connection.refusal;
    }
  }

  /** Lets go of the store's own client. */
  async #disconnect(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    const connection = await own?.catch(() => undefined);
    connection?.close?.();
  }

  async #connection(): Promise<Connection> {
    if (this.#options.client) return { client: this.#options.client };
    this.#own ??= this.#connected();
    return this.#own.catch((thrown: unknown) => {
      this.#own = undefined;
      throw thrown;
    });
  }

  /**
   * A client of the store's own. It connects, now and whenever it has lost its connection, while requests are tried
   * again.
   */
  async #connected(): Promise<Connection> {
    const { createClient } = await loadRedis();
    const { url } = this.#options;
    const reconnectStrategy = (retries: number, cause: unknown): number | false => {
      if (isPassingFailure(cause)) return Math.min(20 * 2 ** retries, 1_000);
      connection.refusal = cause;
      return false;
    };
    const client = createClient({
      ...(url !== undefined && { url }),
      ...{ disableOfflineQueue: true, name: "ag-ui-lit" },
      socket: { reconnectStrategy },
    });
    const connection: Connection = { client, close: () => client.destroy() };
    client.on("error", this.#report);
    client.connect().catch(this.#report);
    return connection;
  }
}

/** A client, and what became of it. */
interface Connection {
  readonly client: RedisClient;
  /** The reason why the client does not connect any more: a wrong password. The next request makes another one. */
  refusal?: unknown;
  /** Of the store's own client. */
  close?(): void;
}

async function answerOf(
  client: RedisClient,
  { sha, text }: RedisScript,
  rest: readonly string[],
): Promise<unknown> {
  try {
    return await client.sendCommand(["EVALSHA", sha, ...rest]);
  } catch (thrown) {
    if (replyCode(thrown) !== "NOSCRIPT") throw thrown;
    return client.sendCommand(["EVAL", text, ...rest]);
  }
}

/** A list that a script has answered with. */
export function listOf(answer: unknown): readonly unknown[] {
  return Array.isArray(answer) ? answer : [];
}

/** A text that a script has answered with: a client of the user's may give bytes. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : undefined;
}
