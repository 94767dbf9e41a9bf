import { SWEPT_AT_ONCE } from "./database.js";
import { channels, type PostgresNames } from "./tables.js";

// Times are those of clock_timestamp(), and not of now(): that is the transaction's beginning, before it waited for a
// lock.

/** The store's clock, so many milliseconds on. */
const inMs = (parameter: string) =>
  `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;

/** The store's clock in microseconds: the base of fencing tokens, which grow even where a row was deleted. */
const microseconds = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

const isKept = (c: string) => `GREATEST(${c}.kept_until, ${c}.lease_until) > clock_timestamp()`;
const notify = (id: string) => `pg_notify('${channels.conversations}', ${id})::text`;

/** The statements of a conversation store; parameters in the order of their calls. */
export function conversationSql({ conversations }: PostgresNames) {
  return {
    /** $1 id */
    load: `
SELECT c.text, c.version FROM ${conversations} c
WHERE c.id = $1 AND c.version IS NOT NULL AND ${isKept("c")}`,

    /**
     * $1 id, $2 text, $3 the new version, $4 the version that was read or NULL, $5 token, $6 keep for. Again: it finds
     * the new version.
     */
    save: `
UPDATE ${conversations} c SET text = $2, version = $3, kept_until = ${inMs("$6")}
WHERE c.id = $1 AND c.token = $5 AND c.holder IS NOT NULL AND ${isKept("c")}
  AND (c.version IS NOT DISTINCT FROM $4::text OR c.version = $3)
RETURNING c.version`,

    /** Returns a row if the lease is in force. $1 id, $2 token */
    isHeld: `
SELECT 1 FROM ${conversations} c
WHERE c.id = $1 AND c.token = $2 AND c.holder IS NOT NULL AND ${isKept("c")}`,

    /** $1 id, $2 holder, $3 ttl, $4 keep for. No row: another process has it. */
    acquire: `
INSERT INTO ${conversations} AS c (id, token, holder, lease_until, kept_until)
VALUES ($1, ${microseconds}, $2, ${inMs("$3")}, ${inMs("$4")})
ON CONFLICT (id) DO UPDATE SET
  token = GREATEST(c.token + 1, ${microseconds}),
  holder = $2, lease_until = ${inMs("$3")}, is_wanted = false, kept_until = ${inMs("$4")},
  text = CASE WHEN ${isKept("c")} THEN c.text END,
  version = CASE WHEN ${isKept("c")} THEN c.version END
WHERE c.holder IS NULL OR c.holder = $2 OR c.lease_until <= clock_timestamp()
RETURNING c.token`,

    /** Returns the milliseconds of another's lease. $1 id, $2 holder */
    want: `
WITH held AS (
  SELECT extract(epoch FROM c.lease_until - clock_timestamp())::float8 * 1000 AS busy_for
  FROM ${conversations} c
  WHERE c.id = $1 AND c.holder <> $2 AND c.lease_until > clock_timestamp()
), wanted AS (
  UPDATE ${conversations} c SET is_wanted = true
  WHERE c.id = $1 AND c.holder <> $2 AND NOT c.is_wanted AND EXISTS (SELECT FROM held)
  RETURNING ${notify("c.id")}
)
SELECT held.busy_for, (SELECT count(*) FROM wanted) AS rung FROM held`,

    /** $1 id, $2 token, $3 ttl. No row: lost. */
    renew: `
UPDATE ${conversations} c SET lease_until = ${inMs("$3")}
WHERE c.id = $1 AND c.token = $2 AND c.holder IS NOT NULL AND ${isKept("c")}
RETURNING c.is_wanted`,

    /** $1 id, $2 token */
    release: `
UPDATE ${conversations} c SET holder = NULL, lease_until = clock_timestamp(), is_wanted = false
FROM (SELECT id, is_wanted FROM ${conversations} WHERE id = $1 FOR UPDATE) before
WHERE c.id = before.id AND c.token = $2 AND c.holder IS NOT NULL
RETURNING CASE WHEN before.is_wanted THEN ${notify("c.id")} END`,
  };
}

/** Deletes some conversations that are over. By now(), for which the index can be used. */
export function sweepConversations({ conversations }: PostgresNames): string {
  return `
DELETE FROM ${conversations} WHERE id IN (
  SELECT id FROM ${conversations} WHERE kept_until < now() AND lease_until < now()
  ORDER BY kept_until LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED
) RETURNING 1`;
}
