import { logFor } from "../../log/safe-log.js";
import { inAttempts } from "../attempts.js";
import { Doorbells } from "../doorbells.js";
import { subscribeTo } from "./bell.js";
import { isPassingFailure, replyCode } from "./failures.js";
import type { RedisClient, RedisOptions } from "./options.js";
import { loadRedis, type OwnClient } from "./peer.js";
import type { RedisScript } from "./script.js";

/** Milliseconds for a request with all its attempts. */
const TIMEOUT = 10_000;

/** What a store in Redis is built on: its client, its scripts, and its doorbell. */
export class RedisDatabase {
  /** Nothing where the store is asked again and again. */
  readonly bells: Doorbells | undefined;
  readonly #options: RedisOptions;
  readonly #report: (thrown: unknown) => void;
  #own: Promise<OwnClient> | undefined;
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
    const subscriber = async () => (await this.#client()).duplicate();
    this.bells = new Doorbells(subscribeTo(channelOf, subscriber), this.#report);
  }

  /** The answer of a script, which may be run twice. */
  run(
    script: RedisScript,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error("ag-ui-lit: the store is closed."));
    const rest = [`${keys.length}`, ...keys, ...args.map(String)];
    const { timeout = TIMEOUT } = this.#options;
    // A store that is closed meanwhile has no connection to come back to.
    const isPassing = (thrown: unknown) => !this.#isClosed && isPassingFailure(thrown);
    return inAttempts({ database: "Redis", timeout, isPassing }, async () => {
      const client = await this.#client();
      try {
        return await client.sendCommand(["EVALSHA", script.sha, ...rest]);
      } catch (thrown) {
        if (replyCode(thrown) !== "NOSCRIPT") throw thrown;
        return client.sendCommand(["EVAL", script.text, ...rest]);
      }
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.bells?.close();
    (await this.#own?.catch(() => undefined))?.destroy();
  }

  async #client(): Promise<RedisClient> {
    if (this.#options.client) return this.#options.client;
    this.#own ??= this.#connected();
    return this.#own.catch((thrown: unknown) => {
      this.#own = undefined;
      throw thrown;
    });
  }

  /** A client of the store's own. It connects, now and whenever it has lost its connection, while requests are tried again. */
  async #connected(): Promise<OwnClient> {
    const { createClient } = await loadRedis();
    const { url } = this.#options;
    const client = createClient({
      ...(url !== undefined && { url }),
      ...{ disableOfflineQueue: true, name: "ag-ui-lit" },
      socket: { reconnectStrategy: (retries: number) => Math.min(20 * 2 ** retries, 1_000) },
    });
    client.on("error", this.#report);
    client.connect().catch(this.#report);
    return client;
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
