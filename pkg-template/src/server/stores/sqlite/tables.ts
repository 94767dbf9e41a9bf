/** The version of the tables, as `PRAGMA user_version` has it. A later version only adds to them. */
export const TABLES_VERSION = 1;

/** The statements that create the tables. Times are milliseconds since 1970. */
export const sqliteSchema = `CREATE TABLE IF NOT EXISTS ag_ui_lit_conversations (
  id TEXT PRIMARY KEY,
  text TEXT,                  -- a text that begins with " is a JSON string
  version TEXT,               -- another one after each save
  token INTEGER NOT NULL,     -- the last fencing token that was given
  holder TEXT,                -- NULL: the lease was given back
  lease_until REAL NOT NULL,
  is_wanted INTEGER NOT NULL DEFAULT 0,
  kept_until REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ag_ui_lit_conversations_kept ON ag_ui_lit_conversations (kept_until);
`;
