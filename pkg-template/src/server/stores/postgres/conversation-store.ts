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
import { storedForm, storedTextOf } from "../stored-text.js";
import { checkTextSize } from "../text-size.js";
import { isVersion, newVersion } from "../version.js";
import { conversationSql, sweepConversations } from "./conversation-sql.js";
import { PostgresDatabase } from "./database.js";
import { type PostgresOptions, postgresRules } from "./options.js";
import { channels } from "./tables.js";

/** Options of `postgresConversationStore()`. */
export interface PostgresConversationStoreOptions extends PostgresOptions {
  /** The time that a conversation is kept after its last save or lease, in milliseconds. @default 2592000000 (30 days) */
  readonly keepFor?: number;
}

/**
 * Conversations in PostgreSQL 13 or newer, for servers of several processes. Needs the package `pg`, 8.11 or newer.
 *
 * @example
 * ```ts
 * const store = postgresConversationStore({ connectionString: process.env.DATABASE_URL });
 * const reasoner = new AgentReasoner({ executor, model, store });
 * ```
 */
export function postgresConversationStore(
  options: PostgresConversationStoreOptions = {},
): ConversationStore {
  const name = "postgresConversationStore";
  checkOptions(name, options, { ...postgresRules, keepFor: aTime });
  const { keepFor, ...rest } = options;
  const database = new PostgresDatabase(name, rest, channels.conversations, sweepConversations);
  return new PostgresConversationStore(database, keepForMs(keepFor));
}

/** Times that a lease which became free between two statements is asked for again. */
const MOST_TURNS = 5;

class PostgresConversationStore implements ConversationStore {
  readonly watch?: NonNullable<ConversationStore["watch"]>;
  readonly #database: PostgresDatabase;
  readonly #sql: ReturnType<typeof conversationSql>;
  readonly #keepFor: number;

  constructor(database: PostgresDatabase, keepFor: number) {
    this.#database = database;
    this.#keepFor = keepFor;
    this.#sql = conversationSql(database.names);
    const { bells } = database;
    if (!bells) return;
    this.watch = (id, ring) => bells.watch(id, ring);
  }

  async load(id: string) {
    checkStoreId(id);
    const [row] = await this.#database.query("load", this.#sql.load, id);
    return storedTextOf(row);
  }

  async save(id: string, text: string, { ifVersion, token }: SaveCondition) {
    checkStoreId(id);
    checkTextSize(text);
    const version = newVersion();
    const isRight = ifVersion === null || isVersion(ifVersion);
    if (isRight && Number.isSafeInteger(token)) {
      const values = [id, storedForm(text), version, ifVersion, token, this.#keepFor];
      const [row] = await this.#database.query("save", this.#sql.save, ...values);
      if (row) return version;
    }
    throw new StoreConflictError((await this.#isHeld(id, token)) ? "version" : "fenced");
  }

  async acquire(id: string, request: LeaseRequest) {
    checkStoreId(id);
    checkLeaseRequest(request);
    const { holder, ttl } = request;
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const values = [id, holder, ttl, this.#keepFor];
      const [given] = await this.#database.query("acquire", this.#sql.acquire, ...values);
      if (given) return { token: Number(given.token) };
      const [held] = await this.#database.query("want", this.#sql.want, id, holder);
      if (held) return { busyFor: Number(held.busy_for) };
    }
    // Others are faster each time.
    return { busyFor: 1 };
  }

  async renew(id: string, token: number, ttl: number) {
    checkStoreId(id);
    checkTtl(ttl);
    if (!Number.isSafeInteger(token)) return "lost";
    const [row] = await this.#database.query("renew", this.#sql.renew, id, token, ttl);
    if (!row) return "lost";
    return row.is_wanted === true ? "wanted" : "held";
  }

  async release(id: string, token: number) {
    checkStoreId(id);
    if (!Number.isSafeInteger(token)) return;
    await this.#database.query("release", this.#sql.release, id, token);
  }

  close() {
    return this.#database.close();
  }

  async #isHeld(id: string, token: number): Promise<boolean> {
    if (!Number.isSafeInteger(token)) return false;
    return (await this.#database.query("is-held", this.#sql.isHeld, id, token)).length > 0;
  }
}
