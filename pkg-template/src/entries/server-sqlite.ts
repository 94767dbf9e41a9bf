/**
 * `ag-ui-lit/server/sqlite`: conversations in a file, for the processes of one machine. Needs the package `libsql`
 * where the runtime has no
 * `node:sqlite`; importing it loads nothing, and is harmless everywhere.
 *
 * @module
 */
export {
  type SqliteConversationStoreOptions,
  sqliteConversationStore,
} from "../server/stores/sqlite/conversation-store.js";
export type {
  SqliteDatabase,
  SqliteOptions,
  SqliteStatement,
} from "../server/stores/sqlite/options.js";
export { sqliteSchema } from "../server/stores/sqlite/tables.js";
