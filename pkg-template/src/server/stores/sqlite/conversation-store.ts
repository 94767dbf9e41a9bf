import { read, readNumber, readText } from "../../../codec/safe-read.js";
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
import { newVersion } from "../version.js";
import { type Row, type Run, SqliteFile } from "./database.js";
import { type SqliteOptions, sqliteRules } from "./options.js";

/** Options of `sqliteConversationStore()`. */
export interface SqliteConversationStoreOptions extends SqliteOptions {
  /** The time that a conversation is kept after its last save or lease, in milliseconds. @default 2592000000 (30 days) */
  readonly keepFor?: number;
}

/**
 * Conversations in a file of SQLite, for the processes of one machine. Node 22.5 and newer have SQLite; otherwise it
 * needs the package
 * `libsql`. It has no doorbell: processes that wait ask again.
 *
 * @example
 * ```ts
 * const store = sqliteConversationStore({ file: "conversations.db" });
 * const reasoner = new AgentReasoner({ executor, model, store });
 * ```
 */
export function sqliteConversationStore(
  options: SqliteConversationStoreOptions,
): ConversationStore {
  checkOptions("sqliteConversationStore", options, { ...sqliteRules, keepFor: aTime });
  const { keepFor, ...rest } = options;
  const file = new SqliteFile("sqliteConversationStore", rest, sql.sweep);
  return new SqliteConversationStore(file, keepForMs(keepFor));
}

const table = "ag_ui_lit_conversations";
const inForce = "token = ? AND holder IS NOT NULL";

// Every statement returns rows: some packages tell reading and writing ones apart.
const sql = {
  find: `SELECT text, version, token, holder, lease_until, is_wanted FROM ${table}
WHERE id = ? AND max(kept_until, lease_until) > ?`,
  give: `INSERT INTO ${table} (id, token, holder, lease_until, kept_until) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET token = excluded.token, holder = excluded.holder,
  lease_until = excluded.lease_until, kept_until = excluded.kept_until, is_wanted = 0
RETURNING 1`,
  lastToken: `SELECT token FROM ${table} WHERE id = ?`,
  forget: `DELETE FROM ${table} WHERE id = ? RETURNING 1`,
  want: `UPDATE ${table} SET is_wanted = 1 WHERE id = ? RETURNING 1`,
  save: `UPDATE ${table} SET text = ?, version = ?, kept_until = ? WHERE id = ? RETURNING 1`,
  renew: `UPDATE ${table} SET lease_until = ? WHERE id = ? RETURNING 1`,
  release: `UPDATE ${table} SET holder = NULL, lease_until = 0, is_wanted = 0
WHERE id = ? AND ${inForce} RETURNING 1`,
  sweep: `DELETE FROM ${table} WHERE id IN (
  SELECT id FROM ${table} WHERE kept_until < ? AND lease_until < ? ORDER BY kept_until LIMIT ?
) RETURNING 1`,
};

class SqliteConversationStore implements ConversationStore {
  readonly #file: SqliteFile;
  readonly #keepFor: number;

  constructor(file: SqliteFile, keepFor: number) {
    this.#file = file;
    this.#keepFor = keepFor;
  }

  async load(id: string) {
    checkStoreId(id);
    const row = await this.#file.read((run, now) => find(run, id, now));
    return storedTextOf(row);
  }

  async save(id: string, text: string, { ifVersion, token }: SaveCondition) {
    checkStoreId(id);
    checkTextSize(text);
    const version = newVersion();
    await this.#file.transaction((run, now) => {
      const row = find(run, id, now);
      if (!isHeld(row, token)) throw new StoreConflictError("fenced");
      if ((readText(row, "version") ?? null) !== ifVersion) throw new StoreConflictError("version");
      run(sql.save, storedForm(text), version, now + this.#keepFor, id);
    });
    return version;
  }

  async acquire(id: string, request: LeaseRequest) {
    checkStoreId(id);
    checkLeaseRequest(request);
    const { holder, ttl } = request;
    return this.#file.transaction((run, now) => {
      const row = find(run, id, now);
      const other = row && readText(row, "holder");
      const until = (row && readNumber(row, "lease_until")) ?? 0;
      if (other !== undefined && other !== holder && until > now) {
        if (!isWanted(row)) run(sql.want, id);
        return { busyFor: until - now };
      }
      const last = Number(run(sql.lastToken, id)[0]?.token ?? 0);
      if (!row) run(sql.forget, id);
      // By the clock in microseconds: higher than that of a row that was deleted, too.
      const token = Math.max(last + 1, Math.floor(now * 1_000));
      run(sql.give, id, token, holder, now + ttl, now + this.#keepFor);
      return { token };
    });
  }

  async renew(id: string, token: number, ttl: number) {
    checkStoreId(id);
    checkTtl(ttl);
    return this.#file.transaction((run, now) => {
      const row = find(run, id, now);
      if (!isHeld(row, token)) return "lost";
      run(sql.renew, now + ttl, id);
      return isWanted(row) ? "wanted" : "held";
    });
  }

  async release(id: string, token: number) {
    checkStoreId(id);
    if (!Number.isSafeInteger(token)) return;
    await this.#file.transaction((run) => void run(sql.release, id, token));
  }

  close() {
    return this.#file.close();
  }
}

/** The row of a conversation, unless its time is over. */
const find = (run: Run, id: string, now: number): Row | undefined => run(sql.find, id, now)[0];

const isWanted = (row: Row | undefined): boolean => Number(row?.is_wanted) === 1;

/** Returns true if a token is that of the lease in force. */
function isHeld(row: Row | undefined, token: number): row is Row {
  return (
    row !== undefined && Number(row.token) === token && typeof read(row, "holder") === "string"
  );
}
