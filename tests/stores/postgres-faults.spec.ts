/** `ag-ui-lit/server/postgres` while its server crashes, and connections are cut, hang, and lose answers. */
// In a process of its own: it starts a server.
import { postgresConversationStore, postgresRunLog } from "ag-ui-lit/server/postgres";
import { startPostgres } from "../support/databases/databases.js";
import { testFaults } from "./faults.js";

const at = (port: number) => ({
  connectionString: `postgresql://test@127.0.0.1:${port}/postgres`,
});

testFaults({
  start: () => startPostgres(),
  store: (port, options) => postgresConversationStore({ ...at(port), ...options }),
  log: (port) => postgresRunLog(at(port)),
});
