import { checkOptions } from "../../../options/check-options.js";
import { aTime } from "../../../options/rules.js";
import {
  type ConversationStore,
  type LeaseRequest,
  type SaveCondition,
  StoreConflictError,
} from "../conversation-store.js";
import { keepForMs } from "../kept-for.js";
import { checkLeaseRequest, checkTtl } from "../lease-request.js";
import { checkStoreId } from "../store-id.js";
import { storedForm, textOfForm } from "../stored-text.js";
import { checkTextSize } from "../text-size.js";
import { isVersion, newVersion } from "../version.js";
import { conversationScripts as scripts } from "./conversation-scripts.js";
import { listOf, RedisDatabase, textOf } from "./database.js";
import { type RedisOptions, redisRules } from "./options.js";

/** Options of `redisConversationStore()`. */
export interface RedisConversationStoreOptions extends RedisOptions {
  /** The time that a conversation is kept after its last save or lease, in milliseconds. @default 2592000000 (30 days) */
  readonly keepFor?: number;
}

/**
 * Conversations in Redis 6.2 or newer, or Valkey, for servers of several processes. Needs the package `redis`, 6 or
 * newer. Let Redis write to its file before it answers (`appendonly yes`, `appendfsync always`) and evict nothing
 * (`maxmemory-policy noeviction`).
 *
 * @example
 * ```ts
 * const store = redisConversationStore({ url: process.env.REDIS_URL });
 * const reasoner = new AgentReasoner({ executor, model, store });
 * ```
 */
export function redisConversationStore(
  options: RedisConversationStoreOptions = {},
): ConversationStore {
  checkOptions("redisConversationStore", options, { ...redisRules, keepFor: aTime });
  const { keepFor, ...rest } = options;
  return new RedisConversationStore(rest, keepForMs(keepFor));
}

class RedisConversationStore implements ConversationStore {
  readonly watch?: NonNullable<ConversationStore["watch"]>;
  readonly #database: RedisDatabase;
  readonly #prefix: string;
  readonly #keepFor: number;

  constructor(options: RedisOptions, keepFor: number) {
    this.#prefix = options.prefix ?? "ag-ui-lit:";
    this.#keepFor = keepFor;
    this.#database = new RedisDatabase("redisConversationStore", options, (id) => this.#bell(id));
    const { bells } = this.#database;
    if (!bells) return;
    this.watch = (id, ring) => bells.watch(id, ring);
  }

  async load(id: string) {
    const answer = await this.#database.run(scripts.load, [this.#key(id)], []);
    const [text, version] = listOf(answer).map(textOf);
    if (text === undefined || version === undefined) return undefined;
    return { text: textOfForm(text), version };
  }

  async save(id: string, text: string, { ifVersion, token }: SaveCondition) {
    checkTextSize(text);
    const version = newVersion();
    const read = ifVersion === null ? "" : isVersion(ifVersion) ? ifVersion : "none";
    const args = [storedForm(text), version, read, token, this.#keepFor];
    const answer = textOf(await this.#database.run(scripts.save, [this.#key(id)], args));
    if (answer === "saved") return version;
    throw new StoreConflictError(answer === "version" ? "version" : "fenced");
  }

  async acquire(id: string, request: LeaseRequest) {
    const key = this.#key(id);
    checkLeaseRequest(request);
    const args = [request.holder, request.ttl, this.#keepFor, this.#bell(id), id];
    const answer = await this.#database.run(scripts.acquire, [key], args);
    const [word, value] = listOf(answer).map(textOf);
    return word === "given" ? { token: Number(value) } : { busyFor: Number(value) };
  }

  async renew(id: string, token: number, ttl: number) {
    const key = this.#key(id);
    checkTtl(ttl);
    const answer = textOf(await this.#database.run(scripts.renew, [key], [token, ttl]));
    return answer === "held" || answer === "wanted" ? answer : "lost";
  }

  async release(id: string, token: number) {
    const args = [token, this.#bell(id), id];
    await this.#database.run(scripts.release, [this.#key(id)], args);
  }

  close() {
    return this.#database.close();
  }

  #key(id: string): string {
    checkStoreId(id);
    return `${this.#prefix}conversation:{${id}}`;
  }

  #bell(id: string): string {
    return `${this.#prefix}conversation-bell:{${id}}`;
  }
}
