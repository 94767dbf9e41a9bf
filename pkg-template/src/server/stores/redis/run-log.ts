import { checkOptions } from "../../../options/check-options.js";
import { afterNumber, attendanceMs, batchOf } from "../logged-batch.js";
import type { LoggedEvent, LoggedEvents, RunLog, RunLogLimits } from "../run-log.js";
import { RunLogError } from "../run-log-error.js";
import { checkStoreId } from "../store-id.js";
import { textOfForm } from "../stored-text.js";
import { listOf, RedisDatabase, textOf } from "./database.js";
import { type RedisOptions, redisRules } from "./options.js";
import { runScripts as scripts } from "./run-scripts.js";

/**
 * The events of runs in streams of Redis 6.2 or newer, or Valkey, for streams that are resumed in any process. Needs
 * the package `redis`, 6 or newer.
 *
 * @example
 * ```ts
 * const log = redisRunLog({ url: process.env.REDIS_URL });
 * const handler = serveAgent(reasoner, { resumable: { log } });
 * ```
 */
export function redisRunLog(options: RedisOptions = {}): RunLog {
  checkOptions("redisRunLog", options, redisRules);
  return new RedisRunLog(options);
}

class RedisRunLog implements RunLog {
  readonly watch?: NonNullable<RunLog["watch"]>;
  readonly #database: RedisDatabase;
  readonly #prefix: string;

  constructor(options: RedisOptions) {
    this.#prefix = options.prefix ?? "ag-ui-lit:";
    this.#database = new RedisDatabase("redisRunLog", options, (key) => this.#bell(key));
    const { bells } = this.#database;
    if (!bells) return;
    this.watch = (key, ring) => bells.watch(key, ring);
  }

  async append(key: string, events: readonly LoggedEvent[], limits: RunLogLimits) {
    const batch = batchOf(key, events, limits);
    if (!batch) return;
    const { first, last, bytes, maxBytes, keepFor, id, texts } = batch;
    const args = [first, last, bytes, maxBytes, keepFor, id, this.#bell(key), key, ...texts];
    const answer = textOf(await this.#database.run(scripts.append, this.#keys(key), args));
    if (answer === "added") return;
    throw new RunLogError(answer === "over" || answer === "full" ? answer : "order");
  }

  async read(key: string, after: number): Promise<LoggedEvents | undefined> {
    const from = afterNumber(after);
    const answer = await this.#database.run(scripts.read, this.#keys(key), [from]);
    const [last, over, stopped, attended, ...entries] = listOf(answer).map(textOf);
    if (last === undefined) return undefined;
    const events: LoggedEvent[] = [];
    for (let at = 0; at + 1 < entries.length; at += 2) {
      events.push({ number: Number(entries[at]), text: textOfForm(entries[at + 1] ?? "") });
    }
    const isAll = (events.at(-1)?.number ?? from) >= Number(last);
    const isOver = over === "1" && isAll;
    return { events, isOver, isStopped: stopped === "1", isAttended: attended === "1" };
  }

  async end(key: string) {
    await this.#mark(key, "over");
  }

  async stop(key: string) {
    await this.#mark(key, "stopped");
  }

  async attend(key: string, ttl: number) {
    await this.#database.run(scripts.attend, this.#keys(key), [attendanceMs(ttl)]);
  }

  close() {
    return this.#database.close();
  }

  async #mark(key: string, field: "over" | "stopped"): Promise<void> {
    await this.#database.run(scripts.mark, this.#keys(key), [field, this.#bell(key), key]);
  }

  /** Of one slot, by the part in braces. */
  #keys(key: string): readonly string[] {
    checkStoreId(key);
    const run = `${this.#prefix}run:{${key}}`;
    return [run, `${run}:events`];
  }

  #bell(key: string): string {
    return `${this.#prefix}run-bell:{${key}}`;
  }
}
