import { READ_AT_ONCE } from "../logged-batch.js";
import { SWEPT_AT_ONCE } from "./database.js";
import { channels, type PostgresNames } from "./tables.js";

/** The log's clock, so many milliseconds on. */
const inMs = (parameter: string) =>
  `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;

const isKept = "r.kept_until > clock_timestamp()";
const notify = `pg_notify('${channels.runs}', $1)::text`;

/** Events that are looked at for one answer. */
const MOST_EVENTS = 1_000;

/** The statements of a run log; $1 is the key. */
export function runLogSql({ runs, events }: PostgresNames) {
  return {
    /**
     * $2 first number, $3 last number, $4 bytes, $5 the most bytes, $6 keep for, $7 the batch, $8 texts. Returns how
     * many were added.
     */
    append: `
WITH begun AS (
  INSERT INTO ${runs} AS r (key, last, bytes, batch, kept_until)
  SELECT $1, $3::bigint, $4::bigint, $7, ${inMs("$6")}
  WHERE $2::bigint = 1 AND $4::bigint <= $5::bigint
  ON CONFLICT (key) DO NOTHING
  RETURNING r.key
), continued AS (
  UPDATE ${runs} r SET last = $3::bigint, bytes = r.bytes + $4::bigint, batch = $7, kept_until = ${inMs("$6")}
  WHERE r.key = $1 AND r.last = $2::bigint - 1 AND NOT r.is_over
    AND r.bytes + $4::bigint <= $5::bigint AND ${isKept}
  RETURNING r.key
), added AS (
  INSERT INTO ${events} (key, number, text)
  SELECT run.key, $2::bigint + each.at - 1, each.text
  FROM (SELECT key FROM begun UNION ALL SELECT key FROM continued) run,
    unnest($8::text[]) WITH ORDINALITY AS each (text, at)
  RETURNING 1
)
SELECT count(*)::int AS added, CASE WHEN count(*) > 0 THEN ${notify} END AS rung FROM added`,

    /** The reason why a batch was not added. $2 batch */
    find: `
SELECT r.last, r.bytes, r.is_over, r.batch = $2 AS is_same, ${isKept} AS is_kept
FROM ${runs} r WHERE r.key = $1`,

    /** Deletes a run whose time is over, so that its key can be used again. */
    forget: `DELETE FROM ${runs} r WHERE r.key = $1 AND NOT ${isKept}`,

    /** A row for each event; one without an event where there is none. $2 after */
    read: `
SELECT r.last, r.is_over, r.is_stopped, r.attended_until > clock_timestamp() AS is_attended,
  e.number, e.text
FROM ${runs} r LEFT JOIN LATERAL (
  SELECT sized.number, sized.text FROM (
    SELECT page.number, page.text,
      sum(octet_length(page.text)) OVER (ORDER BY page.number) - octet_length(page.text) AS before
    FROM (
      SELECT number, text FROM ${events}
      WHERE key = $1 AND number > $2::bigint ORDER BY number LIMIT ${MOST_EVENTS}
    ) page
  ) sized WHERE sized.before < ${READ_AT_ONCE / 2}
) e ON true
WHERE r.key = $1 AND ${isKept}
ORDER BY e.number`,

    end: `
UPDATE ${runs} r SET is_over = true WHERE r.key = $1 AND NOT r.is_over AND ${isKept}
RETURNING ${notify}`,

    stop: `
UPDATE ${runs} r SET is_stopped = true WHERE r.key = $1 AND NOT r.is_stopped AND ${isKept}
RETURNING ${notify}`,

    /** $2 ttl */
    attend: `
UPDATE ${runs} r SET attended_until = GREATEST(r.attended_until, ${inMs("$2")})
WHERE r.key = $1 AND ${isKept}`,
  };
}

/** Deletes some runs that are over, with their events. By now(), for which the index can be used. */
export function sweepRuns({ runs }: PostgresNames): string {
  return `
DELETE FROM ${runs} WHERE key IN (
  SELECT key FROM ${runs} WHERE kept_until < now()
  ORDER BY kept_until LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED
) RETURNING 1`;
}
