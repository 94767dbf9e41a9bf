/**
 * `ag-ui-lit/server/postgres`: conversations and runs in PostgreSQL, for servers of several processes. Needs the
 * package `pg`; importing it loads nothing, and is harmless everywhere.
 *
 * @module
 */
export {
  type PostgresConversationStoreOptions,
  postgresConversationStore,
} from "../server/stores/postgres/conversation-store.js";
export type {
  PostgresOptions,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from "../server/stores/postgres/options.js";
export { postgresRunLog } from "../server/stores/postgres/run-log.js";
export { postgresSchema } from "../server/stores/postgres/tables.js";
