/** Tables and channel in a schema. They stand in statements as they are: `schema` is a checked name. */
export interface PostgresNames {
  readonly migrations: string;
  readonly conversations: string;
  readonly runs: string;
  readonly events: string;
}

/** The channels of notifications, in all of a database. The payload is the id. */
export const channels = {
  conversations: "ag_ui_lit_conversations",
  runs: "ag_ui_lit_runs",
} as const;

export function namesIn(schema: string | undefined): PostgresNames {
  const at = schema === undefined ? "" : `"${schema}".`;
  return {
    migrations: `${at}ag_ui_lit_migrations`,
    conversations: `${at}ag_ui_lit_conversations`,
    runs: `${at}ag_ui_lit_runs`,
    events: `${at}ag_ui_lit_run_events`,
  };
}

/** The version of the tables. A later version only adds to them, so that processes of both may run at once. */
export const TABLES_VERSION = 1;

/** One lock for all migrations in a database: "ag-ui" as a number. */
const LOCK = 0x61672d7569;

/**
 * The statements that create the tables. They may be run again at any time, and by several processes at once: they run
 * in one transaction, after each other.
 *
 * @param schema the schema of the tables; by default the first one of the `search_path`.
 */
export function postgresSchema(schema?: string): string {
  const { migrations, conversations, runs, events } = namesIn(schema);
  return `SELECT pg_advisory_xact_lock(${LOCK});

CREATE TABLE IF NOT EXISTS ${migrations} (
  version integer PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS ${conversations} (
  id text COLLATE "C" PRIMARY KEY,
  text text,                  -- a text that begins with " is a JSON string
  version text COLLATE "C",   -- another one after each save
  token bigint NOT NULL,      -- the last fencing token that was given
  holder text,                -- NULL: the lease was given back
  lease_until timestamptz NOT NULL,
  is_wanted boolean NOT NULL DEFAULT false,
  kept_until timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX IF NOT EXISTS ag_ui_lit_conversations_kept ON ${conversations} (kept_until);

CREATE TABLE IF NOT EXISTS ${runs} (
  key text COLLATE "C" PRIMARY KEY,
  last bigint NOT NULL,       -- the number of the last event
  bytes bigint NOT NULL,      -- of all events
  batch text NOT NULL,        -- the last append: one whose answer was lost is recognised by it
  is_over boolean NOT NULL DEFAULT false,
  is_stopped boolean NOT NULL DEFAULT false,
  attended_until timestamptz NOT NULL DEFAULT '-infinity',
  kept_until timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX IF NOT EXISTS ag_ui_lit_runs_kept ON ${runs} (kept_until);

CREATE TABLE IF NOT EXISTS ${events} (
  key text COLLATE "C" NOT NULL REFERENCES ${runs} ON DELETE CASCADE,
  number bigint NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (key, number)
);

INSERT INTO ${migrations} (version) VALUES (${TABLES_VERSION}) ON CONFLICT DO NOTHING;
`;
}
