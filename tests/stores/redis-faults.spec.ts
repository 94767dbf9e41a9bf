/** `ag-ui-lit/server/redis` while its server crashes, and connections are cut, hang, and lose answers. */
// In a process of its own: it starts a server.
import { redisConversationStore, redisRunLog } from "ag-ui-lit/server/redis";
import { startRedis } from "../support/databases/databases.js";
import { testFaults } from "./faults.js";

const at = (port: number) => ({ url: `redis://127.0.0.1:${port}` });

testFaults({
  start: () => startRedis(),
  store: (port, options) => redisConversationStore({ ...at(port), ...options }),
  log: (port) => redisRunLog(at(port)),
});
